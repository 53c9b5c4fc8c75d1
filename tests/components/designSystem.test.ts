import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* Rules of docs/design-system.md that neither the compiler nor a browser checks. */

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(css|tsx?)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

const found = (pattern: RegExp) =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`));

test('there are two font weights', () => {
  expect(found(/--font-weight-\w+: .*(?=;)/g)).toEqual([
    'styles.css: --font-weight-normal: 400',
    'styles.css: --font-weight-semibold: 600',
  ]);
  expect(found(/\bfont-(thin|(extra|ultra)?light|medium|(extra|ultra)?bold|black|heavy|[[(\d])/g)).toEqual([]);
  expect(found(/fontWeight|(?<!-)\bfont-weight:|<(b|strong)>/g)).toEqual([]);
});

test('all motion takes its duration from the token', () => {
  expect(found(/\bduration-[[(\d]/g)).toEqual([]);
});

test('all corner radii come from the tokens', () => {
  expect(found(/\brounded(-[a-z]+)*-\[/g)).toEqual([]);
});

test('no dialog loses a typed line: what its fields hold is kept', () => {
  const fields = /<(?:Field|TextAreaField|EmailField)\s[^>]*?(?=\/>)/g;
  const inDialogs = files.filter(({ text }) => text.includes('<FormDialog'));
  const lost = inDialogs.flatMap(({ path, text }) =>
    [...text.matchAll(fields)].flatMap(([field]) => (/kept(Field)?Of\(/.test(field) ? [] : `${path}: ${field}`)),
  );
  expect([inDialogs.length > 6, lost]).toEqual([true, []]);
});
