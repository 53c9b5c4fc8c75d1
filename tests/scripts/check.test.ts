import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from '../support/product';

const left = ['.git', '.cache', 'coverage', 'data', 'dist', 'node_modules'];
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vigil-'));
  await cp(root, copy, { recursive: true, filter: (path) => !left.includes(basename(path)) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await symlink(join(root, 'server/node_modules'), join(copy, 'server/node_modules'));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

async function check(...names: string[]) {
  const { output, ended } = run([process.execPath, 'scripts/check.mjs', ...names], {}, copy);
  return { code: await ended, output: output() };
}

test('a check that fails says what it found, fails the command, and does not keep the others from running', async () => {
  await writeFile(join(copy, 'src/wrong.ts'), 'export const one: any = 1;\n');

  const { code, output } = await check('lint', 'generated');
  expect(output).toMatch(/^FAILED lint \(\d+\.\d s\)\n(.*\n)*src\/wrong\.ts:1:19/m);
  expect(output).toMatch(/^ok {5}generated \(\d+\.\d s\)$/m);
  expect(code).toBe(1);
});

test('a generated file that was edited fails the check', async () => {
  await appendFile(join(copy, 'server/src/schema.d.ts'), '// edited by hand\n');

  const { code, output } = await check('generated');
  expect(output).toMatch(/^FAILED generated \(\d+\.\d s\)\n.*server\/src\/schema\.d\.ts is stale/m);
  expect(code).toBe(1);
});

test('a check that does not exist is named', async () => {
  expect(await check('speling')).toEqual({ code: 1, output: expect.stringMatching(/^.*speling.*\.\n$/) });
});
