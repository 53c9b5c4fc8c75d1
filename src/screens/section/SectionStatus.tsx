import { useSelector } from '@xstate/react';
import { Badge } from '../../components/Badge';
import { messages } from '../../messages';
import { type KnownStatus, serverTimeOf } from '../../model/section/knownStatus';
import { badgeToneOf, type Watch, watchOf } from '../../model/section/watch';
import { useSession } from '../app/system';
import { timeOfDay } from '../app/times';

const { detection: words } = messages;

/** Nothing else of it is shown, but for when it was said last: that, once nothing is said any more. */
const looksSame = (one: KnownStatus | undefined, other: KnownStatus | undefined) =>
  one?.isActive === other?.isActive &&
  one?.isCurrent === other?.isCurrent &&
  one?.startedAt === other?.startedAt &&
  one?.agents === other?.agents;

const watchOfKnown = ({ isActive, isCurrent, agents }: KnownStatus): Watch =>
  watchOf({ isActive, isUnreachable: false, isSure: isCurrent, agents: agents ?? 'untold' });

/** Why nothing watches, as short as the time that stands there otherwise. */
function shortOf(watch: Watch): string | undefined {
  const texts = messages.watch[watch];
  return 'short' in texts ? texts.short : undefined;
}

/**
 * What the live channel has said of a section's session, small: on a card of the dashboard. What may have changed since is
 * not shown as certain.
 */
export function SectionStatus({ sectionId }: { sectionId: string }) {
  const known = useSelector(useSession(), ({ context }) => context.detections[sectionId], looksSame);
  const watch = known && watchOfKnown(known);
  const short = watch && shortOf(watch);
  return (
    // As high as its badge from the beginning, so that the cards do not move when the channel speaks.
    <p className="mt-2 flex min-h-7 flex-wrap items-center gap-x-2">
      {watch && known.isCurrent && (
        <>
          <Badge tone={badgeToneOf(watch)}>{known.isActive ? words.active : words.inactive}</Badge>
          {short !== undefined && <span>{short}</span>}
          {short === undefined && known.startedAt !== null && (
            <span>{words.sinceTime(timeOfDay.format(known.startedAt))}</span>
          )}
        </>
      )}
      {known?.isCurrent === false && (
        <span>{words.lastKnown(known.isActive, timeOfDay.format(serverTimeOf(known)))}</span>
      )}
    </p>
  );
}
