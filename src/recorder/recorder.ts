import {
  type ActorRefLike,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { createMask } from './mask';
import {
  contextOf,
  createTracker,
  differenceOf,
  inSameStates,
  isSameExceptTimes,
  isUnchanged,
  type RecordedState,
  sizeOfDifference,
  withoutTimes,
} from './recordedState';
import type { Relation, Report, ReportStep } from './report';

const MAX_STEPS = 500;
/** Size limit in characters of JSON, so that large lists of logs do not fill the memory. */
const MAX_CHARACTERS = 2_000_000;
/** Longest repeated round that is detected, in steps. */
const MAX_ROUND = 8;

/** Typing, clock ticks and pointer movements: only their effects matter. */
const quiet = /\.(change|ticked|touched)$/;

/** Movements that pause something. They matter only if something else happens during the pause. */
const passing = /\.touched$|^xstate\.after\.stillness\.|^xstate\.done\.actor\.awaitPointerOff$/;

type Counts = Record<string, number>;

/** What was counted between a step and the next one. */
interface Counted {
  counts: Counts;
  until: number;
  state: RecordedState;
}

interface KeptStep {
  at: number;
  session: string;
  machine: string;
  type: string;
  /** Masked, as JSON. */
  event: string;
  /** Sent from outside the charts, usually by the teacher. */
  isAsked: boolean;
  /** Undefined for the actor's first step. */
  from: RecordedState | undefined;
  to: RecordedState;
  since?: Counted;
}

/** The state of an actor whose first steps were dropped. */
interface ForgottenActor {
  machine: string;
  state: RecordedState;
  counts: Counts;
}

/** Returns the actor's last snapshot. */
const endOf = ({ to, since }: KeptStep): RecordedState => since?.state ?? to;

const sizeOf = ({ event, from, to }: KeptStep): number => event.length + sizeOfDifference(from, to);

const isRepetition = (step: KeptStep, of: KeptStep): boolean =>
  step.type === of.type && isSameExceptTimes(step.to, of.to) && withoutTimes(step.event) === withoutTimes(of.event);

/**
 * Returns the latest steps that add nothing new, starting with the newest. Empty if the newest is news.
 *
 * @param latest newest first
 */
function idleOf(latest: [KeptStep, ...KeptStep[]]): KeptStep[] {
  const [{ type, from, to }] = latest;
  if (from === to) return latest.slice(0, 1);
  if (from && quiet.test(type) && inSameStates(from, to)) return latest.slice(0, 1);

  // The rows moved again and everything is as before.
  const end = latest.findIndex((one) => !passing.test(one.type));
  const passed = end < 0 ? latest : latest.slice(0, end);
  const first = passed.findIndex((one) => one.from && isUnchanged(one.from, to));
  if (first >= 0) return passed.slice(0, first + 1);

  for (let length = 1; length <= MAX_ROUND && 2 * length <= latest.length; length += 1) {
    const round = latest.slice(0, length);
    const isRound = round.every((one, index) => {
      const earlier = latest[index + length];
      return !one.isAsked && earlier !== undefined && isRepetition(one, earlier);
    });
    if (isRound) return round;
  }
  return [];
}

const added = (...all: Counts[]): Counts => {
  const sum: Counts = {};
  for (const counts of all) {
    for (const [type, count] of Object.entries(counts)) sum[type] = (sum[type] ?? 0) + count;
  }
  return sum;
};

/** Returns what the actor's parent calls it, and the parent. */
function relationOf(actorRef: ActorRefLike): Relation {
  // One without a name goes by its session.
  const id = 'id' in actorRef && actorRef.id !== actorRef.sessionId && typeof actorRef.id === 'string' && actorRef.id;
  const parent = '_parent' in actorRef && isActorRef(actorRef._parent) && actorRef._parent.sessionId;
  return { ...(id && { id }), ...(parent && { parent }) };
}

const isActorRef = (value: unknown): value is ActorRefLike =>
  typeof value === 'object' && value !== null && 'sessionId' in value;

const written = ({ at, session, machine, event, from, to, since }: KeptStep, relation?: Relation): ReportStep => ({
  at,
  session,
  machine,
  event: JSON.parse(event),
  ...(from === undefined && relation),
  value: to.value,
  status: to.status,
  ...differenceOf(from, to),
  ...(since && { since: { counted: since.counts, until: since.until, ...differenceOf(to, since.state) } }),
});

/**
 * Creates the flight recorder, which keeps the last masked steps of all machines. Pass its `inspect` to every root
 * actor.
 *
 * A step is counted instead of kept if it adds nothing new: an event without effect; typing, clock ticks and pointer
 * movements that stay in the same states; rows that paused and resumed unchanged; and an unprompted round that repeats
 * the previous one, such as a poll with the same answer. Their context changes, such as timestamps, are reported once.
 *
 * The cost of a step depends on what changed, not on the size of the context.
 *
 * @param publish receives every step, counted ones too, with the snapshot after it
 */
export function createRecorder(publish?: (step: ReportStep, snapshot: AnyMachineSnapshot) => void) {
  const mask = createMask();
  const trackers = new WeakMap<ActorRefLike, ReturnType<typeof createTracker>>();
  /** Oldest first. */
  let steps: KeptStep[] = [];
  let characters = 0;
  const before = new Map<string, ForgottenActor>();
  /** By session. */
  const relations = new Map<string, Relation>();
  const definitions = new Map<string, object>();
  const asked = new WeakSet<AnyEventObject>();
  /** The last event sent, until its snapshot arrives. */
  let pending: { actorRef: ActorRefLike; event: AnyEventObject } | undefined;

  const forgetOldest = () => {
    const step = steps.shift();
    if (step === undefined) return;
    characters -= sizeOf(step);
    const state = endOf(step);
    if (state.status === 'active') {
      before.set(step.session, { machine: step.machine, state, counts: step.since?.counts ?? {} });
    } else {
      before.delete(step.session);
      relations.delete(step.session);
    }
  };

  /** Returns the actor's last steps, newest first, up to the length of two rounds. */
  const lastStepsOf = (session: string): KeptStep[] => {
    const found: KeptStep[] = [];
    for (let index = steps.length - 1; index >= 0 && found.length < 2 * MAX_ROUND; index -= 1) {
      const step = steps[index];
      if (step?.session === session) found.push(step);
    }
    return found;
  };

  /** Adds to the counts after the actor's last step. */
  const count = (session: string, last: KeptStep | undefined, counts: Counts, at: number, state: RecordedState) => {
    const forgotten = before.get(session);
    if (last) last.since = { counts: added(last.since?.counts ?? {}, counts), until: at, state };
    else if (forgotten) before.set(session, { ...forgotten, state, counts: added(forgotten.counts, counts) });
  };

  const keep = (step: KeptStep) => {
    const latest: [KeptStep, ...KeptStep[]] = [step, ...lastStepsOf(step.session)];
    const idle = idleOf(latest);
    if (idle.length > 0) {
      const gone = new Set(idle);
      steps = steps.filter((one) => !gone.has(one));
      for (const one of idle.slice(1)) characters -= sizeOf(one);
      const counts = idle.flatMap((one): Counts[] => [{ [one.type]: 1 }, one.since?.counts ?? {}]);
      count(step.session, latest[idle.length], added(...counts), step.at, step.to);
      return;
    }
    steps.push(step);
    characters += sizeOf(step);
    while (steps.length > MAX_STEPS || (characters > MAX_CHARACTERS && steps.length > 1)) forgetOldest();
  };

  const remember = (at: number, actorRef: ActorRefLike, event: AnyEventObject, snapshot: AnyMachineSnapshot) => {
    const tracker = trackers.get(actorRef) ?? createTracker(mask);
    if (!trackers.has(actorRef)) relations.set(actorRef.sessionId, relationOf(actorRef));
    trackers.set(actorRef, tracker);
    const { machine } = snapshot;
    definitions.set(machine.id, machine.config);
    const step: KeptStep = {
      at,
      session: actorRef.sessionId,
      machine: machine.id,
      type: event.type,
      isAsked: asked.has(event),
      event: JSON.stringify(mask(event)),
      from: tracker.state,
      to: tracker.move(snapshot),
    };
    keep(step);
    publish?.(written(step, relations.get(step.session)), snapshot);
  };

  /** XState emits no snapshot for an event that makes an actor fail. */
  const rememberFailure = (at: number) => {
    const snapshot: unknown = pending?.actorRef.getSnapshot();
    if (pending && isMachineSnapshot(snapshot) && snapshot.status === 'error') {
      remember(at, pending.actorRef, pending.event, snapshot);
    }
    pending = undefined;
  };

  const record = (inspected: InspectionEvent, at: number) => {
    if (inspected.type === '@xstate.event') {
      rememberFailure(at);
      if (inspected.sourceRef === undefined) asked.add(inspected.event);
      if (inspected.actorRef.getSnapshot()?.status === 'active') pending = inspected;
    }
    if (inspected.type === '@xstate.snapshot' && isMachineSnapshot(inspected.snapshot)) {
      if (pending?.event === inspected.event) pending = undefined;
      remember(at, inspected.actorRef, inspected.event, inspected.snapshot);
    }
  };

  return {
    /** @param at milliseconds since the epoch */
    inspect(inspected: InspectionEvent, at = Date.now()) {
      try {
        record(inspected, at);
      } catch (error) {
        // A recording failure must not break what is recorded.
        console.error(error);
      }
    },

    /** Returns the steps so far. */
    report(): Report {
      rememberFailure(Date.now());
      return {
        format: 'vigil-report',
        version: 2,
        writtenAt: Date.now(),
        definitions: JSON.parse(JSON.stringify(Object.fromEntries(definitions))),
        before: Object.fromEntries(
          [...before].map(([session, { machine, state, counts }]) => [
            session,
            {
              ...relations.get(session),
              machine,
              value: state.value,
              status: state.status,
              context: contextOf(state),
              ...(Object.keys(counts).length > 0 && { counted: counts }),
            },
          ]),
        ),
        steps: steps.map((step) => written(step, relations.get(step.session))),
      };
    },
  };
}
