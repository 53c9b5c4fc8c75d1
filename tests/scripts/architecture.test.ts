import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/product';

/* docs/architecture.md is written by hand. Only its completeness can be checked. */

const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [introduction = '', ...sections] = text.split('\n## ');
const section = (title: string) => sections.find((each) => each.startsWith(`${title}\n`)) ?? '';
const src = join(root, 'src');

/** Returns the names that do not occur as words. */
const missingIn = (part: string, names: string[]) => names.filter((name) => !new RegExp(`\\b${name}\\b`).test(part));

test('every machine is in the drawing of the lifetimes', () => {
  const [, drawing = ''] = introduction.split('```');
  const machines = readdirSync(join(src, 'machines'), { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /(\w+)Machine\.ts$/.exec(file)?.[1] ?? [],
  );
  expect(machines.length).toBeGreaterThan(20);
  expect(missingIn(drawing, machines)).toEqual([]);
});

test('every file of the composition has a description', () => {
  // The screens' files share a row.
  const files = readdirSync(join(src, 'system'), { recursive: true, encoding: 'utf8' })
    .flatMap((file) => /(\w+)\.ts$/.exec(file)?.[1] ?? [])
    .filter((file) => !file.endsWith('System'));
  expect(files.length).toBeGreaterThan(2);
  expect(missingIn(section('Where it is composed'), files)).toEqual([]);
});

test('every folder is covered by the import rules', () => {
  const folders = readdirSync(src, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(missingIn(section('Import rules'), folders)).toEqual([]);
});
