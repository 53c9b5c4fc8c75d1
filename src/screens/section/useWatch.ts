import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { STATUS_STALE_MS } from '../../constants';
import { type clockMachine, deviceNow } from '../../machines/app/clockMachine';
import type { agentsMachine } from '../../machines/section/agentsMachine';
import type { detectionMachine } from '../../machines/section/detectionMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { watchOf } from '../../model/section/watch';
import { useSession } from '../app/system';
import { selectTrouble, useLiveChannel } from '../session/ChannelTrouble';
import type { SectionPage } from './sectionPage';

type Detection = SnapshotFrom<typeof detectionMachine>;
// Not the state: nothing is known either while a start from there is under way.
export const isUnknown = ({ context }: Detection) => context.lastSaid === null;
export const isActive = (detection: Detection) => detection.hasTag('active');
export const isDoubtful = (detection: Detection) => detection.matches({ confidence: 'doubtful' });
const selectAgents = ({ value }: SnapshotFrom<typeof agentsMachine>) => value;

type Clock = ActorRefFrom<typeof clockMachine>;

/** How long ago something was said of the section's detection, as of the clock's last tick; null while nothing was. */
export function ageOfStatus(
  session: ActorRefFrom<typeof sessionMachine>,
  clock: Clock,
  sectionId: string,
): number | null {
  const now = deviceNow(clock.getSnapshot().context);
  const known = session.getSnapshot().context.detections[sectionId];
  return now === null || known === undefined ? null : now - known.saidAt;
}

/** What is known of who watches a section. */
export function useWatch(
  { section, detection, agents }: Pick<SectionPage, 'section' | 'detection' | 'agents'>,
  clock: Clock,
) {
  const session = useSession();
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const isFresh = () => {
    const age = ageOfStatus(session, clock, section.id);
    return age !== null && age <= STATUS_STALE_MS;
  };
  // It becomes so with an answer, and ceases to be with the time.
  useSelector(session, isFresh);
  const fresh = useSelector(clock, isFresh);
  const unknown = useSelector(detection, isUnknown);
  return watchOf({
    isActive: useSelector(detection, isActive),
    isUnreachable: useSelector(detection, isDoubtful) || trouble === 'offline',
    isSure: fresh && !unknown,
    agents: useSelector(agents, selectAgents),
  });
}
