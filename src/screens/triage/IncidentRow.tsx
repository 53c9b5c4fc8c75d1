import { type KeyboardEvent, type MouseEvent, memo, startTransition, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { classes } from '../../components/classes';
import { IconButton } from '../../components/IconButton';
import { type Incident, isAnswerNew, isHappening } from '../../machines/records/episodes';
import type { logsMachine } from '../../machines/records/logsMachine';
import { studentOf } from '../../machines/students/namesakes';
import type { LookNowRow } from '../../machines/triage/lookNow';
import { messages } from '../../messages';
import { ageOf } from '../app/times';
import { useTime } from '../app/useTime';
import { Screenshot } from '../logs/Screenshot';
import { ActivityLine, activityName } from '../records/ActivityBadge';
import { DismissReasons } from '../records/DismissReasons';
import { lessonNow } from './useLesson';
import type { ReviewEpisodes } from './useTriage';

const { lookNow: words, logs: logsWords } = messages;

/** What a row can do. Must keep their identity: each press would re-render all rows otherwise. */
export type RowActions = {
  onReview: ReviewEpisodes;
  onOpenStudent: (key: string) => void;
  onOpenPicture: (incident: Incident) => void;
};

/** The episode whose dismissal needs a reason. */
export interface Asked {
  /** See {@link shownIn}. */
  shown: string;
  /** It was asked by a pointer, not by a key or a program. */
  isPointed: boolean;
}

type LookNowRowProps = LookNowRow &
  RowActions & {
    logs: ActorRefFrom<typeof logsMachine>;
    /** Something can be said about the present. */
    isLive: boolean;
    isLarge: boolean;
    /** Null unless it is about what this row shows. */
    asked: Asked | null;
    onAsk: (asked: Asked | null) => void;
  };

/** Identifies the episode that a row names. */
export const shownIn = ({ episodes: [newest] }: Incident) => `${newest.key} ${newest.first}`;

/** One student with unseen episodes. */
export const IncidentRow = memo(function IncidentRow(props: LookNowRowProps) {
  const { incident, isSeen, isLive, isLarge, asked, logs, onReview } = props;
  const isAsking = asked !== null;
  const { episodes } = incident;
  const [newest] = episodes[0].logs;
  const student = studentOf(newest);
  const types = [...new Set(episodes.map(({ activityType }) => activityType))];
  const activities = types.map(activityName).join(', ');
  const picture = isLarge ? pictureOf(incident) : null;
  const isReviewable = newest.review !== undefined;
  // Another episode gets new buttons with a delay: a press meant for the previous one must not review it.
  const shown = shownIn(incident);
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = () => props.onAsk(null);
  const keep = () => {
    // Removing a focused reason would lose the focus.
    opener.current?.focus({ preventScroll: true });
    cancel();
  };
  const closeReasons = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isAsking) return;
    event.preventDefault();
    keep();
  };
  const toggleReasons = (event: MouseEvent) => {
    if (isSeen) return;
    if (isAsking) return keep();
    // Keys and programs click without a pointer.
    props.onAsk({ shown, isPointed: event.detail > 0 });
  };
  const dismiss = (note: string) => {
    if (isSeen) return;
    // The row shows the answer before anything else is computed.
    startTransition(cancel);
    onReview(episodes, 'dismissed', note);
  };
  return (
    <li
      className={classes(
        // A change in a row lays out nothing else.
        'flex overflow-hidden contain-strict',
        // The name stays above the reasons.
        isAsking ? 'flex-col justify-center' : 'items-center gap-x-2',
        isLarge || isAsking ? 'h-16.5' : 'h-11 wide:pointer-fine:h-9',
        isSeen && 'text-muted',
      )}
    >
      <div className={classes('min-w-0', !isAsking && 'flex-1', (!isLarge || isAsking) && 'flex items-center gap-x-2')}>
        <button
          type="button"
          data-row
          onClick={() => props.onOpenStudent(incident.student)}
          title={student}
          aria-label={student}
          className="flex max-w-full min-w-0 rounded-control text-left text-sm leading-5 font-semibold -outline-offset-2 hover:underline"
        >
          <span dir="auto" className="min-w-0 truncate">
            {newest.distinction === undefined ? student : newest.studentName}
          </span>
          {newest.distinction !== undefined && (
            <span className="max-w-2/3 shrink-0 truncate pl-1">{messages.apart(newest.distinction)}</span>
          )}
        </button>
        <ActivityLine types={types} isNamed={isLarge} />
        {!isAsking && <Facts {...{ incident, isLive, isLarge }} />}
      </div>
      {picture !== null && !isAsking && (
        <button
          type="button"
          aria-label={logsWords.showScreenshot(student)}
          onClick={() => props.onOpenPicture(incident)}
          className="shrink-0 rounded-control"
        >
          <Screenshot
            key={picture}
            logs={logs}
            address={picture}
            alt=""
            loading="lazy"
            className="h-11 w-14 rounded-control bg-sunken object-cover"
          />
        </button>
      )}
      <div key={shown} className={classes('flex shrink-0', isAsking ? 'press-delay-again' : 'press-delay')}>
        {asked !== null ? (
          <DismissReasons student={student} onDismiss={dismiss} onCancel={keep} keptOpener={asked} />
        ) : (
          <IconButton
            icon={isSeen ? 'check' : 'tick'}
            data-see
            label={(isSeen ? words.hasSeen : words.markSeen)(student, activities)}
            aria-disabled={isSeen || undefined}
            onClick={() => !isSeen && onReview(episodes, 'seen')}
            className={rowButton}
          />
        )}
        {/* Stays while the reasons are asked: a browser takes long to remove the focused button and to move the focus. */}
        {isReviewable && (
          <IconButton
            icon="close"
            ref={opener}
            data-dismiss
            onKeyDown={closeReasons}
            label={isAsking ? words.keep : words.dismiss(student)}
            aria-disabled={isSeen || undefined}
            onClick={toggleReasons}
            className={rowButton}
          />
        )}
      </div>
    </li>
  );
});

const rowButton = 'wide:pointer-fine:size-9';

/** The age of the latest episode, and how many there were lately. */
function Facts({ incident, isLive, isLarge }: Pick<LookNowRowProps, 'incident' | 'isLive' | 'isLarge'>) {
  const [latest] = incident.episodes;
  const time = useTime((current) => {
    const now = lessonNow(current);
    return isLive && isHappening(latest, now) ? words.now : words.ago(ageOf(now - latest.last));
  });
  const isNow = time === words.now;
  const answers = incident.episodes.flatMap(({ logs }) => logs).filter(isAnswerNew).length;
  const facts = [
    ...(answers > 0 ? [logsWords.newAnswers(answers)] : []),
    ...(isLarge && incident.recent > 1 ? [words.often(incident.recent)] : []),
    time,
  ];
  return (
    <span
      data-urgency={isNow ? 'now' : undefined}
      className={classes(
        'block truncate text-xs tabular-nums',
        isNow ? 'font-semibold text-ink' : 'text-muted',
        !isLarge && 'ml-auto shrink-0',
      )}
    >
      {facts.join(' · ')}
    </span>
  );
}

/** Returns the newest picture of what the row names. */
const pictureOf = ({ episodes: [latest] }: Incident) =>
  latest.logs.find(({ screenshot }) => screenshot !== null)?.screenshot ?? null;
