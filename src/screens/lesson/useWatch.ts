import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { currentTime, type Time } from '../../clock';
import { STATUS_STALE_MS } from '../../constants';
import {
  type detectionMachine,
  isActive,
  isDoubtful,
  isUnknown,
  selectAgents,
} from '../../machines/lesson/detectionMachine';
import { watchOf } from '../../machines/lesson/watch';
import { useTime } from '../app/useTime';
import { selectTrouble, useLiveChannel } from '../live/ChannelTrouble';

type Detection = ActorRefFrom<typeof detectionMachine>;

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
