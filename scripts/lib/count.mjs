/**
 * Counts the tests of a run. A file that did not load counts as one failed test, and so does a run that failed without
 * a failed test (an error outside of any) or that ran no test at all.
 *
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report of Vitest, as JSON
 * @param {boolean} ok whether the run itself called it a success
 */
export function countTests({ testResults }, ok) {
  const statuses = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  const passed = count('passed');
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = count('failed') + unloaded;
  return {
    passed,
    failed: failed === 0 && (!ok || passed === 0) ? 1 : failed,
    skipped: statuses.length - passed - count('failed'),
  };
}
