import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import features from '../../src/features.json';
import { root } from '../support/product';

/* docs/architecture.md is written by hand. Only its completeness can be checked. */

const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [introduction = '', ...sections] = text.split('\n## ');
const section = (title: string) => sections.find((each) => each.startsWith(`${title}\n`)) ?? '';
const src = join(root, 'src');

/** Returns the names that do not occur as words. */
const missingIn = (part: string, names: string[]) => names.filter((name) => !new RegExp(`\\b${name}\\b`).test(part));

test('every machine is in the drawing of the lifetimes', () => {
  const [, drawing = ''] = section('Lifetimes').split('```');
  const machines = readdirSync(join(src, 'machines'), { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /(\w+)Machine\.ts$/.exec(file)?.[1] ?? [],
  );
  expect(machines.length).toBeGreaterThan(20);
  expect(missingIn(drawing, machines)).toEqual([]);
});

test('every folder is described, and every feature in its order', () => {
  const folders = readdirSync(src, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(missingIn(introduction, folders)).toEqual([]);
  const described = [...introduction.matchAll(/^\| `(\w+)`/gm)].map(([, feature]) => feature);
  expect(described).toEqual([...features, 'inspect']);
});

test('rooms hold nothing but features', () => {
  for (const room of ['machines', 'services', 'screens']) {
    const names = readdirSync(join(src, room)).filter((name) => !(room === 'screens' && name === 'inspect'));
    expect(names.filter((name) => !features.includes(name))).toEqual([]);
  }
});
