import { expect, test } from 'vitest';
import { StateMachine } from 'xstate';
import { nodesOf } from '../../scripts/replay/edges';
import { idle } from '../../scripts/replay/idle';

/* What holds for every machine, also for one that is yet to be written. */

const files = import.meta.glob<Record<string, unknown>>(['../../{src,student/src}/machines/**/*.ts'], { eager: true });

/** Whether a name is that of a chart which is made from its ports. */
const isMade = (name: string) => /^(?!create).*(Machine|Form)$/.test(name);

/** Every machine with the name it is exported by, and the file that does. */
const machines = Object.entries(files).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, one]) => {
    const machine = typeof one === 'function' && isMade(name) ? idle(one as () => unknown) : one;
    return machine instanceof StateMachine ? [{ file, name, machine }] : [];
  }),
);

test('every machine is called after its file', () => {
  expect(machines.length).toBeGreaterThan(30);
  for (const { file, name, machine } of machines) {
    expect(file.endsWith(`/${name}.ts`), file).toBe(true);
    expect([`${machine.id}Machine`, `${machine.id}Form`]).toContain(name);
  }
});

test('every machine invokes each actor by the name of what it runs, which it has declared', () => {
  for (const { machine } of machines) {
    for (const { id, src } of nodesOf(machine).flatMap(({ invoke }) => invoke)) {
      expect(id).toBe(src);
      // The code of a session is fetched on demand, and declared by its type alone.
      if (src !== 'session') expect(Object.keys(machine.implementations.actors), machine.id).toContain(src);
    }
  }
});
