import { type AnyStateMachine, StateMachine } from 'xstate';
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

/** All machines by id, as reports name them. */
export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(all.map((machine) => [machine.id, machine]));
