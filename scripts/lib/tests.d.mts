interface Programs {
  chromium?: string;
  postgres?: string;
  nginx?: string;
}
export const projects: readonly string[];

export function selectTests(programs: Programs): { args: string[]; leftOut: string[] };
export function formatCount(count: { passed: number; failed: number; skipped: number }, leftOut?: string[]): string;
