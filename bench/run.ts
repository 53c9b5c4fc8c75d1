import type { LaunchOptions } from 'playwright-core';
import type { Started } from './started';

/** Input of a group of measurements. */
export interface Run {
  /** Cleaned up after the group, even if it fails. */
  started: Started;
  /** Launch options of the installed Chromium. */
  chromium: LaunchOptions;
  /** Records a program and its version. */
  uses(version: string): void;
}

/** A row of the table. */
export interface Row {
  name: string;
  figure: string;
  /** Empty without a budget. */
  budget: string;
  verdict: 'met' | 'MISSED' | '';
}

/** Measures related figures. */
export type Group = (run: Run) => Promise<Row[]>;

/**
 * Longest time from a press to the next frame that people do not notice, at four times slower: the bound of "good" for
 * Interaction to Next Paint (web.dev/articles/inp).
 */
export const unnoticedMilliseconds = 200;

/** A figure's budget. */
export type Limit = { atLeast: number } | { atMost: number };

/** Returns a row for a number. */
export function row(name: string, value: number, unit = '', limit?: Limit): Row {
  const told = (number: number) => `${inDigits(number)} ${unit}`.trim();
  if (!limit) return { name, figure: told(value), budget: '', verdict: '' };
  const isMet = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  const budget = 'atLeast' in limit ? `≥ ${told(limit.atLeast)}` : `≤ ${told(limit.atMost)}`;
  return { name, figure: told(value), budget, verdict: isMet ? 'met' : 'MISSED' };
}

/** Formats three significant digits; more would not be reproducible. */
export const inDigits = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

/** Returns a percentile: the smallest value not exceeded by this share. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
