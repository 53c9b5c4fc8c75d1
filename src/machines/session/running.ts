import type { ActorRefFrom } from 'xstate';
import { type detectionMachine, isUnknown, selectKnown } from '../lesson/detectionMachine';
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

/** Follows in which sections detection is active, while someone subscribes. */
export function followRunning(session: ActorRefFrom<typeof sessionMachine>): RunningSections {
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
  return {
    get: () => running,
    subscribe(onChange) {
      const followed = new Map<Detection, { unsubscribe(): void }>();
      const look = () => {
        const present = new Set(detections().map(({ detection }) => detection));
        for (const one of present) if (!followed.has(one)) followed.set(one, one.subscribe(look));
        for (const [one, subscription] of followed) {
          if (present.has(one)) continue;
          subscription.unsubscribe();
          followed.delete(one);
        }
        const now = read();
        if (JSON.stringify(now) === JSON.stringify(running)) return;
        running = now;
        onChange();
      };
      const list = session.subscribe(look);
      look();
      return () => {
        for (const one of [list, ...followed.values()]) one.unsubscribe();
      };
    },
  };
}
