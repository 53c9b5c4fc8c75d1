import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/* Documents inline the styles of every component a public page may show and of the frame of the others, and no more. */

const entry = 'src/main.tsx';
const frame = ['src/components/AppLayout.tsx', 'src/components/TopBar.tsx'];
const publicPages = [
  'account/Register',
  'account/VerifyOtp',
  'account/ForgotPassword',
  'account/ResetPassword',
  'app/NotFound',
].map((name) => `src/screens/${name}Screen.tsx`);

/** Returns a module's static imports, without types. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gms);
  return [...imports].flatMap(([, path = '']) => {
    const base = join(dirname(file), path);
    return [`${base}.ts`, `${base}.tsx`].filter(existsSync);
  });
}

/** Modules that may contain class names: components, screens and their style helpers. */
const isPart = (file: string) => /^src\/(routes\.tsx$|components\/|screens\/.*\.tsx$)/.test(file);

test('public.css lists the components of the public pages', () => {
  const reached = new Set([entry, ...frame, ...publicPages]);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  const sources = [...readFileSync('src/public.css', 'utf8').matchAll(/^@source "\.\/(.*)";$/gm)];
  expect(sources.map(([, file]) => `src/${file}`)).toEqual([...reached].filter(isPart).toSorted());
});
