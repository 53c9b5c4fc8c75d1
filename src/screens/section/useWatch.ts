import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { STATUS_STALE_MS } from '../../constants';
import {
  type detectionMachine,
  isActive,
  isDoubtful,
  isUnknown,
  selectAgents,
} from '../../machines/section/detectionMachine';
import { selectDetection, type sessionMachine } from '../../machines/session/sessionMachine';
import { watchOf } from '../../model/section/watch';
import { currentTime, type Time } from '../../system/app/clock';
import { useSession } from '../app/system';
import { useTime } from '../app/useTime';
import { selectTrouble, useLiveChannel } from '../session/ChannelTrouble';

type Detection = ActorRefFrom<typeof detectionMachine>;

/** What is known of a section's detection. Undefined until the section is listed or the live channel speaks of it. */
export const useDetection = (sectionId: string): Detection | undefined =>
  useSelector(useSession(), (session: SnapshotFrom<typeof sessionMachine>) => selectDetection(session, sectionId));

/** Returns the age of what is known of a section's detection, in milliseconds; null while nothing is known. */
export function ageOfStatus(detection: Detection, { deviceNow }: Time): number | null {
  const { known } = detection.getSnapshot().context;
  return known === null ? null : deviceNow - known.saidAt;
}

/** Returns what is known of who watches a section. */
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
