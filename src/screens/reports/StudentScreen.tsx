import { activityKinds, studentsDevice } from '@vigil/contract/values';
import { directionOf, isLanguage, type Language, languageCodes, languages } from '@vigil/languages';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ToneMark } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Select } from '../../components/Select';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { type Column, Table } from '../../components/Table';
import { TextLink } from '../../components/TextLink';
import { isolated } from '../../machines/app/isolated';
import { printMachine } from '../../machines/app/printMachine';
import { zoneOf } from '../../machines/app/timeZone';
import { ticksOf } from '../../machines/reports/lessonReport';
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
import type { RecordTongue } from '../../services/reports/recordTexts';
import { useIsProjecting, useScreenActor } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';
import { usePaperFoot } from '../app/usePaperFoot';
import { useTeacherName } from '../app/useTeacherName';
import { ActivityBadge, toneOf } from '../records/ActivityBadge';
import { useSectionPage } from '../triage/sectionPage';
import { KindMeanings } from './KindMeanings';
import { RegisterSign } from './RegisterSign';
import { kindIn, type Paper, PaperProvider, paperOf, usePaper } from './recordPaper';
import { remarksOn } from './registerText';
import { Axis, Legend, Track } from './Track';

const { studentRecord: words } = messages;

/** What is read at once: the record, and how it is told. */
interface Told {
  isOver: boolean;
  record: StudentRecord;
  tongue: RecordTongue;
}

type Reading = ActorRefFrom<typeof readingMachine<Told>>;
type ReadingSnapshot = SnapshotFrom<Reading>;
const selectTold = ({ context }: ReadingSnapshot) => context.value;
const selectProblem = ({ context }: ReadingSnapshot) => context.problem;
const isMissing = (reading: ReadingSnapshot) => reading.matches('absent');

/** `/sections/{sectionId}/students/{studentId}`: what is kept of one student in this section, for the teacher and the parents. */
export function StudentScreen() {
  const { studentId = '' } = useParams();
  const [query] = useSearchParams();
  const asked = query.get('language') ?? '';
  const language = isLanguage(asked) ? asked : 'en';
  const { section } = useSectionPage();
  const projecting = useIsProjecting();
  if (section.shared && !isFullTeacher(section))
    return <Refused icon="students">{messages.shared.lesson(section.shared.owner)}</Refused>;
  // Not asked for either: that would count as a look.
  if (projecting) return <Refused icon="eyeOff">{words.projecting}</Refused>;
  return <StudentPage key={`${studentId} ${language}`} {...{ studentId, language }} />;
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

function StudentPage({ studentId, language }: { studentId: string; language: Language }) {
  const { section } = useSectionPage();
  const [, setQuery] = useSearchParams();
  const reading: Reading = useScreenActor(
    (system) =>
      readingMachine<Told>({
        async read(signal) {
          const { fetchRecord, loadRecordTongue } = await system.registers();
          const [record, tongue] = await Promise.all([
            fetchRecord(section.id, studentId, signal),
            loadRecordTongue(language),
          ]);
          return { isOver: record.isOver, record, tongue };
        },
      }),
    { input: { isOffered: section.attendable === true } },
  );
  const print = useScreenActor(printMachine);
  const told = useSelector(reading, selectTold);
  const problem = useSelector(reading, selectProblem);
  const missing = useSelector(reading, isMissing);
  const teacher = useTeacherName();
  const paper = useMemo(() => told && paperOf(told.tongue), [told]);
  const about = [section.name, ...(teacher === '' ? [] : [teacher])].map(isolated).join(' · ');
  const record = told?.record;
  const name = record?.student.name;
  const heading = usePageHeading(
    name === undefined || paper === null ? words.title : paper.words.pageTitle({ name, section: section.name }),
  );
  usePaperFoot(
    [
      ...(name === undefined ? [] : [isolated(name)]),
      about,
      ...(paper === null ? [] : [isolated(paper.words.verdict)]),
    ].join(' · '),
  );
  const back = <ButtonLink to={sectionPath(section.id)}>{words.back}</ButtonLink>;
  return (
    <>
      <PageHeading
        ref={heading}
        lead={
          <>
            <span className="block wrap-anywhere">{about}</span>
            {record && paper && (
              <span className="block wrap-anywhere">
                {[
                  record.student.email || paper.words.noEmail,
                  ...(record.student.isMember ? [] : [paper.words.hasLeft]),
                ].join(' · ')}
              </span>
            )}
          </>
        }
        actions={
          !missing && (
            <>
              {back}
              <Select
                label={words.language}
                isLabelHidden
                name="language"
                value={language}
                options={languageOptions}
                onChange={({ target }) => setQuery({ language: target.value }, { replace: true })}
              />
              <Button aria-disabled={told === null} onClick={() => print.send({ type: 'print.submit', wanted: [] })}>
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
      {told === null && problem === null && !missing && (
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
      {record && paper && !missing && (
        <PaperProvider value={paper}>
          <div lang={language} dir={directionOf(language)} className="flex flex-col gap-6">
            <Record sectionId={section.id} record={record} />
          </div>
        </PaperProvider>
      )}
    </>
  );
}

const languageOptions = languageCodes.map((value) => ({ value, label: languages[value] }));

function Record({ sectionId, record }: { sectionId: string; record: StudentRecord }) {
  const paper = usePaper();
  const { words } = paper;
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
        {record.moreLessons > 0 && (
          <p className="mt-2 text-xs text-muted">{words.moreLessons({ count: record.moreLessons })}</p>
        )}
      </Card>
      {(detailed.length > 0 || report.others.length > 0) && (
        <Card title={words.details}>
          <TrackLegend lessons={detailed} types={report.types} />
          <div className="flex flex-col gap-4">
            {detailed.map((lesson) => (
              <Episodes key={lesson.id} title={nameOf(lesson, paper)} episodes={lesson.episodes}>
                <LessonTrack lesson={lesson} />
              </Episodes>
            ))}
            {report.others.length > 0 && <Episodes title={words.others} episodes={report.others} />}
          </div>
          {record.moreLogs > 0 && (
            <p className="mt-2 text-xs text-muted">{words.moreLogs({ count: record.logs.length })}</p>
          )}
        </Card>
      )}
      <Card title={words.keptTitle} className="break-inside-avoid">
        <p>{keptSentence(report.lessons, paper)}</p>
      </Card>
      <Looks record={record} />
    </>
  );
}

/** Returns a lesson's time, and its title if it has one. */
const nameOf = ({ title, startedAt, endedAt }: RecordedLesson, { words, dayAndTime }: Paper) =>
  [
    endedAt === null
      ? words.running({ start: dayAndTime.format(startedAt) })
      : dayAndTime.formatRange(startedAt, Math.max(startedAt, endedAt)),
    ...(title === '' ? [] : [isolated(title)]),
  ].join(' · ');

/** What the inks of the lessons' tracks mean. */
function TrackLegend({ lessons, types }: { lessons: readonly RecordedLesson[]; types: RecordReport['types'] }) {
  const { words, terms } = usePaper();
  return (
    <figure aria-hidden="true">
      <Legend
        isObserved={lessons.some(({ observed }) => observed !== null)}
        isInterrupted={lessons.some(({ interruptions }) => interruptions.length > 0)}
        types={types.map(({ value, label }) => ({ value, label: kindIn(terms, value, label) }))}
        words={words}
      />
    </figure>
  );
}

/** One lesson's time, as its report draws it for each student. */
function LessonTrack({ lesson: { startedAt, endedAt, observed, spans, interruptions, episodes } }: LessonTrackProps) {
  const { timeOfDay } = usePaper();
  const last = Math.max(startedAt, ...[...episodes.map((one) => one.last), ...spans.map(({ to }) => to)]);
  const period = { from: startedAt, to: endedAt ?? last };
  const ticks = ticksOf(period.from, period.to);
  return (
    <div aria-hidden="true" dir="ltr">
      <Axis {...period} ticks={ticks} timeOf={timeOfDay.bare} />
      <Track {...{ ...period, ticks, interruptions, episodes }} spans={observed === null ? null : spans} />
    </div>
  );
}

type LessonTrackProps = { lesson: RecordedLesson };

/** What this is, and what each kind means. */
function About({ report }: { report: RecordReport }) {
  const { words, terms, durationOf } = usePaper();
  const meanings = activityKinds.map((kind) => ({ kind, name: terms.kinds[kind], meaning: terms.meanings[kind] }));
  return (
    <Card title={words.verdict} className="break-inside-avoid">
      <p>{words.about}</p>
      <h3 className="mt-4 text-sm font-semibold">{words.kinds}</h3>
      <KindMeanings meanings={meanings} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 print:grid-cols-3">
        <Fact name={words.hints}>{report.episodes === 0 ? words.noHints : hintsOf(report, words)}</Fact>
        <Fact name={words.observed}>
          {report.observed === null
            ? words.unknown
            : words.observedOf({
                time: durationOf(report.observed.time),
                length: durationOf(report.observed.length),
              })}
        </Fact>
      </dl>
      {report.types.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          {report.types.map(({ value, label, count }) => (
            <li key={value} className="flex min-w-0 items-center gap-2">
              <ActivityBadge type={value} name={kindIn(terms, value, label)} />
              <span className="font-semibold tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const hintsOf = ({ episodes, reviewed, dismissed, answers }: RecordReport, words: Paper['words']) =>
  [
    words.episodes({ count: episodes }),
    words.reviewed({ reviewed, total: episodes }),
    ...(dismissed > 0 ? [words.dismissed({ count: dismissed })] : []),
    ...(answers > 0 ? [words.answered({ count: answers })] : []),
  ].join(', ');

/** The register over all lessons, and of each week. */
function Attendance({ report: { sums, weeks } }: { report: RecordReport }) {
  const { words, mediumDate } = usePaper();
  return (
    <Card title={words.attendance} className="break-inside-avoid">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6 print:grid-cols-6">
        <Fact name={words.present}>{words.ofLessons({ attended: sums.attended, total: sums.lessons })}</Fact>
        <Fact name={words.noCamera}>{sums.noCamera}</Fact>
        <Fact name={words.late}>
          {sums.late === 0 ? 0 : words.lateTimes({ times: sums.late, minutes: sums.lateMinutes })}
        </Fact>
        <Fact name={words.excused}>{sums.excused}</Fact>
        <Fact name={words.absent}>{sums.absent}</Fact>
        {sums.unknown > 0 && <Fact name={words.unknown}>{sums.unknown}</Fact>}
      </dl>
      {weeks.length > 1 && (
        <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-1 text-sm print:grid-cols-4">
          {weeks.map(({ monday, sums: week }) => (
            <div key={monday} className="flex justify-between gap-2">
              <dt className="text-muted">{words.week({ date: mediumDate.format(monday) })}</dt>
              <dd className="tabular-nums">{`${week.attended}/${week.lessons}`}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

const observedIn = ({ observed, length }: RecordedLesson, { words, durationOf }: Paper): string => {
  if (observed === null) return words.unknown;
  return observed === 0
    ? words.notObserved
    : words.observedOf({ time: durationOf(observed), length: durationOf(length) });
};

function Lessons({ sectionId, lessons }: { sectionId: string; lessons: readonly RecordedLesson[] }) {
  const paper = usePaper();
  const columns = useMemo((): Column<RecordedLesson>[] => {
    const { words, remarks, dateAndMinute, mediumDate } = paper;
    return [
      {
        header: words.lesson,
        width: 'w-1/4',
        isLabelled: true,
        cell: (lesson) => (
          <TextLink to={lessonPath(sectionId, lesson.id)} className="py-0!">
            {nameOf(lesson, paper)}
          </TextLink>
        ),
      },
      {
        header: words.attendance,
        width: 'w-1/4',
        isLabelled: true,
        cell: ({ entry, endedAt }) => (
          <span className="flex flex-col">
            <RegisterSign state={entry.state} isRunning={endedAt === null} names={words.states} />
            {remarksOn(entry, remarks, dateAndMinute.format).map((remark) => (
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
        cell: (lesson) => (attended(lesson.entry) ? observedIn(lesson, paper) : ''),
      },
      { header: words.hints, isLabelled: true, cell: ({ types }) => <Kinds types={types} /> },
      {
        header: words.deletedBy,
        width: 'w-28',
        isLabelled: true,
        cell: ({ deletedBy }) => (deletedBy === null ? words.kept : mediumDate.format(deletedBy)),
      },
    ];
  }, [sectionId, paper]);
  const { words } = paper;
  return <Table caption={words.lessons} columns={columns} rows={lessons} rowKey={({ id }) => id} />;
}

/** The kinds of hints, by shape and number. */
function Kinds({ types }: Pick<RecordedLesson, 'types'>) {
  const { words, terms } = usePaper();
  return (
    <span className="flex flex-wrap gap-x-3">
      {types.map(({ value, label, count }) => (
        <span key={value} className="flex items-center gap-1">
          <ToneMark tone={toneOf(value)} />
          <span className="tabular-nums">{words.ofKind({ count, kind: kindIn(terms, value, label) })}</span>
        </span>
      ))}
    </span>
  );
}

/** The hints of a lesson: what, when, how it was reviewed, and what the student answered. */
function Episodes({ title, episodes, children }: EpisodesProps) {
  const { words, terms, secondOfDay, spanOf } = usePaper();
  return (
    <section className="print:break-inside-auto">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
      <ul aria-label={title} className="divide-y divide-line text-sm">
        {episodes.map((episode) => (
          <li key={`${episode.key} ${episode.first}`} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
            <span className="tabular-nums">{secondOfDay.format(episode.first)}</span>
            <ActivityBadge
              type={episode.activityType}
              name={kindIn(terms, episode.activityType, episode.activityType ?? words.unknown)}
            />
            {episode.last > episode.first && (
              <span className="text-muted">{words.lasted({ length: spanOf(episode.last - episode.first) })}</span>
            )}
            {/* The server’s words for what is said here already. */}
            {episode.logs[0].source !== studentsDevice && (
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {episode.logs[0].details}
              </span>
            )}
            <span className="text-muted">{words.reviews[episode.review ?? 'none']}</span>
            {episode.answers.map(({ answer, reply }) => (
              <p key={answer} className="basis-full wrap-anywhere">
                {[words.answer({ text: answer }), ...(reply === undefined ? [] : [words.reply({ text: reply })])].join(
                  ' ',
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type EpisodesProps = { title: string; episodes: readonly SeenEpisode[]; children?: ReactNode };

/** Returns when what was recorded is deleted. */
function keptSentence(lessons: readonly RecordedLesson[], { words, mediumDate }: Paper): string {
  const days = lessons.flatMap(({ deletedBy }) => deletedBy ?? []);
  if (days.length === 0) return words.keptUntil;
  const first = mediumDate.format(Math.min(...days));
  const last = mediumDate.format(Math.max(...days));
  return first === last ? words.deletedOn({ date: first }) : words.deletedFrom({ first, last });
}

function Looks({ record: { looks, looksDays, lessons } }: { record: StudentRecord }) {
  const { words, dateAndMinute } = usePaper();
  const [newest] = lessons;
  return (
    <Card title={words.looks} className="break-inside-avoid">
      {looks.length === 0 ? (
        <p>{words.noLooks}</p>
      ) : (
        <ul aria-label={words.looks} className="flex flex-col gap-1 text-sm">
          {looks.map(({ by, what, firstAt, lastAt }) => (
            <li key={`${by} ${what} ${firstAt}`} className="wrap-anywhere">
              {words.looked[what]({
                name: by ?? words.formerTeacher,
                when: dateAndMinute.formatRange(firstAt, Math.max(firstAt, lastAt)),
              })}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-xs text-muted">
        {[
          words.looksHint({ days: looksDays }),
          ...(newest ? [words.timeZone({ zone: zoneOf(newest.startedAt, newest.endedAt ?? newest.startedAt) })] : []),
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
