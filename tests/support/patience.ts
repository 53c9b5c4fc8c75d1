import { configure } from '@testing-library/react';

// As long as a busy machine may need: what a component is awaited to show comes, or never does.
configure({ asyncUtilTimeout: 10_000 });
