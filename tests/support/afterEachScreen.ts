import { afterEach } from 'vitest';
import { closeApp } from './screen';

// Registered here because modules load once per worker, but setup files once per test file.
afterEach(closeApp);
