import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { classes } from '../../components/classes';
import { Truncated } from '../../components/Truncated';
import { type detectionMachine, isUnknown, selectAgents } from '../../machines/lesson/detectionMachine';
import { type KnownStatus, serverTimeOf } from '../../machines/lesson/knownStatus';
import { badgeToneOf, type Watch, watchOf } from '../../machines/lesson/watch';
import { messages } from '../../messages';
import { timeOfDay } from '../app/times';
import { useDetection } from '../session/useDetection';

const { detection: words } = messages;

interface Shown {
  known: KnownStatus;
  /** Null while the status may be outdated. */
  watch: Watch | null;
  /** Students whom the teacher has not looked at, after a lesson. */
  toReview: number;
}

function selectShown(detection: SnapshotFrom<typeof detectionMachine> | undefined): Shown | null {
  if (detection === undefined || detection.context.known === null) return null;
  const { known } = detection.context;
  const { isActive } = known;
  const agents = selectAgents(detection);
  const watch = isUnknown(detection) ? null : watchOf({ isActive, isUnreachable: false, isSure: true, agents });
  return { known, watch, toReview: watch === 'inactive' ? (known.toLookAt ?? 0) : 0 };
}

/** Ignores the time of the status, which is shown only once it may be outdated. */
const looksSame = (one: Shown | null, other: Shown | null) =>
  one?.watch === other?.watch &&
  one?.toReview === other?.toReview &&
  one?.known.isActive === other?.known.isActive &&
  one?.known.paused?.reason === other?.known.paused?.reason &&
  one?.known.startedAt === other?.known.startedAt;

/** Returns a short reason why nothing watches. It takes the place of the time. */
function shortOf(watch: Watch): string | undefined {
  const texts = messages.watch[watch];
  return 'short' in texts ? texts.short : undefined;
}

/** The status of a section's detection in one line, for the dashboard. */
export function SectionStatus({ sectionId }: { sectionId: string }) {
  const shown = useSelector(useDetection(sectionId), selectShown, looksSame);
  return (
    // As tall as its badge from the start, so that the cards do not move when the first status arrives.
    <p className="flex min-h-7 min-w-0 items-center gap-x-2">{shown && statusOf(shown)}</p>
  );
}

/** Returns the reason why nothing watches, or since when detection is active. */
const besideOf = ({ startedAt, paused }: KnownStatus, watch: Watch) =>
  (watch === 'paused' && paused ? words.sinceTime(timeOfDay.format(paused.since)) : shortOf(watch)) ??
  (startedAt === null ? undefined : words.sinceTime(timeOfDay.format(startedAt)));

/** Not a component, so that a new status renders a card once. */
function statusOf({ known, watch, toReview }: Shown) {
  if (watch === null) return <LastKnown known={known} />;
  const beside = toReview > 0 ? messages.dashboard.toReview(toReview) : besideOf(known, watch);
  return (
    <>
      <span className="flex shrink-0">
        <Badge tone={badgeToneOf(watch)}>
          {watch === 'paused' ? words.paused : known.isActive ? words.active : words.inactive}
        </Badge>
      </span>
      {beside !== undefined && <Truncated>{beside}</Truncated>}
    </>
  );
}

const LastKnown = ({ known }: { known: KnownStatus }) => (
  <Truncated>{words.lastKnown(known.isActive, timeOfDay.format(serverTimeOf(known)))}</Truncated>
);

const selectToLookAt = (detection: SnapshotFrom<typeof detectionMachine> | undefined) =>
  detection?.context.known?.isActive && !isUnknown(detection) ? detection.context.known.toLookAt : undefined;

/** How many students of the running lesson are to look at, if the backend counts them. */
export function ToLookAt({ sectionId }: { sectionId: string }) {
  const count = useSelector(useDetection(sectionId), selectToLookAt);
  if (count === undefined) return null;
  return (
    <span className={classes('whitespace-nowrap tabular-nums', count > 0 && 'font-semibold text-ink')}>
      {messages.lookNow.toLookAt(count)}
    </span>
  );
}

const selectWaiting = (detection: SnapshotFrom<typeof detectionMachine> | undefined) =>
  detection?.context.known?.isActive && !isUnknown(detection) ? (detection.context.known.waiting ?? 0) : 0;

/** How many people wait at the door of the running lesson, if the backend counts them. */
export function AtTheDoor({ sectionId }: { sectionId: string }) {
  const count = useSelector(useDetection(sectionId), selectWaiting);
  if (count === 0) return null;
  return (
    <span className="rounded-pill bg-primary px-2.5 py-0.5 font-semibold whitespace-nowrap text-on-primary tabular-nums">
      {messages.door.waiting(count)}
    </span>
  );
}

/** The status where it goes without saying that detection is active. */
export function RunningStatus({ sectionId }: { sectionId: string }) {
  const shown = useSelector(useDetection(sectionId), selectShown, looksSame);
  if (shown === null || !shown.known.isActive) return null;
  const { known, watch } = shown;
  if (watch === null) return <LastKnown known={known} />;
  // Those who wait are counted beside it.
  const heard = watch === 'knocking' ? 'awaited' : watch;
  const text =
    watch === 'paused' ? words.pausedFor(known.paused?.reason ?? '') : (besideOf(known, heard) ?? words.running);
  return <Badge tone={badgeToneOf(watch)}>{text}</Badge>;
}
