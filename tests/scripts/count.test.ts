import { expect, test } from 'vitest';
import { countTests } from '../../scripts/lib/count.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

test('passed, failed and skipped tests of all files are counted', () => {
  const testResults = [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'passed', 'failed')];
  expect(countTests({ testResults }, false)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('a file that does not load is a failed test', () => {
  expect(countTests({ testResults: [file('failed', 'failed'), file('failed')] }, false)).toMatchObject({ failed: 2 });
});

test('an error outside of any test is a failed test', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, false)).toMatchObject({ passed: 1, failed: 1 });
});

test('a run without tests has failed', () => {
  expect(countTests({ testResults: [] }, true)).toMatchObject({ passed: 0, failed: 1 });
});
