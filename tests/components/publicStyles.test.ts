import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/* The documents of the public pages carry their styles along: those of every part that such a page may show, and no others. */

const entry = 'src/main.tsx';
const publicPages = ['Register', 'VerifyOtp', 'ForgotPassword', 'ResetPassword', 'NotFound'].map(
  (name) => `src/screens/${name}Screen.tsx`,
);

/** The modules that a module imports by itself, not on demand and not as types. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gms);
  return [...imports].flatMap(([, path = '']) => {
    const base = join(dirname(file), path);
    return [`${base}.ts`, `${base}.tsx`].filter(existsSync);
  });
}

/** What may hold the names of classes: parts of the screen, and what they take their looks from. */
const isPart = (file: string) => /^src\/(routes\.tsx$|components\/|screens\/.*\.tsx$)/.test(file);

test('public.css names the parts of the public pages', () => {
  const reached = new Set([entry, ...publicPages]);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  const sources = [...readFileSync('src/public.css', 'utf8').matchAll(/^@source "\.\/(.*)";$/gm)];
  expect(sources.map(([, file]) => `src/${file}`)).toEqual([...reached].filter(isPart).toSorted());
});
