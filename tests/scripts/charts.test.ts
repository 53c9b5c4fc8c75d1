import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject();
const page = () => project.path('docs/statecharts/logs.md');
const drawing = () => project.path('docs/statecharts/logs.svg');
const words = () => project.path('tests/support/documents/words/logs.ts');
const arrivalsMachine = () => project.path('src/machines/records/arrivalsMachine.ts');

const check = () => project.script('charts', '--check');
const stale = (name: string) => `docs/statecharts/${name} is stale: run \`npm run charts\`.`;

let originals: [path: string, text: string][];

beforeEach(async () => {
  originals ??= await Promise.all(
    [page(), drawing(), words(), arrivalsMachine()].map(
      async (path): Promise<[string, string]> => [path, await readFile(path, 'utf8')],
    ),
  );
  for (const [path, text] of originals) await writeFile(path, text);
});

test('an edited page, a missing drawing, an extra file and a changed chart fail the check by name', async () => {
  await appendFile(page(), 'edited by hand\n');
  await rm(drawing());
  const forgotten = project.path('docs/statecharts/forgotten.md');
  await writeFile(forgotten, '');
  const text = await readFile(arrivalsMachine(), 'utf8');
  await writeFile(arrivalsMachine(), text.replace('seen: {', 'noticed: {').replaceAll("'seen'", "'noticed'"));

  const { code, output } = await check();
  await rm(forgotten);
  for (const name of ['logs.md', 'logs.svg', 'forgotten.md', 'arrivals.md', 'arrivals.svg']) {
    expect(output).toContain(stale(name));
  }
  expect(output).not.toContain(stale('roster.md'));
  expect(code).toBe(1);
});

test('an event without plain words is named, and nothing is written', async () => {
  const text = await readFile(words(), 'utf8');
  await writeFile(words(), text.replace(/^.*'picture.failed': .*$/m, ''));

  const { code, output } = await project.script('charts');
  expect(output).toContain('The chart logs has no plain words for the event picture.failed');
  expect(code).toBe(1);
  expect(await readFile(page(), 'utf8')).toBe(originals[0]?.[1]);
});
