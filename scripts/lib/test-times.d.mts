export declare function formatTimes(
  parts: { name: string; milliseconds: number }[],
  files: { project: string; file: string; milliseconds: number }[],
): string[];
