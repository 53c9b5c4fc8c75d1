import { inject } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { mutationsOf } from './chartMutations';

declare module 'vitest' {
  interface ProvidedContext {
    /** What is wrong with the machines of these ids; null: nothing is. */
    chartMutation: { machines: string[]; name: string } | null;
  }
}

/* Set up before the tests of a chart, so that they meet its machine with one mutation, wherever it is started. */

const wanted = inject('chartMutation');
const mutated = new WeakSet<AnyStateMachine>();

const { getInitialSnapshot } = StateMachine.prototype;
StateMachine.prototype.getInitialSnapshot = function (...args) {
  if (wanted?.machines.includes(this.id) && !mutated.has(this)) {
    mutated.add(this);
    mutationsOf(this)
      .find(({ name }) => name === wanted.name)
      ?.apply();
    // Some mutations would go round in circles for ever.
    this.options.maxIterations = 1_000;
  }
  return getInitialSnapshot.apply(this, args);
};
