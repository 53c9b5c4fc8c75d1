import { expect } from 'vitest';
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  createMachine,
  type Snapshot,
} from 'xstate';
import { EdgeRecorder } from '../../scripts/replay/edges';
import { isTimer, type Outcome, type Path, type Step } from './paths';

/** Replaces any invoked actor: ends at once on request, otherwise does nothing. */
const held: ActorLogic<Snapshot<unknown>, AnyEventObject> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  transition: (snapshot, { type, output, error }) => {
    if (type === 'held.answer') return { status: 'done', output, error: undefined };
    if (type === 'held.fail') return { status: 'error', output: undefined, error };
    return snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
};

/** Returns the chart with actors held and effects removed. Built-in actions (assign, raise, send) stay. */
function isolated(machine: AnyStateMachine): AnyStateMachine {
  const { actors, actions } = machine.implementations;
  const effects = Object.entries(actions).filter(([, action]) => action !== undefined && !('resolve' in action));
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, held])),
    actions: Object.fromEntries(effects.map(([name]) => [name, () => {}])),
  });
}

interface Timer {
  due: number;
  run(): void;
}

/** Fires one timer at a time, even of those due together, as browsers do. */
class StepClock {
  now = 0;
  timers: Timer[] = [];

  setTimeout = (run: () => void, delay: number): Timer => {
    const timer = { due: this.now + delay, run };
    this.timers = [...this.timers, timer].toSorted((a, b) => a.due - b.due);
    return timer;
  };

  clearTimeout = (timer: Timer) => {
    this.timers = this.timers.filter((other) => other !== timer);
  };

  fireNext() {
    const timer = this.timers.shift();
    if (timer === undefined) throw new Error('No timer is running');
    this.now = timer.due;
    timer.run();
  }
}

/**
 * Follows a generated path with a live actor and expects each step's edges and state. The next timer must be the
 * model's, at the model's time: nothing may happen earlier.
 */
export function replay(machine: AnyStateMachine, { input, start, steps }: Path) {
  const recorder = new EdgeRecorder();
  const clock = new StepClock();
  // Runs under a parent, to which the chart may send.
  const parent = createActor(createMachine({ invoke: { id: 'chart', src: isolated(machine), input } }), {
    clock,
    inspect: (inspected) => {
      if ('id' in inspected.actorRef && inspected.actorRef.id === 'chart') recorder.inspect(inspected);
    },
  });
  parent.start();
  const chart: AnyActorRef | undefined = parent.getSnapshot().children.chart;
  if (chart === undefined) throw new Error('The chart has not been started');

  const expectOutcome = ({ edges, snapshot }: Outcome) => {
    expect(recorder.edges).toEqual(edges);
    expect(chart.getSnapshot()).toMatchObject({ value: snapshot.value, status: snapshot.status });
  };

  expectOutcome(start);
  for (const step of steps) {
    recorder.begin(chart.getSnapshot());
    take(chart, clock, step);
    expectOutcome(step);
  }
  parent.stop();
  expect(clock.timers, 'timers that outlive the chart').toEqual([]);
}

function take(chart: AnyActorRef, clock: StepClock, { event, wait }: Step) {
  const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (id !== undefined) {
    const { output, error } = event;
    chart
      .getSnapshot()
      .children[id].send(outcome === 'done' ? { type: 'held.answer', output } : { type: 'held.fail', error });
  } else if (isTimer(event)) {
    expect(clock.timers[0]?.due, 'when the next timer is due').toBe(clock.now + wait);
    clock.fireNext();
  } else {
    chart.send(event);
  }
}
