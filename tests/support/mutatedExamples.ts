import { afterAll, beforeAll, beforeEach, describe, inject, type RunnerTestSuite as Suite } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { findMutation } from './chartMutations';

/* Declares a chart's examples once for each mutation, and leaves out those after the first failure. */

declare module 'vitest' {
  interface ProvidedContext {
    mutated: {
      /** Ids of the machines that are mutated. */
      machines: string[];
      /** The names of the mutations. No machine has the first, so that its examples must pass. */
      mutations: string[];
      /** The module that declares the examples when it is called. */
      examples: string;
    };
  }
}

const { machines, mutations, examples } = inject('mutated');

let wanted: string | undefined;
const undo = new Map<AnyStateMachine, (() => void) | undefined>();

/** Some mutations loop for ever, within a step or from answer to answer. */
const maxSteps = { inAll: 20_000, atOnce: 1_000 };
let steps = 0;

// Mutates a chart's machine wherever it starts.
const { getInitialSnapshot, transition } = StateMachine.prototype;
StateMachine.prototype.getInitialSnapshot = function (...args) {
  if (wanted !== undefined && machines.includes(this.id) && !undo.has(this)) {
    undo.set(this, findMutation(this, wanted)?.apply());

    this.options.maxIterations = maxSteps.atOnce;
  }
  return getInitialSnapshot.apply(this, args);
};
StateMachine.prototype.transition = function (...args) {
  steps += 1;
  if (steps > maxSteps.inAll) throw new Error('It loops for ever.');
  return transition.apply(this, args);
};

// Machines bind their methods when they are made, so that they are made only now.
const { default: declareExamples }: { default(): void } = await import(/* @vite-ignore */ examples);

// An actor that fails unheard throws later.
let hasThrown = false;
process.on('uncaughtException', () => {
  hasThrown = true;
});
const { setTimeout: later } = globalThis;

const outermost = (suite: Suite | undefined): Suite | undefined =>
  suite?.suite && suite.suite !== suite.file ? outermost(suite.suite) : suite;

/** Leaves out the tests of a suite that have not run. */
function leaveOut(suite: Suite | undefined) {
  for (const task of suite?.tasks ?? []) {
    if (task.type === 'suite') leaveOut(task);
    else task.mode = 'skip';
  }
}

for (const mutation of mutations) {
  describe(mutation, () => {
    beforeAll(() => {
      wanted = mutation;
      steps = 0;
      hasThrown = false;
    });
    afterAll(async () => {
      await new Promise((done) => later(done));
      wanted = undefined;
      for (const restore of undo.values()) restore?.();
      undo.clear();
      if (hasThrown) throw new Error('Something failed unheard.');
    });
    beforeEach(({ onTestFailed, task }) => onTestFailed(() => leaveOut(outermost(task.suite))));
    declareExamples();
  });
}
