import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { PageHeading } from '../../components/PageHeading';
import { SectionMark } from '../../components/SectionMark';
import { STUDENT_LOG_COUNT } from '../../constants';
import type { logsMachine } from '../../machines/logs/logsMachine';
import { isActive } from '../../machines/section/detectionMachine';
import { lookNowOf, newestOf, overviewMachine, type Rows } from '../../machines/section/overviewMachine';
import { messages } from '../../messages';
import { compareNames } from '../../model/app/compareNames';
import { type Episode, episodesOf } from '../../model/logs/episodes';
import { studentOf } from '../../model/logs/logFilters';
import { mayDetect } from '../../model/section/watch';
import { nameOf } from '../../model/students/namesakes';
import { keyOfLog, keyOfStudent } from '../../model/students/studentKeys';
import { detectionLogsPath } from '../../paths';
import type { DetectionLog, Student } from '../../services/types';
import { provideLogsView } from '../../system/logs/logsViewSystem';
import { provideDeleteSection } from '../../system/section/sectionForms';
import { useScreenActor } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { useLesson } from '../lessons/useLesson';
import { LogsPanel } from '../logs/LogsPanel';
import { Students } from '../students/Students';
import { StudentView } from '../students/StudentView';
import { DeleteSectionDialog } from './DeleteSectionDialog';
import { LookNow } from './LookNow';
import { NewRows, StillRows } from './StillRows';
import { useSectionHeading, useSectionPage } from './sectionPage';
import { useWatch } from './useWatch';

const { section: words, logs: logsWords, lesson: lessonWords } = messages;

const selectMissing = ({ context }: SnapshotFrom<typeof logsMachine>) => context.missing;

type Overview = SnapshotFrom<typeof overviewMachine>;
const selectStill = ({ context }: Overview) => context.rows;
const selectStudent = ({ context }: Overview) => context.student;
const isAllTime = (overview: Overview) => overview.matches({ period: 'allTime' });
const isTiles = (overview: Overview) => overview.matches({ layout: 'tiles' });
const isList = (overview: Overview) => overview.matches({ layout: 'list' });

/** `/sections/{sectionId}`: the overview of one section. */
export function SectionScreen() {
  const { section, cover, detection, logs, lookNow } = useSectionPage();
  const view = useScreenActor(provideLogsView, { input: { sectionId: section.id } });
  const overview = useScreenActor(() => overviewMachine);
  const deletion = useFormDialog((system) => provideDeleteSection(system, section.id));
  const running = useSelector(detection, isActive);
  const missing = useSelector(logs, selectMissing);
  const still = useSelector(overview, selectStill);
  const allTime = useSelector(overview, isAllTime);
  const tilesChosen = useSelector(overview, isTiles);
  const listChosen = useSelector(overview, isList);
  const opened = useSelector(overview, selectStudent);

  const { all, lesson, episodes: ofLesson, lookAt } = useLesson({ section, cover, logs, lookNow });
  const newest = useMemo(() => newestOf(all, still), [all, still]);
  const look = useMemo(() => lookNowOf(ofLesson, lookAt, still), [ofLesson, lookAt, still]);
  const rows: Rows = { logIds: newest.rows.map(({ id }) => id), keys: look.shown.map(({ key }) => key) };
  const showNew = () => overview.send({ type: 'rows.show' });
  const watch = useWatch(detection);
  const heading = useSectionHeading(section.name);

  const periodLogs = allTime ? all : lesson.logs;
  const episodes = useMemo(() => (allTime ? episodesOf(all) : ofLesson), [allTime, all, ofLesson]);
  const byStudent = useMemo(() => groupByStudent(episodes), [episodes]);
  const episodesOfStudent = useCallback(
    (student: Student) => byStudent.get(keyOfStudent(student)) ?? none,
    [byStudent],
  );
  const students = useMemo(() => section.students.toSorted((a, b) => compareNames(a.name, b.name)), [section]);
  const periodName = allTime ? lessonWords.ever : lesson.isKnown ? lessonWords.inLesson : lessonWords.inLastHour;

  const logsOfStudent = useMemo(
    () => (opened === null ? [] : periodLogs.filter((log) => isOf(log, opened.key))),
    [opened, periodLogs],
  );
  const openStudent = useCallback(
    (key: string) => {
      const ofKey = periodLogs.filter((log) => isOf(log, key)).slice(0, STUDENT_LOG_COUNT);
      overview.send({ type: 'student.open', key, logIds: ofKey.map(({ id }) => id) });
    },
    [periodLogs, overview],
  );
  const place = students.findIndex((student) => keyOfStudent(student) === opened?.key);
  const neighbour = (step: number) => {
    const student = place < 0 ? undefined : students[place + step];
    return student && (() => openStudent(keyOfStudent(student)));
  };

  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        className="wrap-anywhere"
        lead={section.subject}
      >
        {section.name}
      </PageHeading>
      {/* By the room there is: the sidebar may be collapsed. */}
      <div className="@container">
        <div className="grid gap-6 @4xl:grid-cols-2">
          <StillRows overview={overview} rows={rows} className="min-w-0">
            <LookNow
              lookNow={lookNow}
              episodes={look.shown}
              unseen={lookAt}
              watch={watch}
              onOpenStudent={openStudent}
              onOpenPicture={({ logs: [log, ...rest] }) =>
                view.send({
                  type: 'screenshot.open',
                  log: [log, ...rest].find(({ screenshot }) => screenshot !== null) ?? log,
                })
              }
              logs={logs}
            >
              <NewRows count={look.newCount} onShow={showNew} />
            </LookNow>
          </StillRows>
          <StillRows overview={overview} rows={rows} className="min-w-0 @max-4xl:order-last">
            <LogsPanel
              compact
              title={words.detectionLogs}
              logs={logs}
              view={view}
              rows={newest.rows}
              found={all}
              waiting={mayDetect(watch)}
              actions={
                <ButtonLink to={detectionLogsPath(section.id)}>{logsWords.viewAll(all.length + missing)}</ButtonLink>
              }
            >
              <NewRows count={newest.newCount} onShow={showNew} />
            </LogsPanel>
          </StillRows>
          <div className="min-w-0 @4xl:col-span-2">
            <Students
              section={section}
              students={students}
              episodesOf={episodesOfStudent}
              period={allTime ? 'allTime' : 'lesson'}
              periodName={periodName}
              lessonName={lesson.isKnown ? lessonWords.thisLesson : lessonWords.lastHour}
              layout={tilesChosen || (running && !listChosen) ? 'tiles' : 'list'}
              onChoosePeriod={(period) => overview.send({ type: `${period}.select` })}
              onChooseLayout={(layout) => overview.send({ type: `${layout}.select` })}
              onOpen={openStudent}
            />
          </div>
        </div>
      </div>
      <Card title={words.deleteTitle}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{words.deleteHint}</p>
          <Button variant="danger" onClick={deletion.open}>
            {words.delete}
          </Button>
        </div>
      </Card>
      <StudentView
        viewed={opened && viewedOf(opened, students[place], logsOfStudent)}
        periodName={periodName}
        from={periodLogs.findLast(({ time }) => time !== null)?.time ?? null}
        onShowNew={() => opened && openStudent(opened.key)}
        onPrevious={neighbour(-1)}
        onNext={neighbour(1)}
        logs={logs}
        onClose={() => overview.send({ type: 'student.close' })}
      />
      <DeleteSectionDialog sectionName={section.name} running={running} form={deletion.form} />
    </>
  );
}

const none: readonly Episode[] = [];

const isOf = (log: DetectionLog, key: string) => keyOfLog(log) === key;

function groupByStudent(episodes: readonly Episode[]): Map<string, Episode[]> {
  const groups = new Map<string, Episode[]>();
  for (const episode of episodes) {
    const group = groups.get(episode.student);
    if (group) group.push(episode);
    else groups.set(episode.student, [episode]);
  }
  return groups;
}

/** What is shown of the student: what was there when she was opened. */
function viewedOf({ logIds }: { logIds: string[] }, student: Student | undefined, logs: readonly DetectionLog[]) {
  const ids = new Set(logIds);
  const rows = logs.filter(({ id }) => ids.has(id));
  const [first] = rows;
  const last = rows.at(-1);
  return {
    name: (student && nameOf(student)) ?? (first && studentOf(first)) ?? logsWords.unknownStudent,
    email: student?.email ?? first?.studentEmail ?? '',
    logs: rows,
    total: logs.length,
    newCount: (last === undefined ? logs.length : logs.indexOf(last) + 1) - rows.length,
  };
}
