import { afterEach } from 'vitest';
import { closeApp } from './screen';

// Not where it is defined: a module is loaded once a worker, a setup file once for each of its test files.
afterEach(closeApp);
