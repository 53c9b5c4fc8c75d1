import type { AnyStateMachine } from 'xstate';

/** Returns a machine's named delay in milliseconds; NaN if undeclared. */
export function resolveDelay(machine: AnyStateMachine, name: string, context: unknown): number {
  const delay = machine.implementations.delays[name] ?? Number.NaN;
  return typeof delay === 'function' ? delay({ context } as Parameters<typeof delay>[0], undefined) : delay;
}
