export declare function countTests(
  report: { testResults: { status: string; assertionResults: { status: string }[] }[] },
  ok: boolean,
): { passed: number; failed: number; skipped: number };
