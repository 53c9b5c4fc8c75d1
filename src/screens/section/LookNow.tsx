import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { Icon, type IconName } from '../../components/Icon';
import { type logsMachine, selectLogsProblem } from '../../machines/logs/logsMachine';
import { messages } from '../../messages';
import { type Episode, isHappening, reviewableIn, type Sighting } from '../../model/logs/episodes';
import { studentOf } from '../../model/logs/logFilters';
import { isUnwatched, type Watch } from '../../model/section/watch';
import { ageOf } from '../app/times';
import { useTime } from '../app/useTime';
import { lessonNow } from '../lessons/useLesson';
import { ActivityBadge, activityName } from '../logs/ActivityBadge';
import { Screenshot } from '../logs/Screenshot';
import { DesktopSwitch } from '../session/DesktopSwitch';

const { lookNow: words, logs: logsWords } = messages;

type LookNowProps = {
  episodes: readonly Episode[];
  /** The unseen ones of these. */
  unseen: readonly Episode[];
  onSee: (sighting: Sighting) => void;
  onOpenStudent: (key: string) => void;
  onOpenPicture: (episode: Episode) => void;
  logs: ActorRefFrom<typeof logsMachine>;
  watch: Watch;
  /** Below the rows. */
  children: React.ReactNode;
};

/** The unseen episodes, in the order explained below them. */
export function LookNow(props: LookNowProps) {
  const { episodes, unseen, onSee, onOpenStudent, onOpenPicture, logs, watch, children } = props;
  return (
    <Card title={words.title} className="flex h-full flex-col">
      {/* As tall with rows as without, so that the content below does not move. */}
      <div className="flex h-80 flex-col overflow-y-auto overscroll-contain @4xl:h-auto @4xl:min-h-80 @4xl:flex-1 @4xl:basis-0">
        {episodes.length === 0 ? (
          <Quiet logs={logs} watch={watch} />
        ) : (
          <ul aria-label={words.title} className="divide-y divide-line">
            {episodes.map((episode, place) => (
              <Row
                key={placeKey(place)}
                episode={episode}
                isSeen={!unseen.includes(episode)}
                onOpenStudent={() => onOpenStudent(episode.student)}
                onOpenPicture={() => onOpenPicture(episode)}
                logs={logs}
                onSee={() => onSee({ key: episode.key, last: episode.last, logIds: reviewableIn(episode) })}
              />
            ))}
          </ul>
        )}
      </div>
      {children}
      <p className="mb-3 text-xs text-muted">{words.order}</p>
      <DesktopSwitch />
    </Card>
  );
}

const icons: Partial<Record<Watch, IconName>> = { watching: 'check', unreachable: 'unreachable' };

const haveFailed = (logs: SnapshotFrom<typeof logsMachine>) => selectLogsProblem(logs) !== null;
const wereFetched = ({ context }: SnapshotFrom<typeof logsMachine>) => context.fetchedAt !== null;

/** Why the list is empty. All is quiet only if something watches and the logs are loaded. */
function Quiet({ logs, watch: ofSession }: Pick<LookNowProps, 'logs' | 'watch'>) {
  const failed = useSelector(logs, haveFailed);
  const fetched = useSelector(logs, wereFetched);
  const watch = failed ? 'unreachable' : fetched ? ofSession : 'checking';
  const texts = messages.watch[watch];
  return (
    <EmptyState icon={icons[watch] ?? (isUnwatched(watch) ? 'alert' : 'info')}>
      <span className={classes('block', isUnwatched(watch) && 'font-semibold text-ink')}>{texts.sentence}</span>
      {'hint' in texts && <span className="mt-1 block text-sm">{texts.hint}</span>}
    </EmptyState>
  );
}

/** Keyed by place: rows have one height, so new ones do not move those in view. */
const placeKey = (place: number) => String(place);

type RowProps = {
  episode: Episode;
  /** Marked as seen while the rows stand still. */
  isSeen: boolean;
  onOpenStudent: () => void;
  onOpenPicture: () => void;
  logs: ActorRefFrom<typeof logsMachine>;
  onSee: () => void;
};

function Row({ episode, isSeen, logs, onOpenStudent, onOpenPicture, onSee }: RowProps) {
  const [newest] = episode.logs;
  const student = studentOf(newest);
  const picture = pictureOf(episode);
  return (
    <li className="flex h-22 items-center gap-3 overflow-hidden">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpenStudent}
          title={student}
          aria-label={student}
          className="flex max-w-full rounded-control text-left text-sm font-semibold -outline-offset-2 hover:underline"
        >
          <span dir="auto" className="min-w-0 truncate">
            {newest.distinction === undefined ? student : newest.studentName}
          </span>
          {newest.distinction !== undefined && (
            <span className="max-w-2/3 shrink-0 truncate pl-1">{messages.apart(newest.distinction)}</span>
          )}
        </button>
        {/* A line each: an age that grows must not wrap the row. */}
        <p className="flex flex-col items-start text-xs text-muted tabular-nums">
          <ActivityBadge type={episode.activityType} /> <Facts episode={episode} />
        </p>
      </div>
      {picture !== null && (
        <button
          type="button"
          aria-label={logsWords.showScreenshot(student)}
          onClick={onOpenPicture}
          className="shrink-0 rounded-control"
        >
          <Screenshot
            key={picture}
            logs={logs}
            address={picture}
            alt=""
            loading="lazy"
            className="h-11 w-16 max-sm:w-11 rounded-control bg-sunken object-cover"
          />
        </button>
      )}
      <Button
        // Another episode gets a new button with a delay: a press meant for the previous one must not mark it.
        key={episode.key}
        variant="secondary"
        aria-label={(isSeen ? words.hasSeen : words.markSeen)(student, activityName(episode.activityType))}
        aria-disabled={isSeen}
        onClick={onSee}
        className="press-delay shrink-0 max-sm:px-4.5"
      >
        {/* In the padding, so that the button keeps its width. */}
        {isSeen && (
          <span className="absolute left-1 flex text-[0.6875rem]">
            <Icon name="check" />
          </span>
        )}
        <span>{words.seen}</span>
      </Button>
    </li>
  );
}

/** An episode's time and repetitions. */
function Facts({ episode }: Pick<RowProps, 'episode'>) {
  const time = useTime((current) => {
    const now = lessonNow(current);
    return isHappening(episode, now) ? words.now : words.ago(ageOf(now - episode.last));
  });
  return (
    <span className="max-w-full truncate">
      {episode.repetition > 1 ? [time, repetitionOf(episode.repetition)].join(' · ') : time}
    </span>
  );
}

/** Returns the newest log with a picture. */
const pictureOf = ({ logs }: Episode) => logs.find(({ screenshot }) => screenshot !== null)?.screenshot ?? null;

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });

const repetitionOf = (count: number) =>
  count === 2 ? words.twice : words.nth(`${count}${words.ordinals[ordinal.select(count)]}`);
