import { activityKinds } from '@vigil/contract/values';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ToneMark } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { type Column, Table } from '../../components/Table';
import { TextLink } from '../../components/TextLink';
import { isolated } from '../../machines/app/isolated';
import { printMachine } from '../../machines/app/printMachine';
import { zoneOf } from '../../machines/app/timeZone';
import { readingMachine } from '../../machines/reports/readingMachine';
import { attended } from '../../machines/reports/registerTable';
import {
  type RecordedLesson,
  type RecordReport,
  reportOfRecord,
  type SeenEpisode,
} from '../../machines/reports/studentRecord';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { lessonPath, sectionPath } from '../../paths';
import type { StudentRecord } from '../../services/app/types';
import { useIsProjecting, useScreenActor } from '../app/system';
import { dateAndMinute, dayAndTime, durationOf, mediumDate, secondOfDay, spanOf } from '../app/times';
import { usePageHeading } from '../app/usePageHeading';
import { usePaperFoot } from '../app/usePaperFoot';
import { useTeacherName } from '../app/useTeacherName';
import { ActivityBadge, toneOf } from '../records/ActivityBadge';
import { useSectionPage } from '../triage/sectionPage';
import { KindMeanings } from './KindMeanings';
import { RegisterSign } from './RegisterSign';
import { remarksOn } from './registerText';

const { studentRecord: words, lessonReport: reportWords, lesson: lessonWords } = messages;

type Reading = ActorRefFrom<typeof readingMachine<StudentRecord>>;
type ReadingSnapshot = SnapshotFrom<Reading>;
const selectRecord = ({ context }: ReadingSnapshot) => context.value;
const selectProblem = ({ context }: ReadingSnapshot) => context.problem;
const isMissing = (reading: ReadingSnapshot) => reading.matches('absent');

/** `/sections/{sectionId}/students/{studentId}`: what is kept of one student in this section, for the teacher and the parents. */
export function StudentScreen() {
  const { studentId = '' } = useParams();
  const { section } = useSectionPage();
  const projecting = useIsProjecting();
  if (section.shared && !isFullTeacher(section))
    return <Refused icon="students">{messages.shared.lesson(section.shared.owner)}</Refused>;
  // Not asked for either: that would count as a look.
  if (projecting) return <Refused icon="eyeOff">{words.projecting}</Refused>;
  return <StudentPage key={studentId} studentId={studentId} />;
}

function Refused({ icon, children }: { icon: 'students' | 'eyeOff'; children: string }) {
  const { section } = useSectionPage();
  const heading = usePageHeading(words.title);
  return (
    <>
      <PageHeading
        ref={heading}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.back}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <EmptyState icon={icon}>{children}</EmptyState>
    </>
  );
}

function StudentPage({ studentId }: { studentId: string }) {
  const { section } = useSectionPage();
  const reading: Reading = useScreenActor(
    (system) =>
      readingMachine({
        read: async (signal) => (await system.registers()).fetchRecord(section.id, studentId, signal),
      }),
    { input: { isOffered: section.attendable === true } },
  );
  const print = useScreenActor(printMachine);
  const record = useSelector(reading, selectRecord);
  const problem = useSelector(reading, selectProblem);
  const missing = useSelector(reading, isMissing);
  const teacher = useTeacherName();
  const about = [section.name, ...(teacher === '' ? [] : [teacher])].map(isolated).join(' · ');
  const name = record?.student.name;
  const heading = usePageHeading(name === undefined ? words.title : words.pageTitle(name, section.name));
  usePaperFoot([...(name === undefined ? [] : [isolated(name)]), about, words.verdict].join(' · '));
  const back = <ButtonLink to={sectionPath(section.id)}>{words.back}</ButtonLink>;
  return (
    <>
      <PageHeading
        ref={heading}
        lead={
          <>
            <span className="block wrap-anywhere">{about}</span>
            {record && (
              <span className="block wrap-anywhere">
                {[record.student.email || words.noEmail, ...(record.student.isMember ? [] : [words.hasLeft])].join(
                  ' · ',
                )}
              </span>
            )}
          </>
        }
        actions={
          !missing && (
            <>
              {back}
              <Button aria-disabled={record === null} onClick={() => print.send({ type: 'print.submit', wanted: [] })}>
                {words.print}
              </Button>
            </>
          )
        }
      >
        {name ?? words.title}
      </PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => reading.send({ type: 'reading.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {record === null && problem === null && !missing && (
        <Skeleton label={words.loading}>
          <Card className="flex min-h-dvh flex-col gap-6">
            {[1, 2, 3, 4].map((row) => (
              <Bar key={row} className="h-5 w-56" />
            ))}
          </Card>
        </Skeleton>
      )}
      <StatusRegion>
        {missing && (
          <EmptyState icon="students" action={back}>
            {words.absent}
          </EmptyState>
        )}
      </StatusRegion>
      {record !== null && !missing && <Record sectionId={section.id} record={record} />}
    </>
  );
}

function Record({ sectionId, record }: { sectionId: string; record: StudentRecord }) {
  const report = useMemo(() => reportOfRecord(record), [record]);
  const detailed = report.lessons.filter(({ episodes }) => episodes.length > 0);
  return (
    <>
      <About report={report} />
      <Attendance report={report} />
      <Card title={words.lessons}>
        {report.lessons.length === 0 ? (
          <p>{words.noLessons}</p>
        ) : (
          <Lessons sectionId={sectionId} lessons={report.lessons} />
        )}
        {record.moreLessons > 0 && <p className="mt-2 text-xs text-muted">{words.moreLessons(record.moreLessons)}</p>}
      </Card>
      {(detailed.length > 0 || report.others.length > 0) && (
        <Card title={words.details}>
          <div className="flex flex-col gap-4">
            {detailed.map((lesson) => (
              <Episodes key={lesson.id} title={nameOf(lesson)} episodes={lesson.episodes} />
            ))}
            {report.others.length > 0 && <Episodes title={words.others} episodes={report.others} />}
          </div>
          {record.moreLogs > 0 && <p className="mt-2 text-xs text-muted">{words.moreLogs}</p>}
        </Card>
      )}
      <Card title={words.keptTitle} className="break-inside-avoid">
        <p>{keptSentence(report.lessons)}</p>
      </Card>
      <Looks record={record} />
    </>
  );
}

const nameOf = ({ startedAt, endedAt }: Pick<RecordedLesson, 'startedAt' | 'endedAt'>) =>
  endedAt === null
    ? messages.lessons.running(dayAndTime.format(startedAt))
    : dayAndTime.formatRange(startedAt, Math.max(startedAt, endedAt));

const meanings = activityKinds.map((kind) => ({ kind, meaning: messages.kindMeanings[kind] }));

/** What this is, and what each kind means. */
function About({ report }: { report: RecordReport }) {
  return (
    <Card title={words.verdict} className="break-inside-avoid">
      <p>{words.about}</p>
      <h3 className="mt-4 text-sm font-semibold">{words.kinds}</h3>
      <KindMeanings meanings={meanings} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 print:grid-cols-3">
        <Fact name={words.hints}>{report.episodes === 0 ? words.noHints : hintsOf(report)}</Fact>
        <Fact name={words.observed}>
          {report.observed === null
            ? words.observedUnknown
            : words.observedOf(durationOf(report.observed.time), durationOf(report.observed.length))}
        </Fact>
      </dl>
      {report.types.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          {report.types.map(({ value, count }) => (
            <li key={value} className="flex min-w-0 items-center gap-2">
              <ActivityBadge type={value} />
              <span className="font-semibold tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const hintsOf = ({ episodes, reviewed, dismissed, answers }: RecordReport) =>
  [
    words.episodes(episodes),
    words.reviewed(reviewed, episodes),
    ...(dismissed > 0 ? [words.dismissed(dismissed)] : []),
    ...(answers > 0 ? [words.answered(answers)] : []),
  ].join(', ');

/** The register over all lessons, and of each week. */
function Attendance({ report: { sums, weeks } }: { report: RecordReport }) {
  return (
    <Card title={words.attendance} className="break-inside-avoid">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6 print:grid-cols-6">
        <Fact name={words.present}>{words.ofLessons(sums.attended, sums.lessons)}</Fact>
        <Fact name={words.noCamera}>{sums.noCamera}</Fact>
        <Fact name={words.late}>{words.lateTimes(sums.late, sums.lateMinutes)}</Fact>
        <Fact name={words.excused}>{sums.excused}</Fact>
        <Fact name={words.absentColumn}>{sums.absent}</Fact>
        {sums.unknown > 0 && <Fact name={words.unknown}>{sums.unknown}</Fact>}
      </dl>
      {weeks.length > 1 && (
        <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-1 text-sm print:grid-cols-4">
          {weeks.map(({ monday, sums: week }) => (
            <div key={monday} className="flex justify-between gap-2">
              <dt className="text-muted">{`${words.week} ${mediumDate.format(monday)}`}</dt>
              <dd className="tabular-nums">{`${week.attended}/${week.lessons}`}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

const observedIn = ({ observed, length }: RecordedLesson): string => {
  if (observed === null) return words.observedUnknown;
  return observed === 0 ? words.notObserved : words.observedOf(durationOf(observed), durationOf(length));
};

const deletionOf = ({ deletedBy }: RecordedLesson) => (deletedBy === null ? words.kept : mediumDate.format(deletedBy));

function Lessons({ sectionId, lessons }: { sectionId: string; lessons: readonly RecordedLesson[] }) {
  const columns = useMemo(
    (): Column<RecordedLesson>[] => [
      {
        header: words.lesson,
        width: 'w-1/4',
        isLabelled: true,
        cell: (lesson) => (
          <TextLink to={lessonPath(sectionId, lesson.id)} className="py-0!">
            {nameOf(lesson)}
          </TextLink>
        ),
      },
      {
        header: words.attendance,
        width: 'w-1/4',
        isLabelled: true,
        cell: ({ entry, endedAt }) => (
          <span className="flex flex-col">
            <RegisterSign state={entry.state} isRunning={endedAt === null} />
            {remarksOn(entry).map((remark) => (
              <span key={remark} className="text-xs wrap-anywhere text-muted">
                {remark}
              </span>
            ))}
          </span>
        ),
      },
      {
        header: words.observed,
        width: 'w-1/6',
        isLabelled: true,
        cell: (lesson) => (attended(lesson.entry) ? observedIn(lesson) : ''),
      },
      { header: words.hints, isLabelled: true, cell: ({ types }) => <Kinds types={types} /> },
      { header: words.deletedBy, width: 'w-28', isLabelled: true, cell: deletionOf },
    ],
    [sectionId],
  );
  return <Table caption={words.lessons} columns={columns} rows={lessons} rowKey={({ id }) => id} />;
}

/** The kinds of hints, by shape and number. */
const Kinds = ({ types }: Pick<RecordedLesson, 'types'>) => (
  <span className="flex flex-wrap gap-x-3">
    {types.map(({ value, label, count }) => (
      <span key={value} className="flex items-center gap-1">
        <ToneMark tone={toneOf(value)} />
        <span className="tabular-nums">{lessonWords.sign(label, count)}</span>
      </span>
    ))}
  </span>
);

/** The hints of a lesson: what, when, how it was reviewed, and what the student answered. */
function Episodes({ title, episodes }: { title: string; episodes: readonly SeenEpisode[] }) {
  return (
    <section className="print:break-inside-auto">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line text-sm">
        {episodes.map((episode) => (
          <li key={`${episode.key} ${episode.first}`} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
            <span className="tabular-nums">{secondOfDay.format(episode.first)}</span>
            <ActivityBadge type={episode.activityType} />
            {episode.last > episode.first && (
              <span className="text-muted">{words.lasted(spanOf(episode.last - episode.first))}</span>
            )}
            <span className="min-w-0 wrap-anywhere">{episode.logs[0].details}</span>
            <span className="text-muted">{words.reviews[episode.review ?? 'none']}</span>
            {episode.answers.map(({ answer, reply }) => (
              <p key={answer} className="basis-full wrap-anywhere">
                {[words.answer(answer), ...(reply === undefined ? [] : [words.reply(reply)])].join(' ')}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns when what was recorded is deleted. */
function keptSentence(lessons: readonly RecordedLesson[]): string {
  const days = lessons.flatMap(({ deletedBy }) => deletedBy ?? []);
  if (days.length === 0) return words.keptUntil;
  return words.deletedFrom(mediumDate.format(Math.min(...days)), mediumDate.format(Math.max(...days)));
}

function Looks({ record: { looks, looksDays, lessons } }: { record: StudentRecord }) {
  const [newest] = lessons;
  return (
    <Card title={words.looks} className="break-inside-avoid">
      {looks.length === 0 ? (
        <p>{words.noLooks}</p>
      ) : (
        <ul aria-label={words.looks} className="flex flex-col gap-1 text-sm">
          {looks.map(({ by, what, firstAt, lastAt }) => (
            <li key={`${by} ${what} ${firstAt}`} className="wrap-anywhere">
              {words.looked(
                by ?? messages.classRegister.formerTeacher,
                words.lookedAt[what],
                dateAndMinute.formatRange(firstAt, Math.max(firstAt, lastAt)),
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-xs text-muted">
        {[
          words.looksHint(looksDays),
          ...(newest ? [reportWords.timeZone(zoneOf(newest.startedAt, newest.endedAt ?? newest.startedAt))] : []),
        ].join(' ')}
      </p>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold wrap-anywhere tabular-nums">{children}</dd>
  </div>
);
