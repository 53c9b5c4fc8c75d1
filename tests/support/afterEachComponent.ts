import { configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { takeLooseTexts } from './looseTexts';

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => expect(takeLooseTexts(), 'texts beside something else').toEqual([]));
