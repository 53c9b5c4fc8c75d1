import type { BaseSequencer } from 'vitest/node';

export declare const LongestFirst: typeof BaseSequencer;
