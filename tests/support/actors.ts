import {
  type ActorRefFromLogic,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  createMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type InputFrom,
  type NonReducibleUnknown,
} from 'xstate';
import { type ArrivalsEvent, arrivalsMachine } from '../../src/machines/records/arrivalsMachine';
import { sectionMachine } from '../../src/machines/session/sectionMachine';
import { idle } from './idle';
import { refused } from './samples';

/** A call of a held promise actor. The test settles it. */
export interface HeldCall<Output, Input> {
  input: Input;
  /** Aborted when the chart stops waiting. */
  signal: AbortSignal;
  answer(output: Output): Promise<void>;
  /** Rejects, by default with a known error. */
  fail(error?: unknown): Promise<void>;
}

/** Lets settled promises propagate, without advancing timers. */
async function settled() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Creates a promise actor for `provide` and records its calls. */
export function heldPromise<Output, Input extends NonReducibleUnknown = void>() {
  const calls: HeldCall<Output, Input>[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        calls.push({
          input,
          signal,
          answer: (output) => {
            resolve(output);
            return settled();
          },
          fail: (error = refused) => {
            reject(error);
            return settled();
          },
        });
      }),
  );
  return {
    logic,
    calls,
    /** Returns the last call. */
    get last() {
      const call = calls.at(-1);
      if (call === undefined) throw new Error('No call has been made');
      return call;
    },
  };
}

/** Creates a callback actor for `provide` and records what it is sent and whether it runs. */
export function heldCallback<
  Sent extends EventObject,
  Received extends EventObject = EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>() {
  const received: Received[] = [];
  const inputs: Input[] = [];
  const runs = { started: 0, stopped: 0 };
  let sendBack: (event: Sent) => void = () => {
    throw new Error('The actor has not been started');
  };
  const logic = fromCallback<Received, Input>((callback) => {
    runs.started += 1;
    inputs.push(callback.input);
    sendBack = callback.sendBack;
    callback.receive((event) => received.push(event));
    return () => {
      runs.stopped += 1;
    };
  });
  return {
    logic,
    received,
    /** Input of each run. */
    inputs,
    runs,
    /** Sends an event to the chart from the latest run. */
    send: (event: Sent) => sendBack(event),
    get isRunning() {
      return runs.started > runs.stopped;
    },
  };
}

/** A section's chart that needs no logs. */
export const lonelySection = () =>
  idle(sectionMachine).provide({
    actors: {
      arrivals: idle(arrivalsMachine).provide({ actors: { watchArrivals: heldCallback<ArrivalsEvent>().logic } }),
    },
  });

/** Starts a chart under a parent, as in the product, and records what it sends. */
export function startUnderParent<M extends AnyStateMachine>(machine: M, input?: InputFrom<M>) {
  const reports: AnyEventObject[] = [];
  const parent = createActor(
    createMachine({
      invoke: { id: 'chart', src: machine as AnyStateMachine, input },
      on: { '*': { actions: ({ event }) => void reports.push(event) } },
    }),
  ).start();
  const actor = parent.getSnapshot().children.chart as ActorRefFromLogic<M>;
  return { actor, reports, stop: () => parent.stop() };
}
