import { type AnyStateMachine, StateMachine } from 'xstate';
<<<<<<< HEAD
import { idle } from '../../tests/support/idle';

const files = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.ts', { eager: true });

/** Charts are made from ports. A replay needs none. */
const isMaker = (name: string, one: unknown): one is () => unknown =>
  typeof one === 'function' && /^(?!create).+(?:Machine|Form)$/.test(name);

const all = Object.values(files)
  .flatMap((exported) => Object.entries(exported))
  .map(([name, one]) => (isMaker(name, one) ? idle(one) : one))
  .filter((one): one is AnyStateMachine => one instanceof StateMachine);
=======
import { idle } from './idle';

const files = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.ts', { eager: true });

/** Returns the machine that a file exports by its own name, made from its ports if it needs any. */
function machineOf(file: string, exported: Record<string, unknown>): AnyStateMachine | undefined {
  const [, name = ''] = /\/(\w+(?:Machine|Form))\.ts$/.exec(file) ?? [];
  const chart = exported[name];
  const machine = typeof chart === 'function' ? idle(chart as () => unknown) : chart;
  return machine instanceof StateMachine ? machine : undefined;
}

const all = Object.entries(files).flatMap(([file, exported]) => machineOf(file, exported) ?? []);
>>>>>>> fe07130ef9d3d196c2f613c2ec581cf1b5a665d2

/** All machines by id, as reports name them. */
export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(all.map((machine) => [machine.id, machine]));
