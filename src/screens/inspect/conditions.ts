/** The charts' pages, in development only. */
const pages: Record<string, string> = import.meta.env.DEV
  ? import.meta.glob('../../../docs/statecharts/*.md', { query: '?raw', import: 'default', eager: true })
  : {};

/** Returns when the guards of a chart hold, in words, by guard. Empty in what `npm run build` makes. */
export function conditionsOf(machine: string): Record<string, string> {
  const page = pages[`../../../docs/statecharts/${machine}.md`] ?? '';
  const rows = page.split('\n## ').find((part) => part.startsWith('Guards')) ?? '';
  return Object.fromEntries(
    [...rows.matchAll(/^\| `(.+?)` \| (.+?)\.? \|$/gm)].flatMap(([, guard, condition]) =>
      guard === undefined || condition === undefined ? [] : [[guard, condition]],
    ),
  );
}
