import type { Row } from './run';

/** Formats a run's rows as a Markdown table. */
export function tableOf(measured: readonly (Row & { group: string })[]): string {
  const rows = measured.map(({ group, name, figure, budget, verdict }) => [group, name, figure, budget, verdict]);
  return inMarkdown([['group', 'what', 'figure', 'budget', 'verdict'], ...rows]);
}

/** Formats a Markdown table; the first row is its heading. */
export function inMarkdown(rows: string[][]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}
