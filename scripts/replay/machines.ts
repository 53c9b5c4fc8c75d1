import { type AnyStateMachine, StateMachine } from 'xstate';

const files = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.ts', { eager: true });

const all = Object.values(files)
  .flatMap((exported) => Object.values(exported))
  .filter((one): one is AnyStateMachine => one instanceof StateMachine);

/** All machines by id, as reports name them. */
export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(all.map((machine) => [machine.id, machine]));
