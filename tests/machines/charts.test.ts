import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { charts } from '../support/charts';

test('every machine of the product is among the charts', () => {
  const files = readdirSync(new URL('../../src/machines', import.meta.url));
  const machines = files.flatMap((file) => /^(.+)Machine\.ts$/.exec(file)?.[1] ?? []);
  expect(Object.keys(charts)).toEqual(machines.sort());

  const forms = readdirSync(new URL('../../src/machines/forms', import.meta.url));
  const declared = charts.form.map(({ machine }) => `${machine.id}Form.ts`);
  expect(declared.sort()).toEqual(forms.filter((file) => file.endsWith('Form.ts')).sort());
});

test('the paths of all charts together are generated within 2 s of work', () => {
  // The processor's time: how busy the machine is besides is no matter of the charts'.
  const start = process.cpuUsage();
  for (const { walk } of Object.values(charts).flat()) expect(walk().paths).not.toEqual([]);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
});
