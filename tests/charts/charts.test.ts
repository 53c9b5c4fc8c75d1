import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodesOf } from '../../scripts/replay/edges';
import { charts } from '../support/charts';

const filesIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' });

test('every machine of the product is among the charts, and has examples', () => {
  const files = [...filesIn('../../src/machines/'), ...filesIn('../../student/src/machines/')];
  const machines = files.flatMap((file) => /^(?:.+\/)?(.+)Machine\.ts$/.exec(file)?.[1] ?? []);
  expect(Object.keys(charts)).toEqual(machines.sort());
  // What their mutations are tried on.
  const examples = filesIn('../');
  expect(machines.filter((name) => !examples.some((file) => file.endsWith(`/${name}.test.ts`)))).toEqual([]);

  const forms = files.flatMap((file) => /^.+\/(.+)Form\.ts$/.exec(file)?.[1] ?? []);
  expect(charts.form.map(({ machine }) => machine.id).sort()).toEqual(forms.sort());
});

/** Smaller charts are shown state by state in the tests of their screens. */
const walkedFrom = 7;

test('every one of them with seven states or more, and every form, is walked on the real screens', () => {
  const folder = new URL('../', import.meta.url);
  const walks = filesIn('../').filter((file) => file.endsWith('.walk.test.tsx'));
  const walked = walks.flatMap((file) =>
    [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(
        /^walk(?:Chart|Form)\((?:idle\()?(\w+)(?:Machine|Form)\b/gm,
      ),
    ].map(([, name]) => name),
  );
  const large = Object.entries(charts).flatMap(([name, list]) =>
    // The root is no state.
    list.flatMap(({ machine }) => (name === 'form' || nodesOf(machine).length > walkedFrom ? [machine.id] : [])),
  );
  expect(large.length).toBeGreaterThan(20);
  expect(large.filter((id) => !walked.includes(id))).toEqual([]);
});
