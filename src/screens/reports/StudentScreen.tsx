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
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Select } from '../../components/Select';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { TextLink } from '../../components/TextLink';
import { isolated } from '../../machines/app/isolated';
import { printMachine } from '../../machines/app/printMachine';
import { zoneOf } from '../../machines/app/timeZone';
import { ticksOf } from '../../machines/reports/lessonReport';
import { readingMachine } from '../../machines/reports/readingMachine';
import {
  alike,
  lessonsInFull,
  looksByReader,
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

/** Lessons with hints whose times are drawn on paper; of more, only what was noticed is there. */
const TRACKS_ON_PAPER = 6;
/** More days on which all was as it should be are only counted on paper. */
const DAYS_ON_PAPER = 20;

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
              <div className="print:hidden">
                <Select
                  label={words.language}
                  isLabelHidden
                  name="language"
                  value={language}
                  options={languageOptions}
                  onChange={({ target }) => setQuery({ language: target.value }, { replace: true })}
                />
              </div>
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
          <div
            lang={language}
            dir={directionOf(language)}
            className="flex flex-col gap-6 print:gap-3 print:text-xs print:leading-snug"
          >
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
  const quiet = report.lessons.filter(({ episodes }) => episodes.length === 0);
  return (
    <>
      <About report={report} />
      <Attendance report={report} moreLessons={record.moreLessons} />
      {quiet.length > 0 && <QuietLessons sectionId={sectionId} lessons={quiet} />}
      {(detailed.length > 0 || report.others.length > 0) && (
        <Details sectionId={sectionId} lessons={detailed} report={report} record={record} />
      )}
      <Card title={words.keptTitle} className="break-inside-avoid">
        <p>{keptSentence(report.lessons, paper)}</p>
      </Card>
      <Looks record={record} />
    </>
  );
}

/** Returns a lesson's time, and its title if it has one. */
const nameOf = ({ title, startedAt, endedAt }: RecordedLesson, { words, dateAndMinute }: Paper) =>
  [
    endedAt === null
      ? words.running({ start: dateAndMinute.format(startedAt) })
      : dateAndMinute.formatRange(startedAt, Math.max(startedAt, endedAt)),
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
      <h3 className="mt-4 text-sm font-semibold print:mt-1">{words.kinds}</h3>
      <KindMeanings meanings={meanings} />
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 print:mt-2 print:grid-cols-2">
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
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2 print:mt-0 print:gap-x-3 print:gap-y-0">
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
function Attendance({ report: { sums, weeks }, moreLessons }: { report: RecordReport; moreLessons: number }) {
  const { words, dayAndMonth } = usePaper();
  return (
    <Card title={words.attendance} className="break-inside-avoid">
      {sums.lessons === 0 ? (
        <p>{words.noLessons}</p>
      ) : (
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
      )}
      {weeks.length > 1 && (
        <>
          <h3 className="mt-4 text-sm font-semibold print:mt-2">{words.weeks}</h3>
          <dl className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-6 gap-y-1 text-sm print:grid-cols-7 print:gap-y-0 print:text-xs">
            {weeks.map(({ monday, sums: week }) => (
              <div key={monday} className="flex justify-between gap-2">
                <dt className="text-muted">{dayAndMonth.format(monday)}</dt>
                <dd className="tabular-nums">{`${week.attended}/${week.lessons}`}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {moreLessons > 0 && <p className="mt-2 text-xs text-muted">{words.moreLessons({ count: moreLessons })}</p>}
    </Card>
  );
}

/** Returns how long a student who was there with a camera was observed. */
function observedIn({ entry, observed, extent, length }: RecordedLesson, { words, durationOf }: Paper): string[] {
  if (entry.state !== 'present' || observed === null) return [];
  if (extent === 'enough') return [words.mostlyObserved];
  return extent === 'not'
    ? [words.notObserved]
    : [`${words.observed}: ${words.observedOf({ time: durationOf(observed), length: durationOf(length) })}`];
}

type LessonsProps = { sectionId: string; lessons: readonly RecordedLesson[] };

/** The lessons without hints, grouped where their descriptions are the same. */
function QuietLessons({ sectionId, lessons }: LessonsProps) {
  const paper = usePaper();
  const { words, remarks, dateAndMinute, mediumDate } = paper;
  const days = lessons.map(({ startedAt }) => mediumDate.format(startedAt));
  const dayOf = ({ startedAt, endedAt }: RecordedLesson) => {
    if (endedAt === null) return words.running({ start: dateAndMinute.format(startedAt) });
    const day = mediumDate.format(startedAt);
    return days.indexOf(day) === days.lastIndexOf(day) ? day : dateAndMinute.format(startedAt);
  };
  return (
    <Card title={words.withoutHints}>
      <ul aria-label={words.withoutHints} className="flex flex-col gap-3 text-sm print:gap-1 print:text-xs">
        {alike(lessons, (lesson) => observedIn(lesson, paper).join()).map(({ said, lessons: [first, ...more] }) => {
          // Paper has them by week already.
          const hasDaysElsewhere =
            more.length >= DAYS_ON_PAPER && first.extent === 'enough' && first.entry.state === 'present';
          return (
            <li
              key={`${first.entry.state} ${first.endedAt === null} ${said}`}
              className={classes(
                'flex flex-wrap gap-x-4 gap-y-1 print:gap-x-3 print:gap-y-0',
                more.length >= DAYS_ON_PAPER && 'print:break-inside-auto!',
              )}
            >
              <span className="font-semibold">
                <RegisterSign state={first.entry.state} isRunning={first.endedAt === null} names={words.states} />
              </span>
              {said !== '' && <span className="min-w-0 wrap-anywhere">{said}</span>}
              <span className="font-semibold tabular-nums">{more.length + 1}</span>
              <ul className={classes('contents', hasDaysElsewhere && 'print:hidden')}>
                {[first, ...more].map((lesson) => (
                  <li key={lesson.id} className="min-w-0 wrap-anywhere text-muted">
                    <TextLink to={lessonPath(sectionId, lesson.id)} className="py-0! font-normal! tabular-nums">
                      {dayOf(lesson)}
                    </TextLink>
                    <span>
                      {[
                        '',
                        ...(lesson.title === '' ? [] : [isolated(lesson.title)]),
                        ...remarksOn(lesson.entry, remarks, dateAndMinute.format),
                      ].join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type DetailsProps = LessonsProps & { report: RecordReport; record: StudentRecord };

/** The lessons with hints. Paper has each hint of the latest, and counts those of the earlier ones. */
function Details({ sectionId, lessons, report: { types, others }, record }: DetailsProps) {
  const paper = usePaper();
  const { words, remarks, dateAndMinute, mediumDate } = paper;
  const inFull = lessonsInFull(lessons, record.lessons.length);
  const hasTracksOnPaper = lessons.length <= TRACKS_ON_PAPER;
  const trackStyle = hasTracksOnPaper ? '' : 'print:hidden';
  return (
    <Card title={words.details}>
      <div className={trackStyle}>
        <TrackLegend lessons={lessons} types={types} />
      </div>
      {inFull < lessons.length && <p className="hidden print:block print:break-after-avoid">{words.onPaper}</p>}
      <div className={classes('flex flex-col gap-4', !hasTracksOnPaper && 'print:block print:columns-2 print:gap-x-6')}>
        {lessons.map((lesson, place) => (
          <section key={lesson.id} className="print:break-inside-auto">
            <div className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted print:break-inside-avoid print:break-after-avoid">
              <h3 className="text-sm font-semibold text-ink print:text-xs">
                <TextLink to={lessonPath(sectionId, lesson.id)} className="py-0!">
                  {nameOf(lesson, paper)}
                </TextLink>
              </h3>
              {lesson.entry.state !== 'present' && <RegisterSign state={lesson.entry.state} names={words.states} />}
              {[
                ...remarksOn(lesson.entry, remarks, dateAndMinute.format),
                ...(lesson.extent === 'enough' ? [] : observedIn(lesson, paper)),
              ].map((fact) => (
                <span key={fact} className="min-w-0 wrap-anywhere">
                  {fact}
                </span>
              ))}
              <span className={hasTracksOnPaper ? '' : 'print:hidden'}>
                {lesson.deletedBy === null ? words.kept : `${words.deletedBy}: ${mediumDate.format(lesson.deletedBy)}`}
              </span>
              {place >= inFull && <Counts lesson={lesson} />}
            </div>
            <div className={trackStyle}>
              <LessonTrack lesson={lesson} />
            </div>
            <Episodes title={nameOf(lesson, paper)} episodes={lesson.episodes} isInFull={place < inFull} />
          </section>
        ))}
        {others.length > 0 && (
          <section className="print:break-inside-auto">
            <h3 className="text-sm font-semibold print:text-xs">{words.others}</h3>
            <Episodes title={words.others} episodes={others} isInFull />
          </section>
        )}
      </div>
      {record.moreLogs > 0 && (
        <p className="mt-2 text-xs text-muted">{words.moreLogs({ count: record.logs.length })}</p>
      )}
    </Card>
  );
}

/** The kinds of hints, by shape and number, on paper only: it has the shapes’ names before. */
function Counts({ lesson: { types, episodes } }: { lesson: RecordedLesson }) {
  const { words } = usePaper();
  const dismissed = episodes.filter(({ review }) => review === 'dismissed').length;
  return (
    <>
      {types.map(({ value, count }) => (
        <span key={value} className="hidden items-center gap-1 print:flex">
          <ToneMark tone={toneOf(value)} />
          <span className="tabular-nums">{count}</span>
        </span>
      ))}
      {dismissed > 0 && <span className="hidden print:inline">{words.dismissed({ count: dismissed })}</span>}
    </>
  );
}

type EpisodesProps = { title: string; episodes: readonly SeenEpisode[]; isInFull: boolean };

/** Hints: what, when, how it was reviewed, and what the student answered. Paper always has what they answered. */
function Episodes({ title, episodes, isInFull }: EpisodesProps) {
  const { words, terms, secondOfDay, spanOf } = usePaper();
  return (
    <ul aria-label={title} className="divide-y divide-line text-sm print:divide-y-0 print:text-xs">
      {episodes.map((episode) => (
        <li
          key={`${episode.key} ${episode.first}`}
          className={classes(
            'flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 print:gap-x-2 print:py-0 print:*:py-0',
            !isInFull && episode.answers.length === 0 && 'print:hidden',
          )}
        >
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
              {[
                words.answer({ text: isolated(answer) }),
                ...(reply === undefined ? [] : [words.reply({ text: isolated(reply) })]),
              ].join(' ')}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Returns when what was recorded is deleted. */
function keptSentence(lessons: readonly RecordedLesson[], { words, mediumDate }: Paper): string {
  const days = lessons.flatMap(({ deletedBy }) => deletedBy ?? []);
  if (days.length === 0) return words.keptUntil;
  const first = mediumDate.format(Math.min(...days));
  const last = mediumDate.format(Math.max(...days));
  return first === last ? words.deletedOn({ date: first }) : words.deletedFrom({ first, last });
}

function Looks({ record: { looks, looksDays, lessons } }: { record: StudentRecord }) {
  const { words, mediumDate } = usePaper();
  const [newest] = lessons;
  return (
    <Card title={words.looks}>
      {looks.length === 0 ? (
        <p>{words.noLooks}</p>
      ) : (
        <ul aria-label={words.looks} className="flex flex-col gap-1 text-sm print:text-xs">
          {looksByReader(looks).map(({ by, what, times }) => (
            <li key={`${by} ${what}`} className="wrap-anywhere">
              {words.looked[what]({
                name: by ?? words.formerTeacher,
                when: [...new Set(times.map(mediumDate.format))].join(' · '),
              })}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-xs text-muted print:mt-1">
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
    <dt className="text-sm text-muted print:text-xs">{name}</dt>
    <dd className="font-semibold wrap-anywhere tabular-nums">{children}</dd>
  </div>
);
