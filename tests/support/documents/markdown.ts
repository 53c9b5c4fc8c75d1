const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/** Returns a table, or nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

export const bullets = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n');

/** Returns a section, or nothing if empty. */
export const section = (title: string, text: string): string[] => (text === '' ? [] : [`## ${title}`, '', text, '']);

/** Adds a full stop unless the text ends with punctuation. */
export const sentence = (text: string): string => (/[.!?]”?$/.test(text) ? text : `${text}.`);

/** Shortens numbers: 1, 2, 3 and 7 become `1–3, 7`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([first, last]) => {
      if (first === last) return String(first);
      return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`;
    })
    .join(', ');
}
