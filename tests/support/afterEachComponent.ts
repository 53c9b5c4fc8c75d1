import { configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { takeLooseTexts } from './looseTexts';

// As long as a busy machine may need: what a component is awaited to show comes, or never does.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => expect(takeLooseTexts(), 'texts beside something else').toEqual([]));
