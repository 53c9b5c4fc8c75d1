import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { LoadingText } from '../../components/LoadingText';
import { NoticeRegion } from '../../components/NoticeRegion';
import { type Column, Table } from '../../components/Table';
import { Truncated } from '../../components/Truncated';
import { useKeptFocus } from '../../components/useKeptFocus';
import { studentOf } from '../../machines/logFilters';
import type { logsMachine } from '../../machines/logsMachine';
import type { logsViewMachine } from '../../machines/logsViewMachine';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/types';
import { ActivityBadge } from './ActivityBadge';
import { useOnNavigation } from './navigation';
import { PictureViewer } from './PictureViewer';
import { dateAndTime, secondOfDay } from './times';

const {
  logs: words,
  logFilters: { review: reviewWord, reviews: reviewWords },
} = messages;

type Logs = SnapshotFrom<typeof logsMachine>;
const isFetching = (logs: Logs) => logs.matches({ list: 'fetching' });
// Not the state: what is there, even nothing, stays while it is fetched again.
const isEmpty = ({ context }: Logs) => context.fetchedAt !== null && context.logs.length === 0;
const isFirst = ({ context }: Logs) => context.fetchedAt === null;
const selectProblem = ({ context }: Logs) => context.problem;
const selectFetchedAt = ({ context }: Logs) => context.fetchedAt;

type LogsPanelProps = {
  title: string;
  logs: ActorRefFrom<typeof logsMachine>;
  /** How this screen looks at them. */
  view: ActorRefFrom<typeof logsViewMachine>;
  /** The rows to show, of those that the actor holds. */
  rows: readonly DetectionLog[];
  /** Those among which the rows stand, when there are more: the viewer goes through all of them. */
  found?: readonly DetectionLog[];
  /** Detection is active: the first log may come at any moment. */
  waiting: boolean;
  /** By time: they stand under their dates. */
  isByTime?: boolean;
  /** In half of the page's width: the details stand below the activity. */
  compact?: boolean;
  actions?: ReactNode;
  /** Above the table. */
  filters?: ReactNode;
  /** Below the table. */
  children?: ReactNode;
};

/** A section's logs, some or all: the table, its refresh, its failures, and the viewer of its screenshots. */
export function LogsPanel(props: LogsPanelProps) {
  const { title, logs, view, rows, found = rows, waiting, isByTime = true, compact = false } = props;
  const { actions, filters, children } = props;
  const fetching = useSelector(logs, isFetching);
  const first = useSelector(logs, isFirst);
  const empty = useSelector(logs, isEmpty);
  const problem = useSelector(logs, selectProblem);
  const fetchedAt = useSelector(logs, selectFetchedAt);
  // Whoever goes on, be it by Back to other filters of the same page, leaves what was shown large.
  useOnNavigation(view, 'screenshot.close');
  const refresh = () => logs.send({ type: 'logs.refresh' });
  const { region, settle } = useKeptFocus<HTMLElement>();
  const hasReviews = rows.some(({ review }) => review !== undefined);

  return (
    <Card
      {...region}
      title={title}
      actions={
        <>
          <Button variant="secondary" busy={fetching} onClick={refresh}>
            {words.refresh}
          </Button>
          {actions}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <NoticeRegion
          kind="error"
          action={
            <Button variant="secondary" onClick={refresh}>
              {words.retry}
            </Button>
          }
        >
          {problem?.sentence}
        </NoticeRegion>
        {first && fetching && <LoadingText>{words.loading}</LoadingText>}
        {empty && (
          <EmptyState icon="logs">
            <span className="block">{words.empty}</span>
            {waiting && <span className="block">{words.waiting}</span>}
          </EmptyState>
        )}
        {filters}
        {rows.length > 0 && (
          <Table
            caption={title}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsFor(logs, view, { isByTime, compact, hasReviews, fetchedAt: fetchedAt ?? 0 })}
            groupOf={isByTime && !compact ? dateOf : undefined}
            dense={compact}
          />
        )}
        {children}
        {fetchedAt !== null && <p className="text-xs text-muted">{words.updated(secondOfDay.format(fetchedAt))}</p>}
      </div>
      <PictureViewer logs={logs} view={view} found={found} onClosed={settle} />
    </Card>
  );
}

const longDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

const dateOf = (log: DetectionLog) => (log.time === null ? words.unknownDay : longDate.format(log.time));

const isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString();

interface ColumnOptions {
  isByTime: boolean;
  compact: boolean;
  /** The backend keeps reviews. */
  hasReviews: boolean;
  fetchedAt: number;
}

const columnsFor = (
  logs: ActorRefFrom<typeof logsMachine>,
  view: ActorRefFrom<typeof logsViewMachine>,
  { isByTime, compact, hasReviews, fetchedAt }: ColumnOptions,
): Column<DetectionLog>[] => [
  {
    header: words.time,
    place: 'row-span-2',
    width: isByTime ? 'w-24' : 'w-36',
    cell: ({ time }) =>
      time === null ? (
        words.unknownTime
      ) : (
        <time
          dateTime={new Date(time).toISOString()}
          title={dateAndTime.format(time)}
          className={classes('tabular-nums', !compact && isByTime && 'whitespace-nowrap')}
        >
          {(isByTime && (!compact || isSameDay(time, fetchedAt)) ? secondOfDay : dateAndTime).format(time)}
        </time>
      ),
  },
  {
    header: words.student,
    cell: (log) => (
      <div className={classes('flex flex-wrap items-baseline gap-x-2', !hasReviews && 'lg:flex-nowrap')}>
        <Truncated className="personal max-w-full shrink-0 font-semibold">{studentOf(log)}</Truncated>
        {!compact && log.studentName !== '' && log.studentEmail !== '' && (
          <>
            {' '}
            <Truncated className="personal text-xs text-muted">{log.studentEmail}</Truncated>
          </>
        )}
      </div>
    ),
  },
  {
    header: words.activity,
    width: compact ? '@xl:w-52' : 'w-58',
    cell: ({ activityType, details, review }) => (
      <>
        <ActivityBadge type={activityType} />
        {compact && details !== '' && <p className="mt-1 text-xs text-muted">{details}</p>}
        {compact && review && (
          <p className="mt-1 text-xs text-muted wrap-anywhere">
            {reviewWords[review.state]}
            {review.note !== '' && (
              <>
                {' · '}
                <span className="personal">{review.note}</span>
              </>
            )}
          </p>
        )}
      </>
    ),
  },
  ...(compact ? [] : [{ header: words.details, cell: ({ details }: DetectionLog) => details || words.noDetails }]),
  ...(compact || !hasReviews ? [] : [reviewColumn(view)]),
  {
    header: words.screenshot,
    place: 'col-start-3 row-span-2 row-start-1',
    width: 'w-24',
    cell: (log) =>
      log.screenshot === null ? (
        <span className="text-muted">{words.noScreenshot}</span>
      ) : (
        <button
          type="button"
          aria-label={words.showScreenshot(studentOf(log))}
          onClick={() => view.send({ type: 'screenshot.open', log })}
          className="flex min-h-11 items-center rounded-control"
        >
          <img
            src={log.screenshot}
            alt=""
            loading="lazy"
            onError={() => logs.send({ type: 'picture.failed' })}
            className="personal h-10 w-16 rounded-control bg-sunken object-cover"
          />
        </button>
      ),
  },
];

/** What was made of each, and the way to change that. */
const reviewColumn = (view: ActorRefFrom<typeof logsViewMachine>): Column<DetectionLog> => ({
  header: reviewWord,
  width: 'w-32',
  cell: (log) => {
    const word = reviewWords[log.review?.state ?? 'none'];
    return (
      <>
        <button
          type="button"
          aria-label={messages.review.of(studentOf(log), word)}
          onClick={() => view.send({ type: 'screenshot.open', log })}
          className="min-h-11 rounded-control text-left underline underline-offset-4"
        >
          {word}
        </button>
        {log.review && log.review.note !== '' && (
          <Truncated className="personal block text-xs text-muted">{log.review.note}</Truncated>
        )}
      </>
    );
  },
});
