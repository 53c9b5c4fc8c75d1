/**
 * Counts the tests of a run. A file that failed to load counts as one failure, as does a run that failed without a
 * failed test or ran no test.
 *
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report Vitest's JSON report
 * @param {boolean} ok whether the run itself succeeded
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
