import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { STATUS_STALE_MS } from '../../constants';
import { type clockMachine, deviceNow } from '../../machines/app/clockMachine';
import {
  type detectionMachine,
  isActive,
  isDoubtful,
  isUnknown,
  selectAgents,
} from '../../machines/section/detectionMachine';
import { selectDetection, type sessionMachine } from '../../machines/session/sessionMachine';
import { watchOf } from '../../model/section/watch';
import { useSession } from '../app/system';
import { selectTrouble, useLiveChannel } from '../session/ChannelTrouble';
import type { SectionPage } from './sectionPage';

type Clock = ActorRefFrom<typeof clockMachine>;
type Detection = ActorRefFrom<typeof detectionMachine>;

/** What is known of a section's detection. Undefined until the section is listed or the live channel speaks of it. */
export const useDetection = (sectionId: string): Detection | undefined =>
  useSelector(useSession(), (session: SnapshotFrom<typeof sessionMachine>) => selectDetection(session, sectionId));

/** How long ago something was said of the section's detection, as of the clock's last tick; null while nothing was. */
export function ageOfStatus(detection: Detection, clock: Clock): number | null {
  const now = deviceNow(clock.getSnapshot().context);
  const { known } = detection.getSnapshot().context;
  return now === null || known === null ? null : now - known.saidAt;
}

/** What is known of who watches a section. */
export function useWatch({ detection }: Pick<SectionPage, 'detection'>, clock: Clock) {
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const isFresh = () => {
    const age = ageOfStatus(detection, clock);
    return age !== null && age <= STATUS_STALE_MS;
  };
  // It becomes so with an answer, and ceases to be with the time.
  useSelector(detection, isFresh);
  const fresh = useSelector(clock, isFresh);
  const unknown = useSelector(detection, isUnknown);
  return watchOf({
    isActive: useSelector(detection, isActive),
    isUnreachable: useSelector(detection, isDoubtful) || trouble === 'offline',
    isSure: fresh && !unknown,
    agents: useSelector(detection, selectAgents),
  });
}
