import { expect, test } from 'vitest';
import { formatTimes } from '../../scripts/lib/test-times.mjs';

const file = (project: string, name: string, seconds: number) => ({
  project,
  file: name,
  milliseconds: seconds * 1000,
});

test('the parts, the projects and the slowest files are listed with their times', () => {
  const parts = [
    { name: 'checks', milliseconds: 58_340 },
    { name: 'tests', milliseconds: 100_000 },
  ];
  const files = [file('screens', 'a.test.tsx', 3), file('server', 'b.test.ts', 20), file('server', 'c.test.ts', 0.5)];
  expect(formatTimes(parts, files)).toEqual([
    'Where the time went:',
    '   58.3 s  checks',
    '  100.0 s  tests',
    'Time in tests, which run in parallel:',
    '   20.5 s  server (2 files)',
    '    3.0 s  screens (1 file)',
    'The slowest files:',
    '   20.0 s  b.test.ts (server)',
    '    3.0 s  a.test.tsx (screens)',
    '    0.5 s  c.test.ts (server)',
  ]);
});

test('only the slowest of many files are listed', () => {
  const files = Array.from({ length: 20 }, (_, index) => file('server', `${index}.test.ts`, index));
  const lines = formatTimes([], files);
  expect(lines).toContain('   12.0 s  12.test.ts (server)');
  expect(lines).not.toContain('   11.0 s  11.test.ts (server)');
});

test('without tests only the parts are listed', () => {
  expect(formatTimes([{ name: 'builds', milliseconds: 1 }], [])).toEqual(['Where the time went:', '    0.0 s  builds']);
});
