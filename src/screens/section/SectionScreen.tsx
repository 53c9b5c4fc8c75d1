import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { PageHeading } from '../../components/PageHeading';
import { SectionMark } from '../../components/SectionMark';
import { STUDENT_LOG_COUNT } from '../../constants';
import type { logsMachine } from '../../machines/logs/logsMachine';
import { isActive } from '../../machines/section/detectionMachine';
import { stillRowsMachine } from '../../machines/section/stillRowsMachine';
import { messages } from '../../messages';
import { compareNames } from '../../model/app/compareNames';
import { type Episode, episodesOf } from '../../model/logs/episodes';
import { studentOf } from '../../model/logs/logFilters';
import { lookNowOf, newestOf } from '../../model/section/stillRows';
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
import { type Layout, type Period, Students } from '../students/Students';
import { StudentView } from '../students/StudentView';
import { DeleteSectionDialog } from './DeleteSectionDialog';
import { LookNow } from './LookNow';
import { NewRows, StillRows } from './StillRows';
import { useSectionHeading, useSectionPage } from './sectionPage';
import { useHeld } from './useHeld';
import { useWatch } from './useWatch';

const { section: words, logs: logsWords, lesson: lessonWords } = messages;

const selectMissing = ({ context }: SnapshotFrom<typeof logsMachine>) => context.missing;

const areStill = (rows: SnapshotFrom<typeof stillRowsMachine>) => rows.matches('still');

/** The open student with their logs as of the opening. */
interface OpenStudent {
  key: string;
  logIds: string[];
}

/** `/sections/{sectionId}`: the overview of one section. */
export function SectionScreen() {
  const { section, cover, detection, logs, sectionActor } = useSectionPage();
  const view = useScreenActor(provideLogsView, { input: { sectionId: section.id } });
  const rows = useScreenActor(() => stillRowsMachine);
  const deletion = useFormDialog((system) => provideDeleteSection(system, section.id));
  const running = useSelector(detection, isActive);
  const missing = useSelector(logs, selectMissing);
  const still = useSelector(rows, areStill);
  const [period, setPeriod] = useState<Period>('lesson');
  const [chosenLayout, setLayout] = useState<Layout>();
  const [opened, setOpened] = useState<OpenStudent | null>(null);

  const { all, lesson, episodes: ofLesson, lookAt } = useLesson({ section, cover, logs, sectionActor });
  const heldLogs = useHeld(all, still);
  const newest = useMemo(() => newestOf(all, heldLogs), [all, heldLogs]);
  const heldLookAt = useHeld(lookAt, still);
  const look = useMemo(() => lookNowOf(ofLesson, lookAt, heldLookAt), [ofLesson, lookAt, heldLookAt]);
  const touchRows = () => rows.send({ type: 'rows.touched' });
  const showNew = () => rows.send({ type: 'rows.show' });
  const watch = useWatch(detection);
  const heading = useSectionHeading(section.name);

  const allTime = period === 'allTime';
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
      setOpened({ key, logIds: ofKey.map(({ id }) => id) });
    },
    [periodLogs],
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
          <StillRows onTouch={touchRows} className="min-w-0">
            <LookNow
              episodes={look.shown}
              unseen={lookAt}
              watch={watch}
              onSee={(sighting) => sectionActor.send({ type: 'episode.see', ...sighting })}
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
          <StillRows onTouch={touchRows} className="min-w-0 @max-4xl:order-last">
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
              period={period}
              periodName={periodName}
              lessonName={lesson.isKnown ? lessonWords.thisLesson : lessonWords.lastHour}
              layout={chosenLayout ?? (running ? 'tiles' : 'list')}
              onChoosePeriod={setPeriod}
              onChooseLayout={setLayout}
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
        onClose={() => setOpened(null)}
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

/** Returns the student's view as of the opening. */
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
