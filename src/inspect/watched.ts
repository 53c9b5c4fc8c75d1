import { type AnyEventObject, type AnyStateMachine, createMachine, type StateValue } from 'xstate';
import type { InspectMessage } from './protocol';
import type { Report, ReportedActor } from './report';

/** An actor that runs a machine, as it is shown. */
export interface WatchedActor {
  session: string;
  machine: AnyStateMachine;
  value: StateValue;
  status: ReportedActor['status'];
  context: unknown;
  /** Newest first, numbered from 1. `at` is in milliseconds since the epoch. */
  events: { number: number; at: number; event: AnyEventObject }[];
}

/** By session, in the order of their starts. */
export type Watched = ReadonlyMap<string, WatchedActor>;

const MAX_EVENTS = 20;

/** What is watched after a message: the actors that live, and those that failed. */
export function afterMessage(watched: Watched, message: InspectMessage): Watched {
  const next = new Map(watched);
  switch (message.type) {
    case '@xstate.actor': {
      const { sessionId: session, definition: machine, snapshot } = message;
      const { value, status, context } = snapshot;
      if (value === undefined) return watched;
      return next.set(session, {
        session,
        machine,
        value,
        status,
        context,
        events: [],
      });
    }
    case '@xstate.snapshot': {
      const actor = watched.get(message.sessionId);
      const { value, status, context } = message.snapshot;
      if (actor === undefined || value === undefined) return watched;
      if (status === 'done' || status === 'stopped') next.delete(actor.session);
      else next.set(actor.session, { ...after(actor, message.createdAt, message.event), value, status, context });
      return next;
    }
    case 'page.left':
      for (const session of watched.keys()) if (session.startsWith(`${message.page}/`)) next.delete(session);
      return next;
  }
}

/** A report, made ready to be stepped through. */
export interface Recording extends Report {
  /** The file's name. */
  name: string;
  machineOf(id: string): AnyStateMachine;
}

/** @throws when a definition in the report is none */
export function recordingOf(name: string, report: Report): Recording {
  const machines = new Map(Object.entries(report.definitions).map(([id, config]) => [id, createMachine(config)]));
  return { ...report, name, machineOf: (id) => machines.get(id) ?? createMachine({ id }) };
}

/** What there was after so many steps of a recording, the actors included that had ended by then. */
export function afterSteps({ before, steps, machineOf }: Recording, count: number): Watched {
  const watched = new Map<string, WatchedActor>();
  for (const [session, { machine, ...state }] of Object.entries(before)) {
    watched.set(session, { session, machine: machineOf(machine), ...state, events: [] });
  }
  for (const { session, machine, at, event, value, status, context } of steps.slice(0, count)) {
    const actor = watched.get(session) ?? { session, machine: machineOf(machine), context, events: [] };
    watched.set(session, { ...after(actor, at, event), value, status, context: context ?? actor.context });
  }
  return watched;
}

const after = <A extends Pick<WatchedActor, 'events'>>(actor: A, at: number, event: AnyEventObject): A => ({
  ...actor,
  events: [{ number: (actor.events[0]?.number ?? 0) + 1, at, event }, ...actor.events].slice(0, MAX_EVENTS),
});
