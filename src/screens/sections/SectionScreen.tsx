import { useSelector } from '@xstate/react';
import { type ComponentProps, memo, useMemo, useState, useSyncExternalStore } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { PageHeading } from '../../components/PageHeading';
import { SectionMark } from '../../components/SectionMark';
import { STUDENT_LOG_COUNT } from '../../constants';
import { attendedLesson, isInviting } from '../../machines/attendance/attendance';
import { isActive } from '../../machines/lesson/detectionMachine';
import { isUnwatched, mayDetect } from '../../machines/lesson/watch';
import type { logsViewMachine } from '../../machines/logs/logsViewMachine';
import { episodesOf, type Incident } from '../../machines/records/episodes';
import type { logsMachine } from '../../machines/records/logsMachine';
import { deleteSectionForm } from '../../machines/sections/deleteSectionForm';
import { nameOf, studentOf } from '../../machines/students/namesakes';
import { mayDelete } from '../../machines/students/sharing';
import { certaintyOf } from '../../machines/triage/certainty';
import { type LookNowRow, shotOf } from '../../machines/triage/lookNow';
import { episodeView, studentPanelMachine } from '../../machines/triage/studentPanelMachine';
import { messages } from '../../messages';
import { detectionLogsPath } from '../../paths';
import type { DetectionLog, Section, Student } from '../../services/app/types';
import { keyOfLog, keyOfStudent } from '../../studentKeys';
import { NewRows, StillRows } from '../app/StillRows';
import { useScreenActor, useSystem } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { usePageHeading } from '../app/usePageHeading';
import { useStable } from '../app/useStable';
import { useInvitation } from '../attendance/Door';
import { useAttendees } from '../attendance/useAttendees';
import { useWatch } from '../lesson/useWatch';
import { NotificationsCard } from '../live/NotificationsCard';
import { LogsPanel } from '../logs/LogsPanel';
import { useLogsView } from '../logs/useLogsView';
import { RecentLessons } from '../reports/RecentLessons';
import { useRunningCoverage } from '../reports/useRunningCoverage';
import { sharedWords } from '../students/sharedWords';
import { useRoom } from '../triage/ArrangedRoom';
import { LookNow } from '../triage/LookNow';
import { StudentPanel, type ViewedStudent } from '../triage/StudentPanel';
import { type Layout, layouts, type Order, orders, Students } from '../triage/Students';
import { useSectionPage } from '../triage/sectionPage';
import type { useLesson } from '../triage/useLesson';
import { useSeats } from '../triage/useSeats';
import { useTriage } from '../triage/useTriage';
import { DeleteSectionDialog } from './DeleteSectionDialog';
import { KindSetting } from './KindSetting';
import { PictureSetting } from './PictureSetting';
import { RenameSection } from './RenameSectionDialog';
import { Teachers } from './Teachers';
import { useIsResumable } from './useIsResumable';

const { section: words, logs: logsWords, lesson: lessonWords } = messages;

const selectMissing = ({ context }: SnapshotFrom<typeof logsMachine>) => context.missing;

const isReading = (view: SnapshotFrom<typeof logsViewMachine>) => view.matches('reading');

const selectPanel = ({ context }: SnapshotFrom<typeof studentPanelMachine>) => context;

/** `/sections/{sectionId}`: the overview of one section. */
export function SectionScreen() {
  const { section, detection } = useSectionPage();
  const deletion = useFormDialog(deleteSectionForm);
  const running = useSelector(detection, isActive);
  const heading = usePageHeading(section.name);
  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        className="wrap-anywhere"
        lead={
          <>
            <span className="block">{section.subject}</span>
            {section.shared && <span className="block">{sharedWords(section.shared)}</span>}
          </>
        }
        actions={<RenameSection section={section} />}
      >
        {section.name}
      </PageHeading>
      <SectionClass />
      <RecentLessons />
      <NotificationsCard />
      <KindSetting />
      <PictureSetting section={section} running={running} />
      <Teachers section={section} />
      {mayDelete(section) && (
        <Card title={words.deleteTitle}>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{words.deleteHint}</p>
            <Button variant="danger" onClick={deletion.open}>
              {words.delete}
            </Button>
          </div>
        </Card>
      )}
      <DeleteSectionDialog section={section} running={running} form={deletion.form} />
    </>
  );
}

/** Look now, the seats and the newest logs. On its own, since a press there changes nothing else of the page. */
const SectionClass = memo(function SectionClass() {
  const page = useSectionPage();
  const { section, detection, logs } = page;
  const running = useSelector(detection, isActive);
  // A stop by mistake moves nobody. On a page opened after it, nothing may change its place once that is known.
  const [sawLesson, setSawLesson] = useState(running);
  if (running && !sawLesson) setSawLesson(true);
  const keepsSeats = useIsResumable(detection) && sawLesson;
  const watch = useWatch(detection);
  const certainty = certaintyOf(watch);
  const isLive = certainty === 'live';
  const view = useClassView(section);
  const room = useRoom(section);
  const { all, lesson, episodes, incidents, ranking, newest, lookNow, undo, ...triage } = useTriage(page);
  const { attendance, watching, presenceOf } = useAttendees(page);
  const coverage = useRunningCoverage(section.id, attendedLesson(attendance));
  const inviting = isInviting(attendance, section.students, watch);
  const { invitation, dialog } = useInvitation(page);
  const { students, byName, seats, places } = useSeats({ section, order: view.order, episodes, incidents, ranking });
  const { viewer, queue, openPicture } = useQueue(section.id, lookNow);
  const { panel, openStudent } = usePanel(lesson);
  const periodName = lesson.isKnown ? lessonWords.inLesson : lessonWords.inLastHour;

  // By the room there is: the sidebar may be collapsed.
  return (
    <div data-certainty={certainty} className="relative">
      <div className="@container">
        <div className="grid gap-4 @4xl:grid-cols-[minmax(0,1.65fr)_minmax(22rem,1fr)]">
          {/* Beside a class of any length: as tall as the window below the bar and the heading. */}
          <div className="min-w-0 @4xl:col-start-2 @4xl:row-start-1">
            <StillRows
              onTouch={triage.touchRows}
              className="tall:@4xl:sticky tall:@4xl:top-36 @4xl:h-[calc(100dvh-14.5rem)] @4xl:min-h-96"
            >
              <LookNow
                rows={lookNow}
                undo={undo}
                watch={watch}
                isLive={isLive}
                watching={watching}
                invitation={inviting ? invitation : null}
                onReview={triage.review}
                onOpenStudent={openStudent}
                onOpenPicture={openPicture}
                logs={logs}
              />
            </StillRows>
          </div>
          <StillRows
            onTouch={view.order === 'need' ? triage.touchRows : undefined}
            className={classes(
              '@container min-w-0 @4xl:col-start-1 @4xl:row-start-1',
              // A new section leads with what comes next.
              students.length === 0 && '@max-4xl:order-first',
            )}
          >
            <Students
              section={section}
              seats={seats}
              periodName={periodName}
              isUnwatched={watch === 'inactive' || isUnwatched(watch)}
              isLive={isLive}
              presenceOf={presenceOf}
              coverage={coverage}
              layout={view.layout ?? (running || keepsSeats ? 'tiles' : 'list')}
              order={view.order}
              onChooseLayout={view.chooseLayout}
              onChooseOrder={view.chooseOrder}
              byName={byName}
              places={places}
              room={room}
              onOpen={openStudent}
              panel={panel}
            />
          </StillRows>
          <StillRows onTouch={triage.touchRows} className="min-w-0 @4xl:col-span-2">
            <NewestLogs
              {...newest}
              logs={logs}
              view={viewer}
              found={queue ?? all}
              waiting={mayDetect(watch)}
              count={all.length}
              onShowNew={triage.showNew}
            />
          </StillRows>
        </div>
      </div>
      {dialog}
      <OpenedStudent
        {...{ panel, students, lesson, incidents, periodName, isLive, logs, undo }}
        onReview={triage.review}
        onOpen={openStudent}
      />
    </div>
  );
});

/** The panel with one student's detections in the lesson. */
function usePanel({ logs }: Pick<ReturnType<typeof useLesson>['lesson'], 'logs'>) {
  const panel = useScreenActor(studentPanelMachine);
  const openStudent = useStable((student: string) => {
    const ofStudent = logs.filter((log) => keyOfLog(log) === student).slice(0, STUDENT_LOG_COUNT);
    panel.send({ type: 'student.open', student, logIds: ofStudent.map(({ id }) => id) });
  });
  return { panel, openStudent };
}

/** The viewer. From Look now it steps through what is to look at; from the newest logs, through all of them. */
function useQueue(sectionId: string, lookNow: readonly LookNowRow[]) {
  const viewer = useLogsView(sectionId);
  const [queue, setQueue] = useState<readonly DetectionLog[] | null>(null);
  if (useSelector(viewer, isReading) && queue !== null) setQueue(null);
  const openPicture = useStable(({ episodes: [latest] }: Incident) => {
    setQueue(lookNow.flatMap(({ incident }) => incident.episodes.map(shotOf)));
    viewer.send({ type: 'screenshot.open', log: shotOf(latest) });
  });
  return { viewer, queue, openPicture };
}

/** How the students are shown, as it was chosen in this browser. The layout is undefined until one was. */
function useClassView({ id: sectionId, room }: Section) {
  const { classView } = useSystem();
  const chosen = useSyncExternalStore(classView.subscribe, () => classView.get(sectionId));
  const layout = layouts.find((one) => chosen.includes(one));
  const kept = orders.find((one) => chosen.includes(one)) ?? (room && room.version > 0 ? 'room' : 'name');
  const order = kept === 'room' && room === undefined ? 'name' : kept;
  return {
    layout,
    order,
    chooseLayout: useStable((one: Layout) => classView.set(sectionId, [one, kept])),
    chooseOrder: useStable((one: Order) => {
      // A list has no plan of the room.
      const shown = one === 'room' ? 'tiles' : layout;
      classView.set(sectionId, shown === undefined ? [one] : [shown, one]);
    }),
  };
}

type NewestLogsProps = Pick<ComponentProps<typeof LogsPanel>, 'logs' | 'view' | 'rows' | 'found' | 'waiting'> & {
  newCount: number;
  /** Of all that were fetched. */
  count: number;
  onShowNew: () => void;
};

/** The newest logs, and the way to all of them. */
const NewestLogs = memo(function NewestLogs({ newCount, count, onShowNew, ...props }: NewestLogsProps) {
  const { section } = useSectionPage();
  const total = count + useSelector(props.logs, selectMissing);
  return (
    <LogsPanel
      compact
      title={words.detectionLogs}
      {...props}
      actions={<ButtonLink to={detectionLogsPath(section.id)}>{logsWords.viewAll(total)}</ButtonLink>}
    >
      <NewRows count={newCount} onShow={onShowNew} />
    </LogsPanel>
  );
});

type OpenedStudentProps = Pick<
  ComponentProps<typeof StudentPanel>,
  'periodName' | 'isLive' | 'logs' | 'onReview' | 'undo'
> &
  Pick<ReturnType<typeof useLesson>, 'lesson' | 'incidents'> & {
    panel: ActorRefFrom<typeof studentPanelMachine>;
    /** In the order of the seats. */
    students: readonly Student[];
    /** Called with the student's key. */
    onOpen: (key: string) => void;
  };

/** The open student's panel. On its own, since opening a student changes nothing else of the page. */
const OpenedStudent = memo(function OpenedStudent(props: OpenedStudentProps) {
  const { panel, students, lesson, incidents, onOpen } = props;
  const { section } = useSectionPage();
  const view = useLogsView(section.id, episodeView);
  const { student: opened, logIds } = useSelector(panel, selectPanel);
  const place = students.findIndex((student) => keyOfStudent(student) === opened);
  // Who is removed from the section meanwhile keeps the name.
  const [last, setLast] = useState(students[place]);
  const student = students[place] ?? (last !== undefined && keyOfStudent(last) === opened ? last : undefined);
  if (student !== last) setLast(student);
  const neighbour = (step: number) => {
    const student = place < 0 ? undefined : students[place + step];
    return student && (() => onOpen(keyOfStudent(student)));
  };
  const viewed = useMemo(
    () => (opened === null ? null : viewedOf(opened, logIds, student, lesson.logs, incidents)),
    [opened, logIds, student, lesson, incidents],
  );
  if (viewed === null) return null;
  return (
    <StudentPanel
      viewed={viewed}
      periodName={props.periodName}
      isLive={props.isLive}
      from={lesson.logs.findLast(({ time }) => time !== null)?.time ?? null}
      logs={props.logs}
      view={view}
      onReview={props.onReview}
      undo={props.undo}
      onShowNew={() => onOpen(viewed.key)}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
      onClose={() => panel.send({ type: 'student.close' })}
    />
  );
});

/** Returns the student's panel as of the opening. */
function viewedOf(
  key: string,
  logIds: readonly string[],
  student: Student | undefined,
  lessonLogs: readonly DetectionLog[],
  incidents: readonly Incident[],
): ViewedStudent {
  const all = lessonLogs.filter((log) => keyOfLog(log) === key);
  const ids = new Set(logIds);
  const shown = all.filter(({ id }) => ids.has(id));
  const last = shown.at(-1);
  const reached = last === undefined ? all.length : all.indexOf(last) + 1;
  const episodes = episodesOf(shown).sort((a, b) => b.last - a.last);
  const unseen = incidents.find((incident) => incident.student === key)?.episodes ?? [];
  const [first] = shown;
  return {
    key,
    name: (student && nameOf(student)) ?? (first && studentOf(first)) ?? logsWords.unknownStudent,
    email: student?.email ?? first?.studentEmail ?? '',
    episodes,
    unseen: episodes.filter((episode) =>
      unseen.some((one) => one.key === episode.key && one.last >= episode.first && one.first <= episode.last),
    ),
    newCount: reached - shown.length,
    olderCount: all.length - reached,
  };
}
