import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject();

// There is less to lint.
beforeAll(async () => {
  for (const folder of ['bench', 'docs', 'server/src', 'server/test', 'src', 'student/src', 'tests'])
    await rm(project.path(folder), { recursive: true });
  await mkdir(project.path('src'));
});

test('a failed check prints its findings, fails the command, and does not stop the others', async () => {
  await writeFile(project.path('src/wrong.ts'), 'export const one: any = 1;\n');

  const { code, output } = await project.script('check', 'lint', 'generated');
  expect(output).toMatch(/^FAILED lint \(\d+\.\d s\)\n(.*\n)*src\/wrong\.ts:1:19/m);
  expect(output).toMatch(/^ok {5}generated \(\d+\.\d s\)$/m);
  expect(code).toBe(1);
});

test('a generated file that was edited fails the check', async () => {
  await appendFile(project.path('api/contract.d.ts'), '// edited by hand\n');

  const { code, output } = await project.script('check', 'generated');
  expect(output).toMatch(/^FAILED generated \(\d+\.\d s\)\n.*api\/contract\.d\.ts is stale/m);
  expect(code).toBe(1);
});

test('a check that does not exist is named', async () => {
  const refused = { code: 1, output: expect.stringMatching(/^.*speling.*\.\n$/) };
  expect(await project.script('check', 'speling')).toEqual(refused);
});
