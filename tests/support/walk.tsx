import { describe, expect, test } from 'vitest';
import {
  Actor,
  type AnyActor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InspectionEvent,
  type OutputFrom,
  type SnapshotFrom,
  StateMachine,
} from 'xstate';
import { EdgeRecorder } from '../../scripts/replay/edges';
import { stepperOf } from '../../scripts/replay/stepper';
import { charts } from './charts';
import { isTimer, type Path, type Step } from './paths';
import { inspectNext, pass, settle } from './screen';
import { happen } from './session';

/*
 * The generated paths of a chart, walked on the real screens: the drivers do what a teacher, the network or the browser
 * does, and after every step the live chart has to have taken the model's edges, and the screen has to show it.
 */

/** What a driver may need of the walk besides the page. */
export interface Walking {
  /** The whole path, for what has to be arranged beforehand. */
  path: Path;
  /** Says that all so far (typing, say) only led up to the event: it must have left the chart's state as it was. */
  ready(): void;
  /**
   * Sends the chart an event that nothing on a screen can cause now; the reason stands beside it. What was tried on the
   * screen instead, such as a press of an inert button, must have led to nothing.
   */
  sendDirectly(event: AnyEventObject): Promise<void>;
  /** Says that the same step brings the chart this event, too, before the one that is driven: the model takes both. */
  comesFirst(event: AnyEventObject): void;
  /** Says that what the chart lives in ends with this step, and the chart with it. */
  ends(): void;
  /** Says that the page itself goes on with this event in the same step: the model takes both. */
  goesOnWith(event: AnyEventObject): void;
}

/** Makes an event happen on the opened page. What it causes is settled afterwards. */
type Driver<Opened, Payload> = (opened: Opened, payload: Payload, walking: Walking) => unknown;

/** What the chart invokes; an invoke's id is its source's name. */
type Actors<M extends AnyStateMachine> = Required<NonNullable<Parameters<M['provide']>[0]['actors']>>;

/** How a chart is met on the real screens. */
export interface Stage<M extends AnyStateMachine, Opened> {
  /** Opens the page on which the chart starts, and leaves the chart at its start. */
  open(path: Path): Promise<Opened>;
  /** For every event; null for one that only the chart itself raises. */
  events: {
    [Type in EventFromLogic<M>['type']]: Driver<Opened, Extract<EventFromLogic<M>, { type: Type }>> | null;
  };
  /** How an invoked actor comes to answer, with the sample output, or to fail: by invoke id. */
  answers?: {
    [Id in keyof Actors<M>]?: {
      done?: Driver<Opened, OutputFrom<Actors<M>[Id]>>;
      error?: Driver<Opened, AnyEventObject>;
    };
  };
  /** What is to be seen in each settled leaf state, by its path in the chart (`attached.open.proven`). */
  seen: Record<string, (opened: Opened, snapshot: SnapshotFrom<M>) => unknown>;
  /** Edges that other actors may cause at any step, such as the ticks of a clock or what a child of the chart reports. */
  meanwhile?: readonly string[];
}

/** Declares a test for each path of the chart, and one that nothing on the paths lacks its driver or its assertion. */
export function walkChart<M extends AnyStateMachine, Opened>(machine: M, stage: Stage<M, Opened>) {
  const chart = Object.values(charts)
    .flat()
    .find((one) => one.machine.config === machine.config);
  if (chart === undefined) throw new Error(`${machine.id} is not among the charts`);
  const paths = chart.walk().paths.map((path) => ({ ...path, steps: joinImmediate(path.steps) }));

  describe(`${machine.id}: generated paths on the real screens`, () => {
    test('every event, every answer and every settled state is met, and nothing else is prepared', () => {
      const steps = paths.flatMap((path) => path.steps).filter(({ event }) => !isTimer(event));
      expect([...driversOf(stage).keys()].sort()).toEqual(distinct(steps.map(({ event }) => event.type)));

      const leaves = paths
        .flatMap(({ start, steps }) => [start, ...steps])
        .flatMap(({ snapshot }) => leavesOf(snapshot));
      expect(Object.keys(stage.seen).sort()).toEqual(distinct(leaves));
    });

    for (const path of paths) test(path.name, () => walk(machine, stage, path));
  });
}

const distinct = (texts: string[]) => [...new Set(texts)].sort();

// A browser's own pointer may happen to lie where rows come below it.
window.addEventListener('pointermove', (event) => event.isTrusted && event.stopImmediatePropagation(), {
  capture: true,
});

/** The innermost states that are active, by their paths in the chart. */
const leavesOf = ({ _nodes }: AnyMachineSnapshot): string[] =>
  _nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ path }) => path.join('.'));

/** A timer of no time follows at once: for a teacher, it and what started it are one step. */
function joinImmediate(steps: Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const cause = joined.at(-1);
    if (cause === undefined || !isTimer(step.event) || step.wait > 0) joined.push(step);
    else joined.splice(-1, 1, { ...cause, edges: [...cause.edges, ...step.edges], snapshot: step.snapshot });
  }
  return joined;
}

async function walk<M extends AnyStateMachine, Opened>(machine: M, stage: Stage<M, Opened>, path: Path) {
  const watch = new ChartWatch(machine);
  inspectNext(watch.inspect);
  const opened = await stage.open(path);
  const { actor, recorder } = watch.found();
  const stepper = stepperOf(machine);

  let hasEnded = false;
  const expectState = ({ value, status }: AnyMachineSnapshot) =>
    expect(actor.getSnapshot()).toMatchObject({ value, status: hasEnded ? 'stopped' : status });
  const expectSeen = async (snapshot: AnyMachineSnapshot) => {
    expectState(snapshot);
    for (const leaf of leavesOf(snapshot)) await stage.seen[leaf]?.(opened, snapshot as SnapshotFrom<M>);
  };
  /** What was taken, without what may come at any step and is not expected in this one. */
  const edgesBeside = (expected: string[]) =>
    recorder.edges.filter((edge) => expected.includes(edge) || !stage.meanwhile?.includes(edge));

  expect(edgesBeside(path.start.edges)).toEqual(path.start.edges);
  await expectSeen(path.start.snapshot);
  const drivers = driversOf(stage);
  let before = path.start.snapshot;
  for (const { event, wait, ...foreseen } of path.steps) {
    let { edges, snapshot } = foreseen;
    const ready = () => {
      expectState(before);
      recorder.begin(actor.getSnapshot());
    };
    const sendDirectly = async (unoffered: AnyEventObject) => {
      await settle();
      expect(edgesBeside([]), 'what came of the screen').toEqual([]);
      await happen(() => actor.send(unoffered));
    };
    const comesFirst = (first: AnyEventObject) => {
      const between = stepper.take(before, first);
      const last = stepper.take(between.snapshot, event);
      edges = [...between.edges, ...last.edges];
      snapshot = last.snapshot;
    };
    const goesOnWith = (caused: AnyEventObject) => {
      const last = stepper.take(snapshot, caused);
      edges = [...edges, ...last.edges];
      snapshot = last.snapshot;
    };
    const ends = () => {
      hasEnded = true;
    };
    ready();
    if (isTimer(event)) {
      await pass(wait - 1);
      expect(edgesBeside([]), `${wait - 1} ms`).toEqual([]);
      await expectSeen(before);
      await pass(1);
      expect(edgesBeside(edges), `${wait} ms`).toEqual(edges);
    } else {
      const driver = drivers.get(event.type);
      if (driver === undefined) throw new Error(`Nothing drives ${event.type}`);
      const walking = { path, ready, sendDirectly, comesFirst, goesOnWith, ends };
      await driver(opened, 'output' in event ? event.output : event, walking);
      await settle();
      expect(edgesBeside(edges), event.type).toEqual(edges);
    }
    await expectSeen(snapshot);
    before = snapshot;
  }
}

/** The stage's drivers by the types of their events, of which each takes its own. */
function driversOf<M extends AnyStateMachine, Opened>(stage: Stage<M, Opened>) {
  const { events, answers = {} } = stage as unknown as {
    events: Record<string, Driver<Opened, unknown> | null>;
    answers?: Record<string, Record<string, Driver<Opened, unknown>>>;
  };
  const answering = Object.entries(answers).flatMap(([id, ways]) =>
    Object.entries(ways).map(([way, driver]) => [`xstate.${way}.actor.${id}`, driver] as const),
  );
  return new Map(
    [...Object.entries(events), ...answering].flatMap(([type, driver]) => (driver ? [[type, driver]] : [])),
  );
}

/** Finds the chart's actor among all that start, the newest when there are several, and notes its edges. */
class ChartWatch {
  #newest: { actor: AnyActor; recorder: EdgeRecorder } | undefined;

  constructor(readonly machine: AnyStateMachine) {}

  inspect = (inspected: InspectionEvent) => {
    const { type, actorRef } = inspected;
    if (type === '@xstate.actor' && actorRef instanceof Actor && this.#isChart(actorRef)) {
      this.#newest = { actor: actorRef, recorder: new EdgeRecorder() };
    }
    if (actorRef === this.#newest?.actor) this.#newest.recorder.inspect(inspected);
  };

  /** The actor as of now: one that starts later is not watched in its place. */
  found() {
    if (this.#newest === undefined) throw new Error(`No ${this.machine.id} runs on the page`);
    return this.#newest;
  }

  #isChart({ logic }: AnyActor) {
    return logic instanceof StateMachine && logic.id === this.machine.id;
  }
}
