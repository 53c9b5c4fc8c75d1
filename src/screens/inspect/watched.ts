import { type AnyStateMachine, createMachine, type StateValue } from 'xstate';
import { statesInWords } from '../../recorder/names';
import type { Offer } from '../../recorder/offers';
import type { InspectMessage } from '../../recorder/protocol';
import {
  type Context,
  type Difference,
  type Report,
  type ReportedActor,
  type ReportStep,
  withDifference,
} from '../../recorder/report';

/** An event received by an actor, or a count of events of one type. */
interface WatchedEvent extends Difference {
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  event: ReportStep['event'];
  count: number;
}

/** A displayed actor. */
export interface WatchedActor {
  session: string;
  /** What its parent calls it. */
  id?: string | undefined;
  /** Its parent's session id. */
  parent?: string | undefined;
  machine: AnyStateMachine;
  value: StateValue;
  status: ReportedActor['status'];
  context: Context;
  /** Newest first, numbered from 1. */
  events: WatchedEvent[];
  /** What it would do now. Unknown of a recorded one. */
  offers?: Offer[];
}

/** Actors by session id, in starting order. */
export type Watched = ReadonlyMap<string, WatchedActor>;

const MAX_EVENTS = 20;

const eventsAfter = (events: WatchedEvent[], ...news: Omit<WatchedEvent, 'number'>[]): WatchedEvent[] => {
  const last = events[0]?.number ?? 0;
  const numbered = news.map((one, index) => ({ ...one, number: last + 1 + index }));
  return [...numbered.toReversed(), ...events].slice(0, MAX_EVENTS);
};

/** Returns an actor after a step; undefined if its previous state or its machine is unknown. */
function afterStep(
  actor: WatchedActor | undefined,
  { session, at, event, value, status, since, id = actor?.id, parent = actor?.parent, ...difference }: ReportStep,
  machine: AnyStateMachine | undefined = actor?.machine,
): WatchedActor | undefined {
  if (machine === undefined || (actor === undefined && event.type !== 'xstate.init')) return undefined;
  const counted = Object.entries(since?.counted ?? {}).map(([type, count]) => ({
    at: since?.until ?? at,
    event: { type },
    count,
  }));
  return {
    session,
    id,
    parent,
    machine,
    value,
    status,
    context: withDifference(withDifference(actor?.context ?? {}, difference), since ?? {}),
    events: eventsAfter(actor?.events ?? [], { at, event, count: 1, ...difference }, ...counted),
  };
}

const hasEnded = ({ status }: WatchedActor) => status === 'done' || status === 'stopped';

/** Session ids are unique only within a page. */
const sessionOn = (page: string, session: string) => `${page}/${session}`;

/** Returns the running and failed actors after a message. */
export function afterMessage(watched: Watched, message: InspectMessage): Watched {
  const next = new Map(watched);
  const { page } = message;
  const forgetPage = () => {
    for (const session of watched.keys()) if (session.startsWith(sessionOn(page, ''))) next.delete(session);
  };
  switch (message.type) {
    case 'report.written': {
      forgetPage();
      const recording = recordingOf('', message.report);
      for (const actor of afterSteps(recording, recording.steps.length).values()) {
        const session = sessionOn(page, actor.session);
        const parent = actor.parent && sessionOn(page, actor.parent);
        if (!hasEnded(actor))
          next.set(session, { ...actor, session, parent, offers: message.offers[actor.session] ?? [] });
      }
      return next;
    }
    case 'step.taken': {
      const session = sessionOn(page, message.step.session);
      const machine = message.definition && createMachine(message.definition);
      const parent = message.step.parent && sessionOn(page, message.step.parent);
      const actor = afterStep(watched.get(session), { ...message.step, session, parent }, machine);
      if (actor && hasEnded(actor)) next.delete(session);
      else if (actor) next.set(session, { ...actor, offers: message.offers });
      return next;
    }
    case 'page.left':
      forgetPage();
      return next;
  }
}

/** Returns the session id of the actor that a message moved last. */
export const movedBy = (message: InspectMessage): string | undefined => {
  if (message.type === 'page.left') return undefined;
  const step = message.type === 'step.taken' ? message.step : message.report.steps.at(-1);
  return step && sessionOn(message.page, step.session);
};

/** A report with its machines. */
export interface Recording extends Report {
  /** The file's name. */
  name: string;
  machineOf(id: string): AnyStateMachine;
}

/** @throws if a machine definition in the report is invalid */
export function recordingOf(name: string, report: Report): Recording {
  const machines = new Map(Object.entries(report.definitions).map(([id, config]) => [id, createMachine(config)]));
  return { ...report, name, machineOf: (id) => machines.get(id) ?? createMachine({ id }) };
}

/** Returns all actors after a number of steps, including those that have ended. */
export function afterSteps({ before, steps, machineOf }: Recording, count: number): Watched {
  const watched = new Map<string, WatchedActor>();
  for (const [session, { machine, counted: _, ...state }] of Object.entries(before)) {
    watched.set(session, { session, machine: machineOf(machine), ...state, events: [] });
  }
  for (const step of steps.slice(0, count)) {
    const actor = afterStep(watched.get(step.session), step, machineOf(step.machine));
    if (actor) watched.set(step.session, actor);
  }
  return watched;
}

/** An actor in the tree of those shown. */
export interface PlacedActor extends WatchedActor {
  /** How many of its ancestors are shown. */
  depth: number;
}

/**
 * Puts actors below their parents, those that have ended last.
 * @param wanted part of what an actor is called, of its states or its session; actors that have it are shown with their ancestors
 */
export function placed(actors: Watched, wanted = ''): PlacedActor[] {
  const has = ({ id = '', machine, value, session }: WatchedActor) =>
    [machine.id, id, session, statesInWords(value)].join(' ').toLowerCase().includes(wanted.toLowerCase());
  const childrenOf = (parent: string | undefined) =>
    [...actors.values()]
      .filter((one) => (one.parent !== undefined && actors.has(one.parent) ? one.parent : undefined) === parent)
      .toSorted((one, other) => Number(one.status !== 'active') - Number(other.status !== 'active'));
  const place = (actor: WatchedActor, depth: number): PlacedActor[] => {
    const below = childrenOf(actor.session).flatMap((child) => place(child, depth + 1));
    return below.length > 0 || has(actor) ? [{ ...actor, depth }, ...below] : [];
  };
  return childrenOf(undefined).flatMap((actor) => place(actor, 0));
}
