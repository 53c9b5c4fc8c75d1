import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { STATUS_STALE_MS } from '../../constants';
import {
  type detectionMachine,
  isActive,
  isDoubtful,
  isUnknown,
  selectAgents,
} from '../../machines/lesson/detectionMachine';
import { watchOf } from '../../machines/lesson/watch';
import { selectDetection, type sessionMachine } from '../../machines/sections/sessionMachine';
import { currentTime, type Time } from '../../system/app/clock';
import { useSession } from '../app/system';
import { useTime } from '../app/useTime';
import { selectTrouble, useLiveChannel } from '../live/ChannelTrouble';

type Detection = ActorRefFrom<typeof detectionMachine>;

/** Returns a section's detection actor. Undefined until the section is listed or has a live message. */
export const useDetection = (sectionId: string): Detection | undefined =>
  useSelector(useSession(), (session: SnapshotFrom<typeof sessionMachine>) => selectDetection(session, sectionId));

/** Returns the age of a section's detection status in milliseconds; null while it is unknown. */
export function ageOfStatus(detection: Detection, { deviceNow }: Time): number | null {
  const { known } = detection.getSnapshot().context;
  return known === null ? null : deviceNow - known.saidAt;
}

/** Returns who watches a section. */
export function useWatch(detection: Detection) {
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const isFresh = (time: Time) => {
    const age = ageOfStatus(detection, time);
    return age !== null && age <= STATUS_STALE_MS;
  };
  // An answer makes it fresh, time makes it stale.
  useSelector(detection, () => isFresh(currentTime()));
  const fresh = useTime(isFresh);
  const unknown = useSelector(detection, isUnknown);
  return watchOf({
    isActive: useSelector(detection, isActive),
    isUnreachable: useSelector(detection, isDoubtful) || trouble === 'offline',
    isSure: fresh && !unknown,
    agents: useSelector(detection, selectAgents),
  });
}
