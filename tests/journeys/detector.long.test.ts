import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chromiumOptions } from '../../scripts/lib/programs.mjs';
import { situations } from '../support/detector/films';
import { shootFilms, tablesIn, tablesOf } from '../support/detector/table';

/** Another Chromium draws pictures a little differently, which decides a few of the borderline ones. */
const TOLERANCE = 4;

/** Returns the cells of a table's rows. */
const cellsIn = (text: string) =>
  text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const figuresIn = (cells: string[][]) =>
  cells.flatMap(([, ...rest]) => rest.join(' ').match(/\d+/g)?.map(Number) ?? []);
const wordsIn = (cells: string[][]) =>
  cells.map(([name, ...rest]) => [name, ...rest.map((one) => one.replaceAll(/\d+/g, '#'))]);

// A look takes 50 ms or two on a machine that does nothing else, and all situations have some 1,900 pictures.
test('the built detector errs on the test pictures as docs/agent.md says', { timeout: 600_000 }, async () => {
  const page = await readFile(new URL('../../docs/agent.md', import.meta.url), 'utf8');
  const films = await shootFilms(await chromiumOptions(), situations);
  const expected = cellsIn(tablesIn(page));
  const measured = cellsIn(tablesOf(films));
  const hint = `docs/agent.md is stale: run \`npm run detector\`.\n${measured.join('\n')}`;
  expect(wordsIn(measured), hint).toEqual(wordsIn(expected));
  const told = figuresIn(expected);
  const strays = figuresIn(measured).filter((figure, index) => Math.abs(figure - told[index]!) > TOLERANCE);
  expect(strays, hint).toEqual([]);
});
