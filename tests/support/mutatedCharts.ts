import { inject } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { mutationsOf } from './chartMutations';

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutation of the machines with these ids; null for none. */
    chartMutation: { machines: string[]; name: string } | null;
  }
}

/* Set up before a chart's tests, so that its machine is mutated wherever it starts. */

const wanted = inject('chartMutation');
const mutated = new WeakSet<AnyStateMachine>();

const { getInitialSnapshot } = StateMachine.prototype;
StateMachine.prototype.getInitialSnapshot = function (...args) {
  if (wanted?.machines.includes(this.id) && !mutated.has(this)) {
    mutated.add(this);
    mutationsOf(this)
      .find(({ name }) => name === wanted.name)
      ?.apply();
    // Some mutations cause infinite loops.
    this.options.maxIterations = 1_000;
  }
  return getInitialSnapshot.apply(this, args);
};
