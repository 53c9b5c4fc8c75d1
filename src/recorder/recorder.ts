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
  isBackAt,
  isSamePlace,
  type Place,
  sizeOfDifference,
  withoutTimes,
} from './place';
import type { Report, ReportStep } from './report';

const MAX_STEPS = 500;
/** Of JSON, so that large lists of logs cost no memory to speak of. */
const MAX_CHARACTERS = 2_000_000;
/** Longer rounds are not looked for. */
const MAX_ROUND = 8;

/** Typing, clock ticks and movements of the pointer: only what comes of them matters. */
const quiet = /\.(change|ticked|touched)$/;

/** A movement that stops something for a while: it matters only when more happens meanwhile. */
const passing = /\.touched$|^xstate\.after\.stillness\./;

type Counts = Record<string, number>;

/** Between an actor's step and its next one. */
interface Counted {
  counts: Counts;
  until: number;
  place: Place;
}

interface KeptStep {
  at: number;
  session: string;
  machine: string;
  type: string;
  /** Masked, as JSON. */
  event: string;
  /** Whether it came from outside: a teacher, as a rule. */
  isAsked: boolean;
  /** Undefined at the actor's start. */
  from: Place | undefined;
  to: Place;
  since?: Counted;
}

/** An actor whose beginning was forgotten. */
interface ForgottenActor {
  machine: string;
  place: Place;
  counts: Counts;
}

/** Where the actor was in the end. */
const endOf = ({ to, since }: KeptStep): Place => since?.place ?? to;

const sizeOf = ({ event, from, to }: KeptStep): number => event.length + sizeOfDifference(from, to);

const isRepetition = (step: KeptStep, of: KeptStep): boolean =>
  step.type === of.type && isSamePlace(step.to, of.to) && withoutTimes(step.event) === withoutTimes(of.event);

/**
 * Those of an actor's last steps that say nothing new, of which the newest is one; none when that does.
 *
 * @param latest newest first
 */
function idleOf(latest: [KeptStep, ...KeptStep[]]): KeptStep[] {
  const [{ type, from, to }] = latest;
  if (from === to) return latest.slice(0, 1);
  if (from && quiet.test(type) && inSameStates(from, to)) return latest.slice(0, 1);

  // What stood still moves again, and all is as it was before.
  const end = latest.findIndex((one) => !passing.test(one.type));
  const passed = end < 0 ? latest : latest.slice(0, end);
  const first = passed.findIndex((one) => one.from && isBackAt(one.from, to));
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

const written = ({ at, session, machine, event, from, to, since }: KeptStep): ReportStep => ({
  at,
  session,
  machine,
  event: JSON.parse(event),
  value: to.value,
  status: to.status,
  ...differenceOf(from, to),
  ...(since && { since: { counted: since.counts, until: since.until, ...differenceOf(to, since.place) } }),
});

/**
 * The flight recorder: remembers the last steps of all machines, masked before they are kept. Give its `inspect` to
 * every actor that is started by itself.
 *
 * A step that says nothing new is counted, not kept: an event that changes nothing; typing, clock ticks and movements of
 * the pointer while the actor stays in its states; rows that stood still for a while, when all is as before; and a round
 * that nobody asked for and that repeats the round before it, such as a poll with the same answer. What those changed in
 * the context, a time for instance, is reported once.
 *
 * It looks at what has changed, never at all that is there.
 *
 * @param tell hears of every step, also of those that are only counted, with the machine's configuration
 */
export function createRecorder(tell?: (step: ReportStep, config: object) => void) {
  const mask = createMask();
  const trackers = new WeakMap<ActorRefLike, ReturnType<typeof createTracker>>();
  /** Oldest first. */
  let steps: KeptStep[] = [];
  let characters = 0;
  const before = new Map<string, ForgottenActor>();
  const definitions = new Map<string, object>();
  const asked = new WeakSet<AnyEventObject>();
  /** The event sent last, until what came of it is known. */
  let pending: { actorRef: ActorRefLike; event: AnyEventObject } | undefined;

  const forgetOldest = () => {
    const step = steps.shift();
    if (step === undefined) return;
    characters -= sizeOf(step);
    const place = endOf(step);
    if (place.status === 'active') {
      before.set(step.session, { machine: step.machine, place, counts: step.since?.counts ?? {} });
    } else before.delete(step.session);
  };

  /** The actor's last steps, newest first, as many as two rounds can have. */
  const lastStepsOf = (session: string): KeptStep[] => {
    const found: KeptStep[] = [];
    for (let index = steps.length - 1; index >= 0 && found.length < 2 * MAX_ROUND; index -= 1) {
      const step = steps[index];
      if (step?.session === session) found.push(step);
    }
    return found;
  };

  /** Counts what came after the actor's last step. */
  const count = (session: string, last: KeptStep | undefined, counts: Counts, at: number, place: Place) => {
    const forgotten = before.get(session);
    if (last) last.since = { counts: added(last.since?.counts ?? {}, counts), until: at, place };
    else if (forgotten) before.set(session, { ...forgotten, place, counts: added(forgotten.counts, counts) });
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
      from: tracker.place,
      to: tracker.move(snapshot),
    };
    keep(step);
    tell?.(written(step), machine.config);
  };

  /** Of an event by which an actor failed, nothing else is ever heard. */
  const rememberFailure = (at: number) => {
    const snapshot: unknown = pending?.actorRef.getSnapshot();
    if (pending && isMachineSnapshot(snapshot) && snapshot.status === 'error') {
      remember(at, pending.actorRef, pending.event, snapshot);
    }
    pending = undefined;
  };

  const hear = (inspected: InspectionEvent, at: number) => {
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
    /** @param at when it happened, in milliseconds since 1970 */
    inspect(inspected: InspectionEvent, at = Date.now()) {
      try {
        hear(inspected, at);
      } catch (error) {
        // What cannot be written down must not stop what it happened to.
        console.error(error);
      }
    },

    /** The steps so far. */
    report(): Report {
      rememberFailure(Date.now());
      return {
        format: 'vigil-report',
        version: 2,
        writtenAt: Date.now(),
        definitions: JSON.parse(JSON.stringify(Object.fromEntries(definitions))),
        before: Object.fromEntries(
          [...before].map(([session, { machine, place, counts }]) => [
            session,
            {
              machine,
              value: place.value,
              status: place.status,
              context: contextOf(place),
              ...(Object.keys(counts).length > 0 && { counted: counts }),
            },
          ]),
        ),
        steps: steps.map(written),
      };
    },
  };
}
