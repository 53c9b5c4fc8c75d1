import type { ActorRefFrom } from 'xstate';
import { type detectionMachine, isUnknown, selectKnown } from '../lesson/detectionMachine';
import type { RunningSection } from '../lesson/knownStatus';
import type { sessionMachine } from './sessionMachine';
import { selectDetection, selectSection } from './sessionSetup';

/** A summary of all sections' statuses. */
export interface Running {
  /** The sections in which detection is active by the last known status, in the order of the list. */
  ids: readonly string[];
  /** The sections in which students wait at the door. Empty if the backend does not count them. */
  waiting: readonly { id: string; count: number }[];
  /** People who wait and students to look at, in all of them. */
  count: number;
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
  const isSure = isRunning && !isUnknown(snapshot);
  const waiting = (isSure ? known.waiting : undefined) ?? 0;
  const toLookAt = (isSure ? known.toLookAt : undefined) ?? 0;
  return {
    isRunning,
    waiting,
    toLookAt,
    isUnknown: isUnknown(snapshot),
    hasRun: isRunning || (known?.ended ?? null) !== null,
  };
}

/** Returns another section in which detection is active, with its name; null if there is none. */
export function otherRunning(session: ActorRefFrom<typeof sessionMachine>, sectionId: string): RunningSection | null {
  const other = followRunning(session)
    .get()
    .ids.find((id) => id !== sectionId);
  if (other === undefined) return null;
  return { id: other, name: selectSection(session.getSnapshot().context, other)?.name ?? '' };
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
      waiting: all.flatMap(({ id, waiting }) => (waiting > 0 ? [{ id, count: waiting }] : [])),
      count: all.reduce((count, { waiting, toLookAt }) => count + waiting + toLookAt, 0),
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
