import type { ActorRefFrom } from 'xstate';
import { type detectionMachine, isUnknown, selectKnown } from '../lesson/detectionMachine';
import type { OfferPorts } from '../lesson/offerMachine';
import type { sessionMachine } from './sessionMachine';
import { selectDetection } from './sessionSetup';

/** A summary of all sections' statuses. */
export interface Running {
  /** The sections in which detection is active by the last known status, in the order of the list. */
  ids: readonly string[];
  /** Every section's status is known. */
  isSure: boolean;
  /** Detection was active in a section while this page watched. */
  hasRun: boolean;
}

export interface RunningSections {
  get(): Running;
  /** Calls back at each change, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
}

type Detection = ActorRefFrom<typeof detectionMachine>;

function statusOf(detection: Detection) {
  const snapshot = detection.getSnapshot();
  const known = selectKnown(snapshot);
  const isRunning = known?.isActive === true;
  return { isRunning, isUnknown: isUnknown(snapshot), hasRun: isRunning || (known?.ended ?? null) !== null };
}

const isSame = <Value extends object>(one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other);

/** Follows in which sections detection is active, while someone subscribes. Costs something only when a status changes. */
export function followRunning(session: ActorRefFrom<typeof sessionMachine>): RunningSections {
  const listeners = new Set<() => void>();
  const detections = () => {
    const snapshot = session.getSnapshot();
    const sections = snapshot.context.sections ?? [];
    return sections.flatMap(({ id }) => {
      const detection = selectDetection(snapshot, id);
      return detection === undefined ? [] : [{ id, detection }];
    });
  };
  const read = (): Running => {
    const all = detections().map(({ id, detection }) => ({ id, ...statusOf(detection) }));
    return {
      ids: all.flatMap(({ id, isRunning }) => (isRunning ? [id] : [])),
      isSure: all.every((one) => !one.isUnknown),
      hasRun: all.some(({ hasRun }) => hasRun),
    };
  };

  let running = read();
  const refresh = () => {
    const now = read();
    if (isSame(now, running)) return;
    running = now;
    for (const onChange of listeners) onChange();
  };

  const followStatus = (detection: Detection) => {
    let status = statusOf(detection);
    return detection.subscribe(() => {
      const before = status;
      status = statusOf(detection);
      if (!isSame(before, status)) refresh();
    });
  };
  const followList = () => {
    let { sections } = session.getSnapshot().context;
    let statuses = detections().map(({ detection }) => followStatus(detection));
    refresh();
    const list = session.subscribe(({ context }) => {
      if (context.sections === sections) return;
      sections = context.sections;
      for (const one of statuses) one.unsubscribe();
      statuses = detections().map(({ detection }) => followStatus(detection));
      refresh();
    });
    return () => {
      for (const one of [list, ...statuses]) one.unsubscribe();
    };
  };

  let stop: (() => void) | undefined;
  return {
    get: () => running,
    subscribe(onChange) {
      stop ??= followList();
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Calls back when a section has stopped running: what moves into the place of its Stop button must not be pressed. */
export const endingsOf =
  (sections: RunningSections): OfferPorts['watchTurns'] =>
  (onEnded) => {
    let { ids } = sections.get();
    return sections.subscribe(() => {
      const before = ids;
      ids = sections.get().ids;
      if (before.some((id) => !ids.includes(id))) onEnded();
    });
  };
