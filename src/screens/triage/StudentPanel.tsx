import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { IconButton } from '../../components/IconButton';
import { SidePanel } from '../../components/SidePanel';
import { TextLink } from '../../components/TextLink';
import { useFocusOnceShown } from '../../components/useFocusOnceShown';
import { sourceBeside } from '../../machines/logs/logFilters';
import type { logsViewMachine } from '../../machines/logs/logsViewMachine';
import type { Episode } from '../../machines/records/episodes';
import type { logsMachine } from '../../machines/records/logsMachine';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { studentLogsPath, studentRecordPath } from '../../paths';
import type { DetectionLog } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { NewRows } from '../app/StillRows';
import { useIsProjecting } from '../app/system';
import { secondOfDay, spanOf } from '../app/times';
import { useTime } from '../app/useTime';
import { ExcuseStudent } from '../attendance/Excuse';
import { TurnAway } from '../attendance/TurnAway';
import { Answer } from '../logs/Answer';
import { ReviewFields } from '../logs/ReviewFields';
import { Screenshot } from '../logs/Screenshot';
import { ActivityBadge, activityName } from '../records/ActivityBadge';
import { DismissReasons } from '../records/DismissReasons';
import { useLatest } from '../records/recordsPage';
import { Timeline } from '../records/Timeline';
import { type Undo, UndoReview } from '../records/UndoReview';
import { SeeAll } from './SeeAll';
import { useSectionPage } from './sectionPage';
import { lessonNow } from './useLesson';
import type { ReviewEpisodes } from './useTriage';

const { lesson: words, lookNow, review: reviewWords, logs: logWords } = messages;

export interface ViewedStudent {
  key: string;
  name: string;
  email: string;
  /** The student's episodes, latest first. */
  episodes: readonly Episode[];
  /** Those that the teacher has not seen. */
  unseen: readonly Episode[];
  /** Number of logs since the opening. */
  newCount: number;
  /** Number of earlier logs that are not shown. */
  olderCount: number;
}

type StudentPanelProps = {
  viewed: ViewedStudent;
  periodName: string;
  /** Something can be said about the present. */
  isLive: boolean;
  /** The time of the lesson's first detection; null before it. */
  from: number | null;
  logs: ActorRefFrom<typeof logsMachine>;
  /** The episode that is enlarged here, and the typed notes, which outlive the panel. */
  view: ActorRefFrom<typeof logsViewMachine>;
  onReview: ReviewEpisodes;
  undo: Undo;
  onShowNew: () => void;
  /** Undefined for the first or last student. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
};

type View = SnapshotFrom<typeof logsViewMachine>;
const selectEnlarged = ({ context }: View) => context.enlarged;
const isAnyEnlarged = (view: View) => view.matches('enlarging');
const selectNotes = ({ context }: View) => context.notes;

/** One student's lesson: what happened, and what the teacher does about it. */
export function StudentPanel({ viewed, undo, onShowNew, onPrevious, onNext, onClose, ...props }: StudentPanelProps) {
  const { section } = useSectionPage();
  const student = section.students.find((one) => keyOfStudent(one) === viewed.key);
  // The name shows at once, the rest a moment later.
  const shown = useDeferredValue<ViewedStudent | null>(viewed, null);
  const step = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLTextAreaElement) return;
    if (event.key === 'ArrowLeft') onPrevious?.();
    if (event.key === 'ArrowRight') onNext?.();
  };
  return (
    <SidePanel
      title={viewed.name}
      actions={
        <>
          <IconButton
            icon="chevronLeft"
            label={words.previous}
            aria-disabled={onPrevious === undefined || undefined}
            onClick={onPrevious}
          />
          <IconButton
            icon="chevronRight"
            label={words.next}
            aria-disabled={onNext === undefined || undefined}
            onClick={onNext}
          />
        </>
      }
      subject={viewed.key}
      onClose={onClose}
      onKeyDown={step}
    >
      {shown !== null && (
        <div className="-mt-1 flex min-h-9 items-center justify-between gap-x-4">
          <p title={viewed.email} className="min-w-0 truncate text-sm text-muted">
            {viewed.email}
          </p>
          <span className="shrink-0">
            <NewRows count={viewed.newCount} onShow={onShowNew} />
          </span>
        </div>
      )}
      {shown !== null && student && <ExcuseStudent key={student.id} student={student} />}
      {shown?.key === viewed.key && <Lesson key={shown.key} {...props} viewed={shown} />}
      {/* Below what is done every day. */}
      {shown !== null && student && (
        <div key={`${student.id} away`} className="mt-4">
          <TurnAway student={student} />
        </div>
      )}
      <div
        className={classes(
          'sticky -bottom-4 -mx-4 -mb-4 flex h-13 items-center px-4',
          undo.sentence !== undefined ? 'bg-surface' : 'pointer-events-none',
        )}
      >
        <UndoReview {...undo} />
      </div>
    </SidePanel>
  );
}

type LessonProps = Omit<StudentPanelProps, 'undo' | 'onShowNew' | 'onPrevious' | 'onNext' | 'onClose'>;

/** The student's episodes. */
function Lesson({ viewed, periodName, isLive, from, logs, view, onReview }: LessonProps) {
  const { section } = useSectionPage();
  const student = section.students.find((one) => keyOfStudent(one) === viewed.key);
  const list = useRef<HTMLUListElement>(null);
  const unseenRows = () => [...(list.current?.querySelectorAll('[data-unseen]') ?? [])];
  const enlarged = useSelector(view, selectEnlarged);
  const { episodes, unseen } = viewed;
  return (
    <div className="@container flex flex-col gap-1">
      {episodes.length > 0 && <TimelineToNow episodes={episodes} isLive={isLive} from={from} />}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-sm">
          {episodes.length > 0 && `${words.episodes(episodes.length)} · ${lookNow.toLookAt(unseen.length)}`}
        </p>
        {unseen.length > 0 && (
          <SeeAll
            question={lookNow.markEpisodes(unseen.length)}
            rows={unseenRows}
            onSee={() => onReview(unseen, 'seen')}
            className="-mr-2 px-2!"
          />
        )}
      </div>
      {episodes.length === 0 && <p className="py-8 text-center text-muted">{`${words.nothing} ${periodName}.`}</p>}
      <ul ref={list} aria-label={words.episodes(episodes.length)} className="divide-y divide-line">
        {episodes.map((episode) => (
          <EpisodeRow
            key={`${episode.key} ${episode.first}`}
            episode={episode}
            name={viewed.name}
            isUnseen={unseen.includes(episode)}
            logs={logs}
            view={view}
            enlarged={episode.logs.find(({ id }) => id === enlarged?.id)}
            onReview={onReview}
          />
        ))}
      </ul>
      {viewed.olderCount > 0 && <p className="text-xs text-muted">{words.older(viewed.olderCount)}</p>}
      {/* Takes the place of the panel's entry in the history. */}
      <TextLink to={studentLogsPath(section.id, viewed.key)} replace className="self-start text-sm">
        {words.allLogsOf(viewed.name)}
      </TextLink>
      {student && section.attendable === true && isFullTeacher(section) && (
        <TextLink to={studentRecordPath(section.id, student.id)} replace className="self-start text-sm">
          {messages.studentRecord.openOf(viewed.name)}
        </TextLink>
      )}
      <p className="text-xs text-muted max-sm:hidden">{words.keys}</p>
    </div>
  );
}

type TimelineProps = Pick<ViewedStudent, 'episodes'> & Pick<StudentPanelProps, 'isLive' | 'from'>;

/** Ends at the current time, or with the last detection if nothing can be said about the time since. */
function TimelineToNow({ episodes, isLive, from }: TimelineProps) {
  const now = useTime(lessonNow);
  const last = Math.max(...episodes.map((episode) => episode.last));
  const to = isLive ? now : last;
  return (
    <Timeline
      logs={episodes.flatMap(({ logs }) => logs)}
      from={from ?? to}
      to={to}
      end={isLive ? lookNow.now : secondOfDay.format(last)}
    />
  );
}

type EpisodeRowProps = Pick<StudentPanelProps, 'logs' | 'view' | 'onReview'> & {
  episode: Episode;
  name: string;
  isUnseen: boolean;
  /** Its log that is enlarged. */
  enlarged: DetectionLog | undefined;
};

const noNeighbours = { previous: undefined, next: undefined };

function EpisodeRow({ episode, name, isUnseen, logs, view, enlarged, onReview }: EpisodeRowProps) {
  const isEnlarged = enlarged !== undefined;
  const projecting = useIsProjecting();
  const [newest] = episode.logs;
  // What was typed belongs to its log, also once there is a newer one.
  const typed = useSelector(view, selectNotes);
  const noted = episode.logs.find(({ id }) => id in typed);
  const shot = episode.logs.find(({ screenshot }) => screenshot !== null) ?? newest;
  const opened = noted ?? shot;
  // The review that counts: of any of its logs.
  const reviewed = episode.logs.find(({ review }) => review)?.review;
  const isReviewable = newest.review !== undefined && !projecting;
  const time = secondOfDay.format(episode.first);
  const by = sourceBeside(newest);
  const [isAsking, setAsking] = useState(false);
  const [asksForNote, setAsksForNote] = useState(false);
  const toggle = (part: 'note' | 'picture') => {
    setAsksForNote(part === 'note');
    if (isEnlarged) view.send({ type: 'screenshot.close' });
    // Another one may be open, of this student or of the one before.
    else view.send({ type: isAnyEnlarged(view.getSnapshot()) ? 'screenshot.step' : 'screenshot.open', log: opened });
  };
  return (
    <li data-unseen={isUnseen || undefined} className="flex flex-col gap-3 py-3">
      <div className="flex items-start gap-x-3">
        <div className="min-w-0 flex-1 text-sm">
          <p className="tabular-nums">
            <span>{time}</span>
            {episode.last > episode.first && (
              <span className="text-xs text-muted">{` · ${words.lasted(spanOf(episode.last - episode.first))}`}</span>
            )}
          </p>
          <p className="mt-1 flex flex-wrap gap-2">
            <ActivityBadge type={episode.activityType} />
            {reviewed && <Badge>{reviewed.state === 'seen' ? lookNow.seen : words.dismissed}</Badge>}
          </p>
          {newest.details !== '' && <p className="mt-1 wrap-anywhere">{newest.details}</p>}
          {by !== '' && <p className="text-xs text-muted wrap-anywhere">{by}</p>}
          {episode.logs.map((log) => (
            <Answer key={log.id} log={log} />
          ))}
          {reviewed && reviewed.note !== '' && !isEnlarged && (
            <p className="mt-1 text-muted wrap-anywhere">{reviewed.note}</p>
          )}
          {noted && isReviewable && !isEnlarged && (
            <p className="mt-1 border-l-4 border-control pl-2">
              <span className="block wrap-anywhere">{typed[noted.id]}</span>
              <span className="block text-xs text-muted">{reviewWords.unsaved}</span>
            </p>
          )}
          <div className="mt-1 -ml-2 flex flex-wrap items-center">
            {isUnseen && isAsking && (
              <DismissReasons
                student={name}
                onDismiss={(reason) => onReview([episode], 'dismissed', reason)}
                onCancel={() => setAsking(false)}
              />
            )}
            {isUnseen && !isAsking && !isEnlarged && (
              <Button variant="quiet" onClick={() => onReview([episode], 'seen')} className="px-2!">
                {lookNow.seen}
              </Button>
            )}
            {isUnseen && !isAsking && !isEnlarged && isReviewable && (
              <Button
                variant="quiet"
                aria-label={lookNow.dismiss(name)}
                onClick={() => setAsking(true)}
                className="px-2!"
              >
                {lookNow.dismissOne}
              </Button>
            )}
            {isReviewable && !(isUnseen && isAsking) && (
              <Button variant="quiet" aria-expanded={isEnlarged} onClick={() => toggle('note')} className="px-2!">
                {reviewWords.note}
              </Button>
            )}
          </div>
        </div>
        {shot.screenshot !== null && (
          <button
            type="button"
            aria-label={logWords.showScreenshot(name)}
            aria-expanded={isEnlarged}
            onClick={() => toggle('picture')}
            className="shrink-0 rounded-control"
          >
            <Screenshot
              logs={logs}
              address={shot.screenshot}
              alt={words.pictureOf(name, `${time}, ${activityName(episode.activityType)}`)}
              loading="lazy"
              className="aspect-4/3 w-24 rounded-control bg-sunken object-cover @sm:w-32"
            />
          </button>
        )}
      </div>
      {enlarged && <Enlarged logs={logs} view={view} log={enlarged} name={name} asksForNote={asksForNote} />}
    </li>
  );
}

type EnlargedProps = Pick<EpisodeRowProps, 'logs' | 'view' | 'name'> & {
  log: DetectionLog;
  /** The note takes the focus. */
  asksForNote: boolean;
};

/** The picture in its place, as wide as the panel, with the review of its log. */
function Enlarged({ logs, view, log, name, asksForNote }: EnlargedProps) {
  const known = useLatest(log);
  const fields = useRef<HTMLDivElement>(null);
  useFocusOnceShown(log.id, () => asksForNote && fields.current?.querySelector('textarea')?.focus());
  return (
    <div ref={fields} className="flex flex-col gap-3">
      {log.screenshot !== null && (
        <Screenshot
          logs={logs}
          address={log.screenshot}
          alt={logWords.screenshotOf(name)}
          className="max-h-[70dvh] w-full rounded-control bg-sunken object-contain"
        />
      )}
      <ReviewFields view={view} log={known ?? log} isGone={known === undefined} neighbours={noNeighbours} />
    </div>
  );
}
