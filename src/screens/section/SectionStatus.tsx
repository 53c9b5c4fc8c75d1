import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { type detectionMachine, isUnknown, selectAgents } from '../../machines/section/detectionMachine';
import { messages } from '../../messages';
import { type KnownStatus, serverTimeOf } from '../../model/section/knownStatus';
import { badgeToneOf, type Watch, watchOf } from '../../model/section/watch';
import { timeOfDay } from '../app/times';
import { useDetection } from './useWatch';

const { detection: words } = messages;

interface Shown {
  known: KnownStatus;
  /** Null while it may have changed since. */
  watch: Watch | null;
}

function selectShown(detection: SnapshotFrom<typeof detectionMachine> | undefined): Shown | null {
  if (detection === undefined || detection.context.known === null) return null;
  const { known } = detection.context;
  const { isActive } = known;
  const agents = selectAgents(detection);
  const watch = isUnknown(detection) ? null : watchOf({ isActive, isUnreachable: false, isSure: true, agents });
  return { known, watch };
}

/** When it was said is shown only once it may have changed. */
const looksSame = (one: Shown | null, other: Shown | null) =>
  one?.watch === other?.watch &&
  one?.known.isActive === other?.known.isActive &&
  one?.known.startedAt === other?.known.startedAt;

/** Why nothing watches, as short as the time that stands there otherwise. */
function shortOf(watch: Watch): string | undefined {
  const texts = messages.watch[watch];
  return 'short' in texts ? texts.short : undefined;
}

/** What is known of a section's detection, small: on a card of the dashboard. */
export function SectionStatus({ sectionId }: { sectionId: string }) {
  const shown = useSelector(useDetection(sectionId), selectShown, looksSame);
  return (
    // As high as its badge from the beginning, so that the cards do not move when the channel speaks.
    <p className="mt-2 flex min-h-7 flex-wrap items-center gap-x-2">{shown && statusOf(shown)}</p>
  );
}

/** No component: a card is rendered once for what is said of it. */
function statusOf({ known, watch }: Shown) {
  const { isActive, startedAt } = known;
  if (watch === null) return <span>{words.lastKnown(isActive, timeOfDay.format(serverTimeOf(known)))}</span>;
  const short = shortOf(watch);
  return (
    <>
      <Badge tone={badgeToneOf(watch)}>{isActive ? words.active : words.inactive}</Badge>
      {short !== undefined && <span>{short}</span>}
      {short === undefined && startedAt !== null && <span>{words.sinceTime(timeOfDay.format(startedAt))}</span>}
    </>
  );
}
