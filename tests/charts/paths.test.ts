import { describe, expect, test, vi } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { nodesOf } from '../../scripts/replay/edges';
import { type Chart, charts } from '../support/charts';
import { resolveDelay } from '../support/delays';
import type { Path } from '../support/paths';
import { replay } from '../support/replay';

/** How often a machine was asked for its next state, for the paths of all charts together. */
let stepsTaken = 0;

function walkCounted({ machine, walk }: Chart) {
  const taken = vi.spyOn(machine, 'transition');
  const walked = walk();
  stepsTaken += taken.mock.calls.length;
  taken.mockRestore();
  return { machine, ...walked };
}

/*
 * What every chart has to pass: each of its edges has a path, each of its delays is a number of milliseconds, and each
 * path is taken alike by a live actor. Of a chart that is declared several times (the forms) an edge has to be taken by
 * one of the declarations.
 */
describe.each<[string, Chart[]]>(Object.entries(charts))('%s', (_, declarations) => {
  const walks = declarations.map(walkCounted);

  test('every edge has a path', () => {
    for (const { paths } of walks) expect(paths).not.toEqual([]);
    const taken = new Set(walks.flatMap(({ edges, missing }) => edges.filter((edge) => !missing.includes(edge))));
    const missing = walks.flatMap(({ edges }) => edges).filter((edge) => !taken.has(edge));
    expect([...new Set(missing)]).toEqual([]);
  });

  // A misspelt delay compiles, and fires at once (xstate#5375).
  test('every delay is declared and is a number of milliseconds', () => {
    for (const { machine, paths } of walks) {
      for (const node of nodesOf(machine)) {
        for (const delay of Object.keys(node.config.after ?? {})) {
          expect(Object.keys(machine.implementations.delays), `delays of ${machine.id}`).toContain(delay);
          for (const { context } of snapshotsIn(paths).filter(({ _nodes }) => _nodes.includes(node))) {
            expect(resolveDelay(machine, delay, context), `${delay} of ${machine.id}`).toBeGreaterThanOrEqual(0);
          }
        }
      }
    }
  });

  test('every actor that may answer may also fail', () => {
    for (const { machine } of walks) {
      for (const { invoke, transitions } of nodesOf(machine)) {
        for (const { id, src } of invoke) {
          // Charts that are invoked see to their failures themselves.
          if ('root' in (machine.implementations.actors[String(src)] ?? {})) continue;
          if (!transitions.has(`xstate.done.actor.${id}`)) continue;
          expect([...transitions.keys()], machine.id).toContain(`xstate.error.actor.${id}`);
        }
      }
    }
  });

  for (const { machine, paths } of walks) {
    for (const path of paths) test(`${machine.id}: ${path.name}`, () => replay(machine, path));
  }
});

test('the paths of all charts together are generated in few steps', () => {
  expect(stepsTaken).toBeGreaterThan(1_000);
  expect(stepsTaken).toBeLessThan(45_000);
});

const snapshotsIn = (paths: Path[]): AnyMachineSnapshot[] =>
  paths.flatMap(({ start, steps }) => [start, ...steps].map(({ snapshot }) => snapshot));
