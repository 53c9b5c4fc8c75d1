import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chromiumOptions } from '../../scripts/lib/programs.mjs';
import { shootFilms, tablesIn, tablesOf } from '../support/detector/table';

/** Another Chromium draws pictures a little differently, which decides a few of the borderline ones. */
const TOLERANCE = 4;

/** Splits into what has to be equal and the figures, which stand in all cells but a row's first. */
function readTables(text: string) {
  const lines = text.split('\n').map((line) => {
    const [, name, ...cells] = line.split('|');
    return name === undefined ? { name: line, cells: '' } : { name, cells: cells.join('|') };
  });
  return {
    words: lines.map(({ name, cells }) => name + cells.replaceAll(/\d+/g, '#')),
    figures: lines.flatMap(({ cells }) => cells.match(/\d+/g)?.map(Number) ?? []),
  };
}

// Some 1,900 pictures, each a look of 50 ms or two on a machine that does nothing else.
test('the built detector errs on the test pictures as docs/agent.md says', { timeout: 600_000 }, async () => {
  const written = tablesIn(await readFile(new URL('../../docs/agent.md', import.meta.url), 'utf8'));
  const tables = tablesOf(await shootFilms(await chromiumOptions()));
  const [expected, measured] = [readTables(written), readTables(tables)];
  const hint = `docs/agent.md is stale: run \`npm run detector\`.\n${tables}`;
  expect(measured.words, hint).toEqual(expected.words);
  const strays = measured.figures.filter((figure, index) => Math.abs(figure - expected.figures[index]!) > TOLERANCE);
  expect(strays, hint).toEqual([]);
});
