import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { Notice } from '../../components/Notice';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { type Column, Table } from '../../components/Table';
import { Truncated } from '../../components/Truncated';
import { useKeptFocus } from '../../components/useKeptFocus';
import type { lessonsMachine } from '../../machines/lessons/lessonsMachine';
import { missingAmong, type printMachine } from '../../machines/lessons/printMachine';
import { type logsMachine, selectLogsProblem } from '../../machines/logs/logsMachine';
import { messages } from '../../messages';
import { isolated } from '../../model/app/isolated';
import { zoneOf } from '../../model/app/timeZone';
import { reportOf, type StudentSum, slicesOf } from '../../model/lessons/lessonReport';
import { type Choice, studentOf, typeOf } from '../../model/logs/logFilters';
import { detectionLogsPath, lessonLogsPath } from '../../paths';
import type { DetectionLog, Lesson } from '../../services/types';
import { providePrint } from '../../system/lessons/printSystem';
import { provideLogsView } from '../../system/logs/logsViewSystem';
import { provideDeleteLesson } from '../../system/section/sectionForms';
import { useIsProjecting, useScreenActor } from '../app/system';
import { dateAndTime, dayAndTime, lengthOf, lessonNamed, secondOfDay, timeOfDay } from '../app/times';
import { type FormDialog, useFormDialog } from '../app/useFormDialog';
import { ActivityBadge, activityName } from '../logs/ActivityBadge';
import { PictureViewer } from '../logs/PictureViewer';
import { Screenshot } from '../logs/Screenshot';
import { useExport } from '../logs/useExport';
import { useSectionHeading, useSectionPage, useShownLogs } from '../section/sectionPage';
import { DeleteLessonDialog } from './DeleteLessonDialog';
import { Timeline } from './Timeline';
import { keepsLessons } from './useLessons';

/** Columns by the width of the `@container` around them. */
const facts = 'grid grid-cols-2 gap-x-6 gap-y-4 @lg:grid-cols-3 print:grid-cols-3';

const { lessonReport: words, lessons: lessonsWords, lesson: lessonWords, logs: logsWords, deleteLesson } = messages;

type Lessons = SnapshotFrom<typeof lessonsMachine>;
const selectLessons = ({ context }: Lessons) => context.lessons;
const selectProblem = ({ context }: Lessons) => context.problem;

type Logs = SnapshotFrom<typeof logsMachine>;
const selectFetchedAt = ({ context }: Logs) => context.fetchedAt;
const areAwaited = (logs: Logs) => logs.context.fetchedAt === null && selectLogsProblem(logs) === null;

/** `/sections/{sectionId}/lessons/{lessonId}`: the report of one lesson, to read, print and save. */
export function LessonScreen() {
  const { lessonId = '' } = useParams();
  // Each lesson has its own viewer.
  return <LessonPage key={lessonId} lessonId={lessonId} />;
}

function LessonPage({ lessonId }: { lessonId: string }) {
  const { section, lessons, logs } = useSectionPage();
  // Here, not in the report: a deleted lesson leaves the list before the navigation.
  const deletion = useFormDialog((system) => provideDeleteLesson(system, section.id, lessonId));
  const absent = !useSelector(lessons, keepsLessons);
  const known = useSelector(lessons, selectLessons);
  const problem = useSelector(lessons, selectProblem);
  const awaitsLogs = useSelector(logs, areAwaited);
  const lesson = absent ? undefined : known?.find(({ id }) => id === lessonId);
  const heading = useSectionHeading(words.title);
  const missing = absent ? words.absent : known !== null && lesson === undefined ? words.notFound : null;
  const failed = missing === null && lesson === undefined && problem !== null;
  const loading = missing === null && lesson === undefined && !failed;

  return (
    <>
      <PageHeading
        ref={heading}
        lead={
          <>
            <span className="wrap-anywhere">{section.name}</span>
            {lesson && <span>{` · ${lessonNamed(lesson)}`}</span>}
            {loading && <Bar className="ml-2 inline-block h-4 w-44" />}
          </>
        }
        actions={missing === null && <ButtonLink to={detectionLogsPath(section.id)}>{words.backToLogs}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => lessons.send({ type: 'lessons.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {failed && problem.sentence}
      </NoticeRegion>
      {/* One skeleton for the lessons and the logs, so that loading is announced once. */}
      {(loading || (lesson !== undefined && awaitsLogs)) && <ReportSkeleton />}
      <StatusRegion>
        {missing !== null && (
          <EmptyState
            icon="logs"
            action={<ButtonLink to={detectionLogsPath(section.id)}>{words.backToLogs}</ButtonLink>}
          >
            {missing}
          </EmptyState>
        )}
      </StatusRegion>
      {lesson && <LessonLogs lesson={lesson} deletion={deletion} />}
    </>
  );
}

/** The report of a lesson with loaded logs. */
function LessonLogs({ lesson, deletion }: { lesson: Lesson; deletion: FormDialog }) {
  const { cover, logs } = useSectionPage();
  const all = useShownLogs({ logs, cover });
  const fetchedAt = useSelector(logs, selectFetchedAt);
  const problem = useSelector(logs, selectLogsProblem);
  const ofLesson = useMemo(() => all.filter(({ sessionId }) => sessionId === lesson.id), [all, lesson.id]);
  return (
    <>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => logs.send({ type: 'logs.refresh' })}>
            {logsWords.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {fetchedAt !== null && (
        <Report lesson={lesson} deletion={deletion} logs={ofLesson} until={lesson.endedAt ?? fetchedAt} />
      )}
    </>
  );
}

/** Placeholder for the summary and the cards below it. */
function ReportSkeleton() {
  return (
    <Skeleton label={words.loading} className="flex flex-col gap-6">
      <Card className="@container">
        <Bar className="mb-4 h-11 w-32" />
        <div className={facts}>
          {[1, 2, 3, 4, 5, 6].map((fact) => (
            <div key={fact}>
              <Bar className="h-5 w-24" />
              <Bar className="mt-2 h-5 w-32" />
            </div>
          ))}
        </div>
      </Card>
      <div className="h-dvh rounded-card border border-line bg-surface shadow-card" />
    </Skeleton>
  );
}

type Print = ActorRefFrom<typeof printMachine>;
const isPreparing = (print: SnapshotFrom<typeof printMachine>) => print.matches('loading');

type ReportProps = {
  lesson: Lesson;
  deletion: FormDialog;
  /** The lesson's logs, newest first. */
  logs: readonly DetectionLog[];
  /** The lesson's end, or the last fetch during the lesson. */
  until: number;
};

function Report({ lesson, deletion, logs, until }: ReportProps) {
  const { section, logs: allLogs } = useSectionPage();
  const view = useScreenActor(provideLogsView, { input: { sectionId: section.id } });
  const { saving, save } = useExport(`${section.name} ${dayAndTime.format(lesson.startedAt)}`);
  const { region, settle } = useKeptFocus<HTMLElement>();
  const report = useMemo(() => reportOf(logs), [logs]);
  const projecting = useIsProjecting();
  const print = useScreenActor(providePrint);
  const preparing = useSelector(print, isPreparing);
  const addresses = useMemo(() => report.pictures.flatMap(({ screenshot }) => screenshot ?? []), [report]);
  const running = lesson.endedAt === null;
  const pictureCount = logs.filter(({ screenshot }) => screenshot !== null).length;

  return (
    <>
      {running && <Notice kind="info">{words.running}</Notice>}
      <Card
        title={words.summary}
        className="@container"
        actions={
          <>
            <ButtonLink to={lessonLogsPath(section.id, lesson.id)}>{words.showLogs}</ButtonLink>
            {logs.length > 0 && (
              <Button variant="secondary" busy={saving} onClick={() => save(logs)}>
                {messages.export.submit}
              </Button>
            )}
            <Button
              busy={preparing}
              onClick={() => print.send({ type: 'print.submit', wanted: projecting ? [] : addresses })}
            >
              {words.print}
            </Button>
          </>
        }
      >
        <dl className={facts}>
          <Fact name={words.start}>{dateAndTime.format(lesson.startedAt)}</Fact>
          <Fact name={words.end}>
            {lesson.endedAt === null ? lessonsWords.stillRunning : dateAndTime.format(lesson.endedAt)}
          </Fact>
          <Fact name={lessonsWords.length}>{lengthOf(until - lesson.startedAt)}</Fact>
          <Fact name={words.students}>{report.students.length}</Fact>
          <Fact name={lessonsWords.detections}>{logs.length}</Fact>
          <Fact name={words.episodes}>{report.episodeCount}</Fact>
        </dl>
        <p className="mt-4 text-xs text-muted">{words.timeZone(zoneOf(lesson.startedAt, until))}</p>
        {report.types.length > 0 && (
          <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            {report.types.map(({ value, count }) => (
              <div key={value} className="flex min-w-0 items-center gap-2">
                <dt className="min-w-0">
                  <ActivityBadge type={value} />
                </dt>
                <dd className="font-semibold tabular-nums">{count}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
      <Card title={words.students}>
        <div className="flex flex-col gap-4">
          <StudentTable report={report.students} />
          <p className="text-xs text-muted">{words.episodesHint}</p>
        </div>
      </Card>
      {logs.length > 0 && (
        <Card title={words.timeline} className="relative break-inside-avoid">
          <Timeline logs={logs} from={lesson.startedAt} to={until} end={secondOfDay.format(until)} />
          <TimelineTable logs={logs} types={report.types} from={lesson.startedAt} to={until} />
        </Card>
      )}
      {report.notes.length > 0 && <Notes logs={report.notes} />}
      {report.pictures.length > 0 && projecting && (
        <Card title={words.pictures}>
          <p className="text-sm text-muted">{messages.projector.pictures}</p>
        </Card>
      )}
      {report.pictures.length > 0 && !projecting && (
        <Card title={words.pictures} {...region}>
          <p className="mb-4 text-sm text-muted print:hidden">
            {words.picturesHint(report.pictures.length, pictureCount)}
          </p>
          <MissingPictures print={print} addresses={addresses} />
          <ul
            aria-label={words.pictures}
            className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-4 print:grid-cols-5 print:gap-3"
          >
            {report.pictures.map((log) => (
              <li key={log.id} className="min-w-0 break-inside-avoid">
                <Picture
                  log={log}
                  onOpen={() => view.send({ type: 'screenshot.open', log })}
                  logs={allLogs}
                  print={print}
                  isWanted={preparing}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={deleteLesson.title} className="print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
            {running ? deleteLesson.running : deleteLesson.hint}
          </p>
          {!running && (
            <Button variant="danger" onClick={deletion.open}>
              {deleteLesson.open}
            </Button>
          )}
        </div>
      </Card>
      <PictureViewer logs={allLogs} view={view} found={report.pictures} onClosed={settle} />
      <DeleteLessonDialog
        sectionId={section.id}
        lessonName={lessonNamed(lesson)}
        count={logs.length}
        form={deletion.form}
      />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

const studentColumns: Column<StudentSum>[] = [
  {
    header: logsWords.student,
    cell: ({ log }) => (
      <>
        <Truncated className="block font-semibold">{studentOf(log)}</Truncated>{' '}
        {log.studentName !== '' && log.studentEmail !== '' && (
          <Truncated className="block text-xs text-muted">{log.studentEmail}</Truncated>
        )}
      </>
    ),
  },
  { header: words.episodes, width: 'w-24', isLabelled: true, cell: ({ episodes }) => episodes },
  { header: lessonsWords.detections, width: 'w-24', isLabelled: true, cell: ({ detections }) => detections },
];

const StudentTable = ({ report }: { report: readonly StudentSum[] }) =>
  report.length === 0 ? (
    <p>{words.noStudents}</p>
  ) : (
    <Table caption={words.students} columns={studentColumns} rows={report} rowKey={({ key }) => key} />
  );

type TimelineTableProps = { logs: readonly DetectionLog[]; types: readonly Choice[]; from: number; to: number };

/** The timeline as a table, for screen readers. */
function TimelineTable({ logs, types, from, to }: TimelineTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{words.timelineOf}</caption>
        <thead>
          <tr>
            <th scope="col">{words.period}</th>
            {types.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slicesOf(logs, from, to, typeOf).map((slice) => (
            <tr key={slice.from}>
              <th scope="row">{timeOfDay.formatRange(slice.from, slice.to)}</th>
              {types.map(({ value }) => (
                <td key={value}>{slice.counts[value] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const timeIn = ({ time }: DetectionLog) => (time === null ? logsWords.unknownTime : secondOfDay.format(time));

function Notes({ logs }: { logs: readonly DetectionLog[] }) {
  return (
    <Card title={words.notes}>
      <ul className="divide-y divide-line">
        {logs.map((log) => (
          <li key={log.id} className="break-inside-avoid py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="tabular-nums">{timeIn(log)}</span>
              <span
                title={studentOf(log)}
                className="line-clamp-2 min-w-0 font-semibold wrap-anywhere print:line-clamp-none"
              >
                {studentOf(log)}
              </span>
              <ActivityBadge type={log.activityType} />
              {log.review?.state === 'dismissed' && <Badge>{lessonWords.dismissed}</Badge>}
            </p>
            <p className="mt-1 wrap-anywhere">{log.review?.note}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The number of pictures that failed to load. Printed only. */
function MissingPictures({ print, addresses }: { print: Print; addresses: readonly string[] }) {
  const missing = useSelector(print, ({ context }) => missingAmong(context, addresses));
  if (missing === 0) return null;
  return <p className="mb-4 hidden text-sm print:block">{words.picturesMissing(missing, addresses.length)}</p>;
}

type PictureProps = {
  log: DetectionLog;
  logs: ActorRefFrom<typeof logsMachine>;
  print: Print;
  /** Loads pictures even off-screen, for printing. */
  isWanted: boolean;
  onOpen: () => void;
};

function Picture({ log, logs, print, isWanted, onOpen }: PictureProps) {
  return (
    <figure>
      <button
        type="button"
        aria-label={logsWords.showScreenshot(studentOf(log))}
        onClick={onOpen}
        className="block w-full rounded-control"
      >
        {log.screenshot !== null && (
          <Screenshot
            logs={logs}
            address={log.screenshot}
            alt=""
            loading={isWanted ? 'eager' : 'lazy'}
            onSettled={(isLoaded) =>
              log.screenshot !== null && print.send({ type: 'picture.settled', address: log.screenshot, isLoaded })
            }
            className="aspect-4/3 w-full rounded-control bg-sunken object-contain"
          />
        )}
      </button>
      <figcaption className="mt-1 text-xs text-muted wrap-anywhere">
        <span title={studentOf(log)} className="line-clamp-2 print:line-clamp-none">
          {studentOf(log)}
        </span>
        <span className="block">{`${isolated(activityName(log.activityType))} · ${timeIn(log)}`}</span>
      </figcaption>
    </figure>
  );
}
