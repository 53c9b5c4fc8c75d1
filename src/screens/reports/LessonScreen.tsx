import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { Notice } from '../../components/Notice';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { TextLink } from '../../components/TextLink';
import { useKeptFocus } from '../../components/useKeptFocus';
import { isolated } from '../../machines/app/isolated';
import { printMachine } from '../../machines/app/printMachine';
import { zoneOf } from '../../machines/app/timeZone';
import { isUnheard, isUnwatched, type Watch } from '../../machines/lesson/watch';
import { type logsMachine, selectLogsProblem } from '../../machines/records/logsMachine';
import { excusesOf, type Observed, observedIn } from '../../machines/records/observed';
import { coverageMachine } from '../../machines/reports/coverageMachine';
import { deleteLessonForm } from '../../machines/reports/deleteLessonForm';
import { describeLessonForm } from '../../machines/reports/describeLessonForm';
import { type LessonReport, reportOf, type StudentSum } from '../../machines/reports/lessonReport';
import { nameOf } from '../../machines/students/namesakes';
import { isFullTeacher, mayDelete } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { detectionLogsPath, filteredLogsPath, lessonsPath } from '../../paths';
import type { DetectionLog, Interruption, Lesson, Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { useIsProjecting, useScreenActor } from '../app/system';
import { dateAndMinute, dateAndTime, dayAndTime, durationOf, lessonNamed, timeOfDay } from '../app/times';
import { useFormDialog } from '../app/useFormDialog';
import { usePageHeading } from '../app/usePageHeading';
import { usePaperFoot } from '../app/usePaperFoot';
import { useTeacherName } from '../app/useTeacherName';
import { useWatch } from '../lesson/useWatch';
import { CsvMenu } from '../logs/CsvMenu';
import { PictureViewer } from '../logs/PictureViewer';
import { useLogsView } from '../logs/useLogsView';
import { ActivityBadge } from '../records/ActivityBadge';
import { useShownLogs } from '../records/recordsPage';
import { areLogsAwaited, keepsLessons, selectKnownLessons, selectLessonsProblem } from '../records/useLessons';
import { useSectionPage } from '../triage/sectionPage';
import { DeleteLessonDialog } from './DeleteLessonDialog';
import { DescribeLessonDialog } from './DescribeLessonDialog';
import { LessonTimeline } from './LessonTimeline';
import { listTarget, Numbers, ToList } from './Numbers';
import { addressesOf, isPreparing, Pictures, type Print } from './Pictures';
import { Register } from './Register';
import { observedOf, StudentFacts, StudentSums } from './StudentSums';
import { WhatItIs } from './WhatItIs';

/** Columns by the width of the `@container` around them. */
const facts = 'grid grid-cols-2 gap-x-6 gap-y-4 @lg:grid-cols-3 print:grid-cols-3';

const { lessonReport: words, lessons: lessonsWords, logs: logsWords, deleteLesson } = messages;

/** Not another list at each render. */
const none: readonly Interruption[] = [];

const selectFetchedAt = ({ context }: SnapshotFrom<typeof logsMachine>) => context.fetchedAt;

type CoverageSnapshot = SnapshotFrom<typeof coverageMachine>;
const selectCoverage = ({ context }: CoverageSnapshot) => context.coverage;
const isCoverageAwaited = (snapshot: CoverageSnapshot) =>
  snapshot.matches('fetching') && snapshot.context.coverage === null;
const isCoverageUnknown = (snapshot: CoverageSnapshot) =>
  snapshot.matches('failed') && snapshot.context.coverage === null;

/** Returns when a lesson was, as on paper. */
const periodOf = ({ startedAt, endedAt }: Lesson): string =>
  endedAt === null
    ? lessonsWords.running(dateAndMinute.format(startedAt))
    : words.during(dateAndMinute.formatRange(startedAt, endedAt), durationOf(endedAt - startedAt));

/** `/sections/{sectionId}/lessons/{lessonId}`: the report of one lesson, to read, print and save. */
export function LessonScreen() {
  const { lessonId = '' } = useParams();
  // Each lesson has its own viewer.
  return <LessonPage key={lessonId} lessonId={lessonId} />;
}

/** Returns the lesson with what was recorded in it, if there is one, and why there may be none. */
function useReported(lessonId: string) {
  const { section, lessons, logs, cover } = useSectionPage();
  const absent = !useSelector(lessons, keepsLessons);
  const known = useSelector(lessons, selectKnownLessons);
  const problem = useSelector(lessons, selectLessonsProblem);
  const all = useShownLogs({ logs, cover });
  const ofLesson = useMemo(() => all.filter(({ sessionId }) => sessionId === lessonId), [all, lessonId]);
  const report = useMemo(() => reportOf(ofLesson, section.students), [ofLesson, section.students]);
  const lesson = absent ? undefined : known?.find(({ id }) => id === lessonId);
  const notFound =
    section.shared && !isFullTeacher(section) ? messages.shared.lesson(section.shared.owner) : words.notFound;
  const missing = absent ? words.absent : known !== null && lesson === undefined ? notFound : null;
  return {
    absent,
    missing,
    problem: missing === null && lesson === undefined ? problem : null,
    lesson,
    all,
    ofLesson,
    report,
  };
}

function LessonPage({ lessonId }: { lessonId: string }) {
  const { section, lessons, logs } = useSectionPage();
  const { absent, missing, problem, lesson, all, ofLesson, report } = useReported(lessonId);
  // Here, not in the report: a deleted lesson leaves the list before the navigation.
  const deletion = useFormDialog(deleteLessonForm);
  const description = useFormDialog(describeLessonForm);
  const print = useScreenActor(printMachine);
  const awaitsLogs = useSelector(logs, areLogsAwaited);
  const fetchedAt = useSelector(logs, selectFetchedAt);
  const logsProblem = useSelector(logs, selectLogsProblem);
  const teacher = useTeacherName();
  const about = [section.name, ...(teacher === '' ? [] : [teacher])].map(isolated).join(' · ');
  const heading = usePageHeading(lesson ? words.pageTitle(section.name, lessonNamed(lesson)) : words.title);
  usePaperFoot([about, ...(lesson ? [periodOf(lesson)] : [])].join(' · '));
  const loading = missing === null && lesson === undefined && problem === null;
  const back = absent ? (
    <ButtonLink to={detectionLogsPath(section.id)}>{words.backToLogs}</ButtonLink>
  ) : (
    <ButtonLink to={lessonsPath(section.id)}>{words.backToLessons}</ButtonLink>
  );

  return (
    <>
      <PageHeading
        ref={heading}
        lead={
          <>
            <span className="block wrap-anywhere">{about}</span>
            {lesson && <span className="block">{periodOf(lesson)}</span>}
            {lesson?.note && <span className="block wrap-anywhere whitespace-pre-line">{lesson.note}</span>}
            {loading && <Bar className="my-0.5 h-5 w-60" />}
          </>
        }
        actions={
          missing === null && (
            <>
              {back}
              {/* From the beginning, so that nothing moves. */}
              {(lesson === undefined || lesson.title !== undefined) && (
                <Button variant="secondary" aria-disabled={lesson === undefined} onClick={description.open}>
                  {messages.describeLesson.open}
                </Button>
              )}
              <CsvMenu
                name={lesson ? `${section.name} ${dayAndTime.format(lesson.startedAt)}` : section.name}
                logs={ofLesson}
                unavailable={lesson === undefined || ofLesson.length === 0}
              />
              <PrintButton print={print} report={report} unavailable={lesson === undefined || fetchedAt === null} />
            </>
          )
        }
      >
        {lesson?.title ? lesson.title : words.title}
      </PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => lessons.send({ type: 'lessons.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {/* One skeleton for both, so that loading is announced once. */}
      {(loading || (lesson !== undefined && awaitsLogs)) && <ReportSkeleton />}
      <StatusRegion>
        {missing !== null && (
          <EmptyState icon="lessons" action={back}>
            {missing}
          </EmptyState>
        )}
      </StatusRegion>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => logs.send({ type: 'logs.refresh' })}>
            {logsWords.retry}
          </Button>
        }
      >
        {lesson && logsProblem?.sentence}
      </NoticeRegion>
      {lesson && fetchedAt !== null && (
        <CoveredReport
          {...{ lesson, report, print }}
          onDelete={deletion.open}
          all={all}
          logs={ofLesson}
          until={lesson.endedAt ?? Math.max(lesson.startedAt, fetchedAt)}
        />
      )}
      {/* Not in the report, which may load again meanwhile. */}
      {lesson && <DescribeLessonDialog sectionId={section.id} lesson={lesson} form={description.form} />}
      {lesson && (
        <DeleteLessonDialog
          sectionId={section.id}
          lessonId={lessonId}
          lessonName={lessonNamed(lesson)}
          count={ofLesson.length}
          form={deletion.form}
        />
      )}
    </>
  );
}

type PrintButtonProps = { print: Print; report: LessonReport; unavailable: boolean };

function PrintButton({ print, report, unavailable }: PrintButtonProps) {
  const preparing = useSelector(print, isPreparing);
  const projecting = useIsProjecting();
  return (
    <Button
      busy={preparing}
      aria-disabled={unavailable}
      onClick={() => print.send({ type: 'print.submit', wanted: projecting ? [] : addressesOf(report) })}
    >
      {words.print}
    </Button>
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

/** Returns whether it is known that nobody watches. Reports that have stopped came from somebody. */
const isKnownUnwatched = ({ endedAt, watchedFor }: Lesson, watch: Watch) =>
  endedAt === null ? isUnheard(watch) || (isUnwatched(watch) && watch !== 'silent') : watchedFor === 0;

/** Returns what is known about how much of a lesson was watched. Who was watched is not. */
function watchSentence({ startedAt, endedAt, watchedFor }: Lesson, watch: Watch): string {
  if (endedAt === null) {
    if (watch === 'watching') return words.reporting;
    return isUnheard(watch) || isUnwatched(watch) ? messages.watch[watch].sentence : words.notRecorded;
  }
  if (watchedFor === undefined) return words.notRecorded;
  return watchedFor === 0
    ? words.neverWatched
    : words.watchedFor(durationOf(watchedFor), durationOf(endedAt - startedAt));
}

type ReportProps = {
  lesson: Lesson;
  onDelete: () => void;
  print: Print;
  coverage: ActorRefFrom<typeof coverageMachine>;
  report: LessonReport;
  /** The section's logs, newest first. */
  all: readonly DetectionLog[];
  /** Those of the lesson. */
  logs: readonly DetectionLog[];
  /** The lesson's end, or the last fetch during the lesson. */
  until: number;
};

/** The report, once it is known who was observed. Only for lessons that exist: coverage of others is never fetched. */
function CoveredReport(props: Omit<ReportProps, 'coverage'>) {
  const { section } = useSectionPage();
  const coverage = useScreenActor(coverageMachine, {
    input: { sectionId: section.id, lessonId: props.lesson.id, isOffered: section.attendable === true },
  });
  const awaits = useSelector(coverage, isCoverageAwaited);
  return awaits ? <ReportSkeleton /> : <Report {...props} coverage={coverage} />;
}

function Report({ lesson, onDelete, print, coverage, report, all, logs, until }: ReportProps) {
  const { section, detection, logs: logsActor } = useSectionPage();
  const view = useLogsView(section.id);
  const { region, settle } = useKeptFocus<HTMLElement>();
  const projecting = useIsProjecting();
  const watch = useWatch(detection);
  const running = lesson.endedAt === null;
  const logsOf = (filters: Readonly<Record<string, string>>) =>
    filteredLogsPath(section.id, { lesson: lesson.id, ...filters });
  const [toReview] = report.toReview;
  const [reported, others] = partedOf(report);
  /** What the viewer steps through: the list as it was, while its logs are reviewed. */
  const [enlargedAmong, setEnlargedAmong] = useState<readonly DetectionLog[]>([]);
  const enlarge = (among: readonly DetectionLog[], log: DetectionLog) => {
    setEnlargedAmong(among);
    view.send({ type: 'screenshot.open', log });
  };
  const unwatched = isKnownUnwatched(lesson, watch);
  const watched = watchSentence(lesson, watch);
  const known = useSelector(coverage, selectCoverage);
  const coverageUnknown = useSelector(coverage, isCoverageUnknown);
  const observed = useMemo(() => observedIn(known, keysOf(report)), [known, report]);
  const excused = (key: string) =>
    excusesOf(known, key).map(({ from, to, reason }) =>
      messages.excuse.during(timeOfDay.formatRange(from, to), projecting ? '' : reason),
    );
  const factsOf = (key: string) => [...(observed ? [observedOf(observed, key)] : []), ...excused(key)];
  const sums = {
    ...{ hasReviews: report.hasReviews, factsOf },
    pathOf: (student: string, filters: Readonly<Record<string, string>> = {}) =>
      logsOf({ ...byEpisode, student, ...filters }),
  };
  const silentOf = (extent: ReturnType<Observed['extentOf']>) =>
    report.silent.filter((student) => observed?.extentOf(keyOfStudent(student)) === extent);

  return (
    <>
      {running && <Notice kind="info">{words.running}</Notice>}
      <WhatItIs section={section} lesson={lesson} report={report} logs={all} />
      <Card
        title={words.summary}
        className="@container break-inside-avoid"
        actions={
          <>
            {report.hasReviews && toReview !== undefined && !projecting && (
              <Button variant="secondary" onClick={() => enlarge(report.toReview, toReview)}>
                {words.review(report.toReview.length)}
              </Button>
            )}
            <ButtonLink variant="quiet" to={logsOf({})}>
              {words.showLogs}
            </ButtonLink>
          </>
        }
      >
        <p className="mb-4">
          <span>
            {[
              ...(observed ? [observedSentence(observed, report)] : []),
              ...(coverageUnknown ? [words.coverageFailed] : []),
              ...(known === null || known.interruptions.length === 0
                ? []
                : [
                    words.interrupted(
                      known.interruptions.map(({ from, to, reason }) =>
                        words.interruption(
                          timeOfDay.formatRange(from, to),
                          projecting && reason !== null ? '' : reason,
                        ),
                      ),
                    ),
                  ]),
            ].join(' ')}
          </span>{' '}
          <WhoSentence {...{ report, unwatched, observed }} />
        </p>
        <dl className={facts}>
          <Fact name={words.start}>{dateAndTime.format(lesson.startedAt)}</Fact>
          <Fact name={words.end}>
            {lesson.endedAt === null ? lessonsWords.stillRunning : dateAndTime.format(lesson.endedAt)}
          </Fact>
          {lesson.startedBy && <Fact name={words.startedBy}>{lesson.startedBy}</Fact>}
          {lesson.stoppedBy && <Fact name={words.stoppedBy}>{lesson.stoppedBy}</Fact>}
          <Fact name={lessonsWords.length}>{durationOf(until - lesson.startedAt)}</Fact>
          <Fact name={words.episodes}>
            <Counted to={logsOf(byEpisode)} count={report.episodes} />{' '}
            {report.detections > 0 && (
              <span className="block text-xs">
                <TextLink to={logsOf(kept)} className="py-1! font-normal! text-muted!">
                  {words.fromDetections(report.detections)}
                </TextLink>
              </span>
            )}
          </Fact>
          {report.newAnswers > 0 && (
            <Fact name={words.answers}>
              <Counted to={logsOf({ review: 'newAnswer' })} count={report.newAnswers} />
            </Fact>
          )}
          {report.dismissed > 0 && (
            <Fact name={words.dismissed}>
              <TextLink to={logsOf({ ...byEpisode, review: 'dismissed' })}>
                {words.notCounted(report.dismissed)}
              </TextLink>
            </Fact>
          )}
          {observed === null && <Fact name={words.watched}>{watched}</Fact>}
        </dl>
        {report.types.length > 0 && (
          <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            {report.types.map(({ value, count }) => (
              <div key={value} className="flex min-w-0 items-center gap-2">
                <dt className="min-w-0">
                  <ActivityBadge type={value} />
                </dt>
                <dd className="font-semibold tabular-nums">
                  <Counted to={logsOf({ ...byEpisode, type: value })} count={count} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-4 text-xs text-muted">
          {`${words.episodesHint} ${words.timeZone(zoneOf(lesson.startedAt, until))}`}
        </p>
      </Card>
      {(report.episodes > 0 || observed !== null) && (
        <Card title={words.timeline} className="relative">
          <LessonTimeline
            report={report}
            observed={observed}
            interruptions={known?.interruptions ?? none}
            from={lesson.startedAt}
            to={until}
          />
        </Card>
      )}
      <Register lessonId={lesson.id} />
      <Card title={words.students}>
        {report.students.length === 0 ? (
          <p>{words.noStudents}</p>
        ) : (
          <>
            {reported.length > 0 && (
              <StudentSums {...sums} id={lists.reported} label={words.students} students={reported} />
            )}
            {others.length > 0 && (
              <>
                <h3 className="mt-4 text-sm font-semibold">{words.onlyDismissed(others.length)}</h3>
                <StudentSums
                  {...sums}
                  id={lists.dismissed}
                  label={words.onlyDismissed(others.length)}
                  students={others}
                />
              </>
            )}
          </>
        )}
      </Card>
      {observed === null ? (
        <SilentStudents
          id={lists.quiet}
          title={unwatched ? words.unwatchedTitle : words.quietTitle}
          hint={[
            unwatched ? (running ? watched : words.unwatchedHint) : words.quietHint,
            ...(running ? [] : [words.classNow]),
          ].join(' ')}
          students={report.silent}
          factsOf={excused}
        />
      ) : (
        <>
          <SilentStudents
            id={lists.quiet}
            title={words.quietObservedTitle}
            hint={words.quietObservedHint}
            students={silentOf('enough')}
            factsOf={factsOf}
          />
          <SilentStudents
            id={lists.hardly}
            title={words.hardlyObservedTitle}
            hint={words.hardlyObservedHint}
            students={silentOf('hardly')}
            factsOf={factsOf}
          />
          <SilentStudents
            id={lists.unobserved}
            title={words.unobservedTitle}
            hint={[words.unobservedHint, ...(running ? [] : [words.classNow])].join(' ')}
            students={silentOf('not')}
            factsOf={excused}
          />
        </>
      )}
      {report.pictures.length > 0 && projecting && (
        <Card title={words.pictures}>
          <p className="text-sm text-muted">{messages.projector.pictures}</p>
        </Card>
      )}
      {report.pictures.length > 0 && !projecting && (
        <Card title={words.pictures} {...region}>
          <Pictures {...{ logs, report, print }} onOpen={(log) => enlarge(report.pictures, log)} />
        </Card>
      )}
      {mayDelete(section) && (
        <Card title={deleteLesson.title} className="print:hidden">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
              {running ? deleteLesson.running : deleteLesson.hint}
            </p>
            {!running && (
              <Button variant="danger" onClick={onDelete}>
                {deleteLesson.open}
              </Button>
            )}
          </div>
        </Card>
      )}
      <PictureViewer logs={logsActor} view={view} found={enlargedAmong} onClosed={settle} />
    </>
  );
}

const keysOf = ({ students, silent }: LessonReport) => [...students.map(({ key }) => key), ...silent.map(keyOfStudent)];

/** Returns how much of the class was observed. */
const observedSentence = ({ percent, length }: Observed, { students, silent }: LessonReport) =>
  words.observed(percent, messages.dashboard.students(students.length + silent.length), durationOf(length));

/** Filters of the logs: a row for each episode, and every detection that counts. */
const byEpisode = { unit: 'episodes' };
const kept = { review: 'kept' };

/** The ids of the lists of students. */
const lists = {
  ...{ reported: 'with-episodes', dismissed: 'with-dismissed', quiet: 'quiet' },
  ...{ hardly: 'hardly-observed', unobserved: 'not-observed' },
} as const;

/** Returns the students with episodes that count, and those with dismissed ones only. */
function partedOf({ students }: LessonReport): [StudentSum[], StudentSum[]] {
  const isReported = ({ detections }: StudentSum) => detections > 0;
  return [students.filter(isReported), students.filter((student) => !isReported(student))];
}

type WhoSentenceProps = { report: LessonReport; unwatched: boolean; observed: Observed | null };

/** How many students there are of each kind. Each number leads to their list. */
function WhoSentence({ report, unwatched, observed }: WhoSentenceProps) {
  const { students, silent } = report;
  const [reported, others] = partedOf(report);
  const silentOf = (extent: ReturnType<Observed['extentOf']>) =>
    silent.filter((student) => observed?.extentOf(keyOfStudent(student)) === extent).length;
  const [enough, hardly, not] = [silentOf('enough'), silentOf('hardly'), silentOf('not')];
  const counts = [
    [lists.reported, words.withEpisodes, reported.length],
    [lists.dismissed, words.withDismissed, others.length],
    [lists.quiet, unwatched ? words.unwatched : words.quiet, observed === null ? silent.length : 0],
    [lists.quiet, words.quietObserved, enough],
    [lists.hardly, words.hardlyObserved, hardly],
    [lists.unobserved, words.unobserved, not],
  ] as const;
  const groups = counts.flatMap(([list, textOf, count]) =>
    count === 0 ? [] : [{ text: textOf(count), link: (text: string) => <ToList list={list}>{text}</ToList> }],
  );
  const total = messages.dashboard.students(students.length + silent.length);
  const sentence =
    groups.length === 0
      ? words.noStudents
      : words.who(
          total,
          groups.map(({ text }) => text),
        );
  return <Numbers numbers={groups}>{sentence}</Numbers>;
}

type SilentStudentsProps = {
  /** Of the list, which can be focused. */
  id: string;
  title: (count: number) => string;
  hint: string;
  students: readonly Student[];
  factsOf: (studentKey: string) => readonly string[];
};

/** Students of whom nothing was received. */
function SilentStudents({ id, title, hint, students, factsOf }: SilentStudentsProps) {
  if (students.length === 0) return null;
  const shownTitle = title(students.length);
  return (
    <Card title={shownTitle} className="break-inside-avoid">
      <p className="mb-4 text-sm text-muted print:mb-1 print:text-xs">{hint}</p>
      <ul
        id={id}
        tabIndex={-1}
        aria-label={shownTitle}
        className={classes(
          'grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-1 text-sm print:text-xs',
          listTarget,
        )}
      >
        {students.map((student) => (
          <li key={keyOfStudent(student)} className="min-w-0 wrap-anywhere">
            <span>{nameOf(student)}</span>
            <StudentFacts facts={factsOf(keyOfStudent(student))} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A number that leads to what it counts. */
const Counted = ({ to, count }: { to: string; count: number }) =>
  count === 0 ? <span>0</span> : <TextLink to={to}>{count}</TextLink>;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
