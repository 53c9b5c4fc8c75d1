import { type AnyStateMachine, StateMachine } from 'xstate';
import { idle } from '../../tests/support/idle';

const files = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.ts', { eager: true });

/** Charts are made from ports. A replay needs none. */
const isMaker = (name: string, one: unknown): one is () => unknown =>
  typeof one === 'function' && /^(?!create).+(?:Machine|Form)$/.test(name);

const all = Object.values(files)
  .flatMap((exported) => Object.entries(exported))
  .map(([name, one]) => (isMaker(name, one) ? idle(one) : one))
  .filter((one): one is AnyStateMachine => one instanceof StateMachine);

/** All machines by id, as reports name them. */
export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(all.map((machine) => [machine.id, machine]));
