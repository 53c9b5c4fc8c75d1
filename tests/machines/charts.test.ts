import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { charts } from '../support/charts';

test('every machine of the product is among the charts, and has examples', () => {
  const files = readdirSync(new URL('../../src/machines', import.meta.url));
  const machines = files.flatMap((file) => /^(.+)Machine\.ts$/.exec(file)?.[1] ?? []);
  expect(Object.keys(charts)).toEqual(machines.sort());
  // What their mutations are tried on.
  const examples = readdirSync(new URL('.', import.meta.url));
  expect(machines.filter((name) => !examples.includes(`${name}.test.ts`))).toEqual([]);

  const forms = readdirSync(new URL('../../src/machines/forms', import.meta.url));
  const declared = charts.form.map(({ machine }) => `${machine.id}Form.ts`);
  expect(declared.sort()).toEqual(forms.filter((file) => file.endsWith('Form.ts')).sort());
});

test('every one of them is walked on the real screens', () => {
  const folder = new URL('../walks/', import.meta.url);
  const walked = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^walk(?:Chart|Form)\((\w+)(?:Machine|Form),/gm)].map(
      ([, name]) => name,
    ),
  );
  const declared = Object.values(charts).flatMap((chart) => chart.map(({ machine }) => machine.id));
  // The dialog twice: around the form that creates a section, and around the one that deletes it.
  expect([...new Set(walked)].sort()).toEqual(declared.sort());
});
