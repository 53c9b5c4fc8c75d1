import { describe, expect, onTestFinished, test } from 'vitest';
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
import type { RecordedPath } from '../../src/recorder/tester/recordedPath';
import { charts } from './charts';
import { isTimer, type Path, type Step } from './paths';
import { endRecording, startRecording } from './recording';
import { inspectNext, pass, settle } from './screen';
import { happen } from './session';

/*
 * Walks a chart's generated paths on the real screens. Drivers act as the teacher, the network or the browser. After
 * every step the live chart must have taken the model's edges and the screen must show it.
 */

/** Context of a driver besides the page. */
export interface Walking {
  /** The whole path, for preparations. */
  path: Path;
  /** Declares that everything so far (such as typing) led up to the event: the chart's state must be unchanged. */
  ready(): void;
  /**
   * Sends an event that nothing on a screen can cause now. A preceding attempt on the screen, such as pressing an inert
   * button, must have had no effect.
   *
   * @param why nobody can walk the path by hand; printed with it
   */
  sendDirectly(event: AnyEventObject, why: string): Promise<void>;
  /** Declares an event that the same step causes before the driven one. The model takes both. */
  comesFirst(event: AnyEventObject): void;
  /** Declares that the chart's owner, and so the chart, ends with this step. */
  ends(): void;
  /** Declares an event that the page itself sends next in the same step. The model takes both. */
  goesOnWith(event: AnyEventObject): void;
}

/** Causes an event on the page. Its consequences settle afterwards. */
type Driver<Opened, Payload> = (opened: Opened, payload: Payload, walking: Walking) => unknown;

/** Invoked actors; an invoke's id is its source's name. */
type Actors<M extends AnyStateMachine> = Required<NonNullable<Parameters<M['provide']>[0]['actors']>>;

/** Describes a chart on the real screens. */
export interface Stage<M extends AnyStateMachine, Opened> {
  /** One per event; null if only the chart itself raises it. */
  events: {
    [Type in EventFromLogic<M>['type']]: Driver<Opened, Extract<EventFromLogic<M>, { type: Type }>> | null;
  };
  /** How an invoked actor answers, with the sample output, or fails, by invoke id. */
  answers?: {
    [Id in keyof Actors<M>]?: {
      done?: Driver<Opened, OutputFrom<Actors<M>[Id]>>;
      error?: Driver<Opened, AnyEventObject>;
    };
  };
  /** Assertions for each settled leaf state, by path (`attached.open.proven`). */
  seen: Record<string, (opened: Opened, snapshot: SnapshotFrom<M>) => unknown>;
  /** Leaf states in which the chart's owner has ended it. */
  endsIn?: readonly string[];
  /** Edges that other actors may cause at any step, such as clock ticks or reports of a child. */
  meanwhile?: readonly string[];
}

/** Opens the page that starts the chart, and leaves the chart at its start. */
type Open<Opened> = (path: Path) => Promise<Opened>;

/**
 * Declares a test per path, and one that every driver and assertion exists.
 *
 * @param open apart from the stage, so that the compiler knows what it returns, and names a driver that is missing
 */
export function walkChart<M extends AnyStateMachine, Opened>(machine: M, open: Open<Opened>, stage: Stage<M, Opened>) {
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

    const recorded: RecordedPath[] = [];
    for (const path of paths) test(path.name, async () => void recorded.push(await walk(machine, open, stage, path)));

    // In happy-dom, too, but one browser's word is enough.
    test.runIf(isBrowser)('each of them is recorded as it is: else npm run paths', async ({ skip }) => {
      if (recorded.length < paths.length) skip('some paths were not walked');
      expect(new Set(paths.map(({ id }) => id)).size).toBe(paths.length);
      const file = `../../docs/statecharts/paths/${machine.id}.json`;
      await expect(`[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`).toMatchFileSnapshot(file);
    });
  });
}

/** Whether this is Chromium itself. */
const isBrowser = '__vitest_browser__' in globalThis;

const distinct = (texts: string[]) => [...new Set(texts)].sort();

// The browser's real pointer may lie where rows appear.
window.addEventListener('pointermove', (event) => event.isTrusted && event.stopImmediatePropagation(), {
  capture: true,
});

/** Returns the active leaf states, by path. */
const leavesOf = ({ _nodes }: AnyMachineSnapshot): string[] =>
  _nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ path }) => path.join('.'));

/** Merges a zero-delay timer with the step that started it: a teacher sees one step. */
function joinImmediate(steps: Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const cause = joined.at(-1);
    if (cause === undefined || !isTimer(step.event) || step.wait > 0) joined.push(step);
    else joined.splice(-1, 1, { ...cause, edges: [...cause.edges, ...step.edges], snapshot: step.snapshot });
  }
  return joined;
}

async function walk<M extends AnyStateMachine, Opened>(
  machine: M,
  open: Open<Opened>,
  stage: Stage<M, Opened>,
  path: Path,
): Promise<RecordedPath> {
  const watch = new ChartWatch(machine);
  inspectNext(watch.inspect);
  const recording = startRecording();
  onTestFinished(endRecording);
  const opened = await open(path);
  const { actor, recorder } = watch.found();
  const stepper = stepperOf(machine);

  let hasEnded = false;
  const expectState = ({ value, status }: AnyMachineSnapshot) =>
    expect(actor.getSnapshot()).toMatchObject({ value, status: hasEnded ? 'stopped' : status });
  const expectSeen = async (snapshot: AnyMachineSnapshot) => {
    hasEnded ||= leavesOf(snapshot).some((leaf) => stage.endsIn?.includes(leaf));
    expectState(snapshot);
    await recording.beside(async () => {
      for (const leaf of leavesOf(snapshot)) await stage.seen[leaf]?.(opened, snapshot as SnapshotFrom<M>);
    });
  };
  /** Returns the edges taken, without unexpected ones that may occur at any step. */
  const edgesBeside = (expected: string[]) =>
    recorder.edges.filter((edge) => expected.includes(edge) || !stage.meanwhile?.includes(edge));

  expect(edgesBeside(path.start.edges)).toEqual(path.start.edges);
  recording.opened();
  await expectSeen(path.start.snapshot);
  const drivers = driversOf(stage);
  let before = path.start.snapshot;
  for (const { event, wait, ...foreseen } of path.steps) {
    let { edges, snapshot } = foreseen;
    const ready = () => {
      expectState(before);
      recorder.begin(actor.getSnapshot());
    };
    const sendDirectly = async (unoffered: AnyEventObject, why: string) => {
      recording.notByHand(why);
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
    recording.step();
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
    recording.stepped();
    await expectSeen(snapshot);
    before = snapshot;
  }
  return recording.end(path.id, path.name);
}

/** Returns the drivers by event type. */
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

/** Finds the newest actor of the chart and records its edges. */
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

  /** Returns the current actor; later ones are ignored. */
  found() {
    if (this.#newest === undefined) throw new Error(`No ${this.machine.id} runs on the page`);
    return this.#newest;
  }

  #isChart({ logic }: AnyActor) {
    return logic instanceof StateMachine && logic.id === this.machine.id;
  }
}
