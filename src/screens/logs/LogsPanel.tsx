import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { type Column, Table } from '../../components/Table';
import { Truncated } from '../../components/Truncated';
import { useKeptFocus } from '../../components/useKeptFocus';
import { LOGS_PAGE_SIZE, OVERVIEW_LOG_COUNT } from '../../constants';
import { isolated } from '../../machines/app/isolated';
import { isRepeated, offsetOf } from '../../machines/app/timeZone';
import { sourceBeside } from '../../machines/logs/logFilters';
import type { logsViewMachine } from '../../machines/logs/logsViewMachine';
import type { selectionMachine } from '../../machines/logs/selectionMachine';
import { type logsMachine, selectLogsProblem } from '../../machines/records/logsMachine';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { dateAndTime, longDate, secondOfDay } from '../app/times';
import { ActivityBadge } from '../records/ActivityBadge';
import { PictureViewer } from './PictureViewer';
import { Screenshot } from './Screenshot';
import { PageCheckbox, RowCheckbox, SelectionLine } from './SelectionLine';

const {
  logs: words,
  logFilters: { review: reviewWord, reviews: reviewWords },
} = messages;

type Logs = SnapshotFrom<typeof logsMachine>;
const isRefreshing = (logs: Logs) => logs.matches({ list: { fetching: 'requested' } });
/** The first fetch, with nothing to show yet. */
export const isFetchingFirst = (logs: Logs) =>
  (logs.matches({ list: 'fetching' }) || logs.matches({ list: 'missing' })) &&
  logs.context.fetchedAt === null &&
  logs.context.logs.length === 0;
// Not by state: an empty list stays during a refetch too.
const isEmpty = ({ context }: Logs) => context.fetchedAt !== null && context.logs.length === 0;
const selectThere = ({ context }: Logs) => context.logs.length;
const selectMissing = ({ context }: Logs) => context.missing;
const selectFetchedAt = ({ context }: Logs) => context.fetchedAt;
/** The date of the last fetch. */
const selectDay = ({ context }: Logs) => new Date(context.fetchedAt ?? 0).toDateString();

type LogsPanelProps = {
  title: string;
  logs: ActorRefFrom<typeof logsMachine>;
  /** The viewer of this screen. */
  view: ActorRefFrom<typeof logsViewMachine>;
  /** The visible rows. */
  rows: readonly DetectionLog[];
  /** All logs that the viewer steps through, if more than `rows`. */
  found?: readonly DetectionLog[];
  /** Detection is active: the first log may come at any moment. */
  waiting: boolean;
  /** Makes rows selectable. */
  selection?: ActorRefFrom<typeof selectionMachine> | undefined;
  /** Sorted by time and grouped by date. */
  isByTime?: boolean;
  /** For half of the page's width: details are below the activity. */
  compact?: boolean;
  actions?: ReactNode;
  /** Which of the logs found are visible. */
  range?: string;
  /** Above the table. */
  filters?: ReactNode;
  /** Below the table. */
  children?: ReactNode;
};

/** The table of a section's logs with its refresh button, problems and screenshot viewer. */
export function LogsPanel(props: LogsPanelProps) {
  const { title, logs, view, rows, found = rows, waiting, selection, isByTime = true, compact = false } = props;
  const { actions, range, filters, children } = props;
  const fetchingFirst = useSelector(logs, isFetchingFirst);
  const empty = useSelector(logs, isEmpty);
  const problem = useSelector(logs, selectLogsProblem);
  const day = useSelector(logs, selectDay);
  const there = useSelector(logs, selectThere);
  const missing = useSelector(logs, selectMissing);
  const refresh = () => logs.send({ type: 'logs.refresh' });
  const { region, settle } = useKeptFocus<HTMLElement>();
  const hasReviews = rows.some(({ review }) => review !== undefined);
  const columns = useMemo(
    () => columnsFor({ logs, view, selection, isByTime, compact, hasReviews, day }),
    [logs, view, selection, isByTime, compact, hasReviews, day],
  );

  return (
    <Card
      {...region}
      title={title}
      actions={
        <>
          <RefreshButton logs={logs} />
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
        {filters}
        {filters && missing > 0 && <p className="text-sm text-muted">{words.partly(there, there + missing)}</p>}
        {selection && rows.length > 0 && (
          <div className="-my-3 -ml-3">
            <PageCheckbox selection={selection} rows={rows} />
          </div>
        )}
        {/* As tall as the newest rows from the start, so that the content below does not move. */}
        <div className={compact ? 'flex min-h-114 flex-col sm:min-h-89 @4xl:min-h-66' : 'contents'}>
          {fetchingFirst && (
            <LogsSkeleton
              count={compact ? OVERVIEW_LOG_COUNT : LOGS_PAGE_SIZE}
              compact={compact}
              quiet={problem !== null}
            />
          )}
          <StatusRegion>
            {empty && (
              <EmptyState icon="logs">
                <span className="block">{words.empty}</span>
                {waiting && <span className="block">{words.waiting}</span>}
              </EmptyState>
            )}
          </StatusRegion>
          {rows.length > 0 && (
            <Table
              caption={title}
              rows={rows}
              rowKey={({ id }, place) => (compact ? String(place) : id)}
              columns={columns}
              groupOf={isByTime && !compact ? dateOf : undefined}
            />
          )}
        </div>
        {selection && range !== undefined && (
          <SelectionLine selection={selection} rows={rows} found={found} range={range} />
        )}
        {!selection && range !== undefined && rows.length > 0 && <p className="text-sm text-muted">{range}</p>}
        {children}
        <Updated logs={logs} />
      </div>
      <PictureViewer logs={logs} view={view} found={found} onClosed={settle} />
    </Card>
  );
}

/** Separate from the rows: a refresh without news re-renders only this and {@link Updated}. */
const RefreshButton = memo(function RefreshButton({ logs }: Pick<LogsPanelProps, 'logs'>) {
  const refreshing = useSelector(logs, isRefreshing);
  return (
    <Button variant="secondary" busy={refreshing} onClick={() => logs.send({ type: 'logs.refresh' })}>
      {words.refresh}
    </Button>
  );
});

const Updated = memo(function Updated({ logs }: Pick<LogsPanelProps, 'logs'>) {
  const fetchedAt = useSelector(logs, selectFetchedAt);
  return (
    <p className="min-h-5 text-xs text-muted">{fetchedAt !== null && words.updated(secondOfDay.format(fetchedAt))}</p>
  );
});

/** Placeholder for a full page of rows. */
function LogsSkeleton({ count, compact, quiet }: { count: number; compact: boolean; quiet: boolean }) {
  return (
    <Skeleton label={words.loading} quiet={quiet} className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className={classes('flex items-center gap-3', compact ? 'h-18' : 'h-11')}>
          <Bar className="h-5 w-20 shrink-0" />
          <Bar className="h-5 flex-1" />
          <Bar className="h-10 w-16 shrink-0" />
        </div>
      ))}
    </Skeleton>
  );
}

const dateOf = (log: DetectionLog) => (log.time === null ? words.unknownDay : longDate.format(log.time));

const isOnDay = (time: number, day: string) => new Date(time).toDateString() === day;

interface ColumnOptions extends Pick<LogsPanelProps, 'logs' | 'view' | 'selection'> {
  isByTime: boolean;
  compact: boolean;
  /** The backend keeps reviews. */
  hasReviews: boolean;
  /** {@link selectDay} */
  day: string;
}

const columnsFor = (options: ColumnOptions): Column<DetectionLog>[] => {
  const { logs, view, selection, isByTime, compact, hasReviews } = options;
  return [
    {
      header: words.time,
      place: compact ? '' : '@max-sm:col-span-2',
      width: selection ? (isByTime ? 'w-32' : 'w-44') : isByTime ? 'w-24' : 'w-36',
      cell: (log) =>
        selection === undefined ? (
          <Time log={log} {...options} />
        ) : (
          <div className="-ml-3 flex items-center print:ml-0">
            <RowCheckbox selection={selection} log={log} />
            <Time log={log} {...options} />
          </div>
        ),
    },
    {
      header: words.student,
      width: compact ? '' : 'w-44',
      place: classes('@max-4xl:col-span-2', !compact && '@max-sm:col-span-3 @max-sm:col-start-1 @max-sm:row-start-2'),
      cell: (log) =>
        compact && log.distinction !== undefined ? (
          // No email beside the name here, so a long name must not push out its distinction.
          <div className="flex gap-x-1 font-semibold">
            <Truncated>{log.studentName}</Truncated>
            <span className="max-w-2/3 shrink-0 truncate">{messages.apart(log.distinction)}</span>
          </div>
        ) : (
          <div className="flex items-baseline gap-x-2 @max-sm:flex-wrap @4xl:flex-wrap">
            <Truncated
              className={classes(
                'shrink-0 font-semibold',
                compact ? 'max-w-full' : 'max-w-3/4 @max-sm:max-w-full @4xl:max-w-full',
              )}
            >
              {studentOf(log)}
            </Truncated>
            {!compact && log.studentName !== '' && log.studentEmail !== '' && (
              <>
                {' '}
                <Truncated className="text-xs text-muted">{log.studentEmail}</Truncated>
              </>
            )}
          </div>
        ),
    },
    {
      header: words.activity,
      width: compact ? 'w-58' : 'w-56',
      place: classes(
        '@max-4xl:col-span-2 @max-4xl:col-start-1 @max-4xl:row-start-2 @max-sm:col-span-3',
        !compact && '@max-sm:row-start-3',
      ),
      // An unknown activity may have a long name: keep the place of the details beside it.
      cell: ({ activityType }) => (
        <div className="@max-4xl:max-w-56 @max-sm:max-w-full">
          <ActivityBadge type={activityType} />
        </div>
      ),
    },
    {
      header: words.details,
      place: classes(
        '@max-4xl:col-start-3 @max-4xl:row-start-2 @max-4xl:self-center @max-4xl:text-xs @max-4xl:text-muted @max-sm:col-span-4 @max-sm:col-start-1',
        compact ? '@max-sm:row-start-3' : '@max-sm:row-start-4',
      ),
      cell: (log) => {
        const { details, source, review, answer } = log;
        const by = sourceBeside(log);
        return (
          <div className="flex @4xl:flex-col">
            {compact ? (
              <Truncated
                className={classes(
                  // Rows keep their height. The figures are often last.
                  by === '' && !review && '@4xl:line-clamp-2 @4xl:whitespace-normal',
                  // Never truncate the mark of simulated logs, whichever of the two has it.
                  source === 'simulated' && by === '' && 'min-w-24',
                )}
              >
                {details || words.noDetails}
              </Truncated>
            ) : (
              <span dir="auto" title={details} className="line-clamp-3 min-w-0 wrap-anywhere @4xl:my-1">
                {details || words.noDetails}
              </span>
            )}
            {by !== '' && (
              <>
                <span className="whitespace-pre @4xl:sr-only">{' · '}</span>
                <Truncated className={classes('text-xs text-muted', source === 'simulated' && 'shrink-0')}>
                  {isolated(by)}
                </Truncated>
              </>
            )}
            {answer !== undefined && (
              <>
                <span className="whitespace-pre @4xl:sr-only">{' · '}</span>
                <Truncated className="text-xs">{words.answered(studentOf(log), answer)}</Truncated>
              </>
            )}
            {compact && review && (
              <>
                <span className="shrink-0">{` · ${reviewWords[review.state]}`}</span>
                {review.note !== '' && <Truncated>{` · ${isolated(review.note)}`}</Truncated>}
              </>
            )}
          </div>
        );
      },
    },
    ...(compact || !hasReviews ? [] : [reviewColumn]),
    {
      header: words.screenshot,
      place: '@max-4xl:col-start-4 @max-4xl:row-span-2 @max-4xl:row-start-1',
      width: 'w-24',
      cell: (log) => (
        <button
          type="button"
          data-opens
          aria-label={(log.screenshot === null ? words.showDetails : words.showScreenshot)(studentOf(log))}
          onClick={() => view.send({ type: 'screenshot.open', log })}
          className="flex min-h-11 min-w-16 items-center rounded-control text-muted"
        >
          {log.screenshot === null ? (
            words.noScreenshot
          ) : (
            <Screenshot
              key={log.screenshot}
              logs={logs}
              address={log.screenshot}
              alt=""
              loading="lazy"
              className="h-10 w-16 rounded-control bg-sunken object-cover"
            />
          )}
        </button>
      ),
    },
  ];
};

function Time({
  log: { time },
  isByTime,
  compact,
  day,
}: Pick<ColumnOptions, 'isByTime' | 'compact' | 'day'> & { log: DetectionLog }) {
  if (time === null) return <span>{words.unknownTime}</span>;
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={dateAndTime.format(time)}
      className={classes('tabular-nums', (compact || isByTime) && 'whitespace-nowrap')}
    >
      <span>{(isByTime && (!compact || isOnDay(time, day)) ? secondOfDay : dateAndTime).bare(time)}</span>
      {isRepeated(time) && <span className="block text-xs text-muted">{offsetOf(time)}</span>}
    </time>
  );
}

const reviewColumn: Column<DetectionLog> = {
  header: reviewWord,
  width: 'w-28',
  place:
    '@max-4xl:col-span-3 @max-4xl:col-start-1 @max-4xl:row-start-3 @max-4xl:flex @max-4xl:items-center @max-4xl:gap-x-3 @max-sm:col-span-1 @max-sm:col-start-3 @max-sm:row-start-1 @max-sm:self-center',
  cell: ({ review }) => (
    <>
      {/* A phone has room for a word. Without one, the log was not reviewed. */}
      <span className={classes('whitespace-nowrap @max-sm:text-xs', review === null && '@max-sm:sr-only')}>
        {reviewWords[review?.state ?? 'none']}
      </span>
      {review && review.note !== '' && (
        <Truncated className="block text-xs text-muted @max-sm:hidden">{review.note}</Truncated>
      )}
    </>
  ),
};
