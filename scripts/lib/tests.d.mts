interface Programs {
  chromium?: string;
  postgres?: string;
  nginx?: string;
}
export function testsWith(programs: Programs): { args: string[]; leftOut: string[] };
export function tellCount(count: { passed: number; failed: number; skipped: number }, leftOut?: string[]): string;
