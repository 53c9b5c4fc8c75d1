import { useSelector } from '@xstate/react';
import { Badge } from '../../components/Badge';
import type { KnownStatus } from '../../machines/knownStatus';
import { messages } from '../../messages';
import { useSession } from './system';
import { timeOfDay } from './times';

const { detection: words } = messages;

/** Nothing else of it is shown, but for when it was said last: that, once nothing is said any more. */
const looksSame = (one: KnownStatus | undefined, other: KnownStatus | undefined) =>
  one?.isActive === other?.isActive && one?.isCurrent === other?.isCurrent && one?.startedAt === other?.startedAt;

/**
 * What the live channel has said of a section's session, small: on a card of the dashboard. What may have changed since is
 * not shown as certain.
 */
export function SectionStatus({ sectionId }: { sectionId: string }) {
  const known = useSelector(useSession(), ({ context }) => context.detections[sectionId], looksSame);
  return (
    // As high as its badge from the beginning, so that the cards do not move when the channel speaks.
    <p className="mt-2 flex min-h-7 flex-wrap items-center gap-x-2">
      {known?.isCurrent && (
        <>
          <Badge tone={known.isActive ? 'green' : 'neutral'}>{known.isActive ? words.active : words.inactive}</Badge>
          {known.startedAt !== null && <span>{words.sinceTime(timeOfDay.format(known.startedAt))}</span>}
        </>
      )}
      {known?.isCurrent === false && <span>{words.lastKnown(known.isActive, timeOfDay.format(known.saidAt))}</span>}
    </p>
  );
}
