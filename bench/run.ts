import type { LaunchOptions } from 'playwright-core';
import type { Started } from './started';

/** What a group of measurements is given. */
export interface Run {
  /** What it starts is ended after it, whatever becomes of it. */
  started: Started;
  /** How long each rate is measured. */
  seconds: number;
  /** How an installed Chromium is launched. */
  chromium: LaunchOptions;
  /** Notes a program and its version. */
  uses(version: string): void;
}

/** One line of the table. */
export interface Row {
  name: string;
  figure: string;
  /** Empty where nothing is demanded. */
  budget: string;
  verdict: 'met' | 'MISSED' | '';
}

/** Measures what belongs together. */
export type Group = (run: Run) => Promise<Row[]>;

/** What a figure has to reach. */
export type Limit = { atLeast: number } | { atMost: number };

/** A line for a number. */
export function row(name: string, value: number, unit = '', limit?: Limit): Row {
  const told = (number: number) => `${inDigits(number)} ${unit}`.trim();
  if (!limit) return { name, figure: told(value), budget: '', verdict: '' };
  const isMet = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  const budget = 'atLeast' in limit ? `≥ ${told(limit.atLeast)}` : `≤ ${told(limit.atMost)}`;
  return { name, figure: told(value), budget, verdict: isMet ? 'met' : 'MISSED' };
}

/** Three digits are as many as a second run would confirm. */
export const inDigits = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

/** The smallest value that this share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
