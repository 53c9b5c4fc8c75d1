import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileSchoolLanguages } from '../../scripts/lib/build-plugins.ts';
import { root } from '../support/product';

/* A school adds a file with its teachers' texts, and builds. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-school-'));
  await mkdir(join(folder, 'languages/teacher'), { recursive: true });
  await writeFile(
    join(folder, 'entry.js'),
    "import { texts } from './languages/teacher/pl';\nglobalThis.texts = texts;\n",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Builds a page with a school's file. @returns its code, and what the build warned of */
async function built(texts: string) {
  await writeFile(join(folder, 'languages/teacher/pl.ts'), `export default ${texts};\n`);
  const warnings: string[] = [];
  const output = await build({
    ...{ root: folder, configFile: false, logLevel: 'silent' },
    plugins: [compileSchoolLanguages(root)],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        external: /^@vigil/,
        onLog: (_level, { message }) => void warnings.push(message),
      },
    },
  });
  return { code: JSON.stringify(output), warnings: warnings.join('\n') };
}

test('its texts are compiled, and the build names those that are missing', async () => {
  const { code, warnings } = await built(
    "{ login: { title: 'Zaloguj się' }, verifyOtp: { resendIn: 'Wyślij kod za {seconds} s' } }",
  );
  expect(code).toContain('Zaloguj się');
  expect(code).toContain('Wyślij kod za ');
  expect(code).not.toContain('{seconds}');
  expect(warnings).toMatch(/pl\.ts lacks \d{4} texts, which stay in English:/);
  expect(warnings).toContain('\nlogin.lead\n');
  expect(warnings).not.toContain('\nlogin.title\n');
});

test('a text that nobody shows fails the build', async () => {
  await expect(built("{ login: { tittle: 'Zaloguj się' } }")).rejects.toThrow('login.tittle is no text of Vigil.');
});
