interface Programs {
  chromium?: string;
  postgres?: string;
  nginx?: string;
  pgbouncer?: string;
  display?: string;
}
export const projects: readonly string[];

export function selectTests(programs: Programs): { args: string[]; leftOut: string[] };
export function journeysOfOtherSeeds(seed: number): Promise<string[]>;
export function countTests(
  report: { testResults: { status: string; assertionResults: { status: string }[] }[] },
  ok: boolean,
): { passed: number; failed: number; skipped: number };
export function formatCount(count: { passed: number; failed: number; skipped: number }, leftOut?: string[]): string;
