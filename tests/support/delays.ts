import type { AnyStateMachine } from 'xstate';

/** A named delay of a machine, in milliseconds; not a number when the machine does not declare it. */
export function resolveDelay(machine: AnyStateMachine, name: string, context: unknown): number {
  const delay = machine.implementations.delays[name] ?? Number.NaN;
  return typeof delay === 'function' ? delay({ context } as Parameters<typeof delay>[0], undefined) : delay;
}
