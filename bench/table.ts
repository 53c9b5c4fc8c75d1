import { figures, type Measured, type Measurements, type Target } from './figures';

/**
 * A run's figures as a table in Markdown. Of two databases PostgreSQL is the one that is judged; the embedded one's own
 * share of the bare server stands in brackets.
 * @returns also how many targets were missed; a figure that is missing misses its own
 */
export function tableOf(embedded: Measurements, postgres: Measurements): { text: string; missed: number } {
  const rows = [['what', 'bare', 'embedded', 'PostgreSQL', 'of bare', 'target', 'reached']];
  let missed = 0;
  for (const { name, what, target } of figures) {
    const [onEmbedded, onPostgres] = [embedded.get(name), postgres.get(name)];
    const judged = onPostgres ?? onEmbedded;
    if (!judged) continue;
    const isMissed = target !== undefined && !isReached(target, judged);
    if (isMissed) missed += 1;
    rows.push([
      what,
      bareOf(onPostgres),
      told(onEmbedded) + shareOf(onEmbedded).replace(/.+/, ' ($&)'),
      told(onPostgres),
      shareOf(onPostgres),
      target ? wording(target) : '',
      isMissed ? 'MISSED' : target ? 'met' : '',
    ]);
  }
  return { text: inMarkdown(rows), missed };
}

/** One figure, as it is told while the run goes on. */
export const told = (measured: Measured | undefined) => {
  if (!measured) return '';
  return 'missing' in measured ? measured.missing : inDigits(measured.value);
};

const compared = (measured: Measured | undefined) =>
  measured && 'bare' in measured && measured.bare !== undefined
    ? { bare: measured.bare, share: measured.value / measured.bare }
    : undefined;

function bareOf(measured: Measured | undefined): string {
  const found = compared(measured);
  return found ? inDigits(found.bare) : '';
}

function shareOf(measured: Measured | undefined): string {
  const found = compared(measured);
  return found ? inPercent(found.share) : '';
}

function isReached(target: Target, measured: Measured): boolean {
  if ('missing' in measured) return false;
  if ('ofBareAtLeast' in target) return (compared(measured)?.share ?? 0) >= target.ofBareAtLeast;
  return 'atLeast' in target ? measured.value >= target.atLeast : measured.value <= target.atMost;
}

function wording(target: Target): string {
  if ('ofBareAtLeast' in target) return `≥ ${inPercent(target.ofBareAtLeast)} of bare`;
  return 'atLeast' in target ? `≥ ${inDigits(target.atLeast)}` : `≤ ${inDigits(target.atMost)}`;
}

/** Three digits are as many as a second run would confirm. */
const inDigits = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

const inPercent = (share: number) => `${(share * 100).toFixed(0)} %`;

function inMarkdown(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const lines = rows.map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}
