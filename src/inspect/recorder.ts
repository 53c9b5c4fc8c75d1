import {
  type ActorRefLike,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { createMask } from './mask';
import type { Report, ReportedActor, ReportStep } from './report';

const MAX_STEPS = 500;
/** Of JSON, so that large lists of logs cost no memory to speak of. */
const MAX_CHARACTERS = 2_000_000;

/**
 * The flight recorder: remembers the last steps of all machines, masked before they are kept. Give its `inspect` to
 * every actor that is started by itself.
 */
export function createRecorder() {
  const mask = createMask();
  /** JSON, oldest first. */
  const steps: string[] = [];
  const before = new Map<string, ReportedActor>();
  const definitions = new Map<string, object>();
  const lastContexts = new WeakMap<ActorRefLike, unknown>();
  let characters = 0;
  /** The event sent last, until what came of it is known. */
  let pending: { actorRef: ActorRefLike; event: AnyEventObject } | undefined;

  const forgetOldest = () => {
    const text = steps.shift() ?? '';
    characters -= text.length;
    const { session, machine, value, status, context = before.get(session)?.context }: ReportStep = JSON.parse(text);
    if (status === 'active') before.set(session, { machine, value, status, context });
    else before.delete(session);
  };

  const remember = (
    actorRef: ActorRefLike,
    event: AnyEventObject,
    { machine, value, status, context }: AnyMachineSnapshot,
  ) => {
    const step: ReportStep = {
      at: Date.now(),
      session: actorRef.sessionId,
      machine: machine.id,
      event: mask(event),
      value,
      status,
      ...(lastContexts.get(actorRef) === context ? {} : { context: mask(context) }),
    };
    lastContexts.set(actorRef, context);
    definitions.set(machine.id, machine.config);
    const text = JSON.stringify(step);
    steps.push(text);
    characters += text.length;
    while (steps.length > MAX_STEPS || (characters > MAX_CHARACTERS && steps.length > 1)) forgetOldest();
  };

  /** Of an event by which an actor failed, nothing else is ever heard. */
  const rememberFailure = () => {
    const snapshot: unknown = pending?.actorRef.getSnapshot();
    if (pending && isMachineSnapshot(snapshot) && snapshot.status === 'error') {
      remember(pending.actorRef, pending.event, snapshot);
    }
    pending = undefined;
  };

  const hear = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.event') {
      rememberFailure();
      if (inspected.actorRef.getSnapshot()?.status === 'active') pending = inspected;
    }
    if (inspected.type === '@xstate.snapshot' && isMachineSnapshot(inspected.snapshot)) {
      if (pending?.event === inspected.event) pending = undefined;
      remember(inspected.actorRef, inspected.event, inspected.snapshot);
    }
  };

  return {
    inspect(inspected: InspectionEvent) {
      try {
        hear(inspected);
      } catch (error) {
        // What cannot be written down must not stop what it happened to.
        console.error(error);
      }
    },

    /** The steps so far. */
    report(): Report {
      rememberFailure();
      return {
        format: 'vigil-report',
        version: 1,
        writtenAt: Date.now(),
        definitions: JSON.parse(JSON.stringify(Object.fromEntries(definitions))),
        before: Object.fromEntries(before),
        steps: steps.map((text) => JSON.parse(text)),
      };
    },
  };
}
