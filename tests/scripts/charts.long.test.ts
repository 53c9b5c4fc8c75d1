import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject();

async function replaceIn(file: string, one: string, other: string) {
  const text = await readFile(project.path(file), 'utf8');
  expect(text).toContain(one);
  await writeFile(project.path(file), text.replaceAll(one, other));
}

test('an edited page, a missing drawing, an extra file and a changed chart fail the check by name', async () => {
  await appendFile(project.path('docs/statecharts/logs.md'), 'edited by hand\n');
  await rm(project.path('docs/statecharts/logs.svg'));
  await writeFile(project.path('docs/statecharts/forgotten.md'), '');
  await replaceIn('src/machines/records/arrivalsMachine.ts', ' seen: {', ' noticed: {');
  await replaceIn('src/machines/records/arrivalsMachine.ts', "'seen'", "'noticed'");

  const { code, output } = await project.script('charts', '--check');
  const stale = (name: string) => `docs/statecharts/${name} is stale: run \`npm run charts\`.`;
  for (const name of ['logs.md', 'logs.svg', 'forgotten.md', 'arrivals.md', 'arrivals.svg']) {
    expect(output).toContain(stale(name));
  }
  expect(output).not.toContain(stale('roster.md'));
  expect(code).toBe(1);
});

test('a guard without a doc comment is named, and nothing is written', async () => {
  await replaceIn('src/machines/account/resendMachine.ts', '/** The countdown’s deadline has passed. */', '');

  const { code, output } = await project.script('charts');
  expect(output).toContain('src/machines/account/resendMachine.ts does not describe the guard isCooledDown');
  expect(code).toBe(1);
  expect(await readFile(project.path('docs/statecharts/logs.md'), 'utf8')).toContain('edited by hand');
});
