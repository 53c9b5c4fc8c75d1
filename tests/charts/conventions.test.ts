import { describe, expect, test } from 'vitest';
import { type AnyActorLogic, createActor, StateMachine } from 'xstate';
import { nodesOf } from '../../scripts/replay/edges';
import { idle } from '../../scripts/replay/idle';

/*
 * What holds for every machine, also for one that is yet to be written. They are loaded inside the tests, so that a
 * file that cannot be loaded fails a test.
 */
const files = import.meta.glob<Record<string, unknown>>(['../../{src,student/src}/machines/**/*.ts']);

test.each(Object.entries(files))('%s can be loaded', async (_, load) => {
  expect(await load()).toBeDefined();
});

/** Whether a name is that of a chart which is made from its ports. */
const isMade = (name: string) => /^(?!create).*(Machine|Form)$/.test(name);

/** Every machine with the name it is exported by, and the file that does. */
async function machines() {
  const loaded = await Promise.all(
    Object.entries(files).map(async ([file, load]) => ({ file, exported: await load() })),
  );
  return loaded.flatMap(({ file, exported }) =>
    Object.entries(exported).flatMap(([name, one]) => {
      const machine = typeof one === 'function' && isMade(name) ? idle(one as () => unknown) : one;
      return machine instanceof StateMachine ? [{ file, name, machine, isMade: machine !== one }] : [];
    }),
  );
}

describe('every machine', () => {
  test('is called after its file', async () => {
    for (const { file, name, machine } of await machines()) {
      expect(file.endsWith(`/${name}.ts`), file).toBe(true);
      expect([`${machine.id}Machine`, `${machine.id}Form`]).toContain(name);
    }
  });

  test('invokes each actor by the name of what it runs, which it has declared', async () => {
    for (const { machine } of await machines()) {
      for (const { id, src } of nodesOf(machine).flatMap(({ invoke }) => invoke)) {
        expect(id).toBe(src);
        // The code of a session is fetched on demand, and declared by its type alone.
        if (src !== 'session') expect(Object.keys(machine.implementations.actors), machine.id).toContain(src);
      }
    }
  });

  test('says by name which actor or effect has not been provided', async () => {
    for (const { machine, isMade } of await machines()) {
      if (isMade) continue;
      const { actors, actions } = machine.implementations;
      for (const [name, logic] of Object.entries(actors)) {
        if (!('transition' in logic) || logic instanceof StateMachine) continue;
        expect(await rejectionOf(logic)).toEqual(new Error(`${name} is not provided`));
      }
      for (const [name, action] of Object.entries(actions)) {
        // What XState does by itself can be resolved.
        if (action === undefined || 'resolve' in action) continue;
        expect(action).toThrow(`${name} is not provided`);
      }
    }
  });
});

function rejectionOf(logic: AnyActorLogic) {
  return new Promise((resolve) => {
    const actor = createActor(logic);
    actor.subscribe({ error: resolve, complete: () => resolve(undefined) });
    actor.start();
  });
}
