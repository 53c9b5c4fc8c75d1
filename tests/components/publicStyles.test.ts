import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/* The documents carry styles along: those of every part that a public page may show, of the frame of the others, and no more. */

const entry = 'src/main.tsx';
const frame = ['src/components/AppLayout.tsx', 'src/components/TopBar.tsx'];
const publicPages = [
  'account/Register',
  'account/VerifyOtp',
  'account/ForgotPassword',
  'account/ResetPassword',
  'app/NotFound',
].map((name) => `src/screens/${name}Screen.tsx`);

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
  const reached = new Set([entry, ...frame, ...publicPages]);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  const sources = [...readFileSync('src/public.css', 'utf8').matchAll(/^@source "\.\/(.*)";$/gm)];
  expect(sources.map(([, file]) => `src/${file}`)).toEqual([...reached].filter(isPart).toSorted());
});
