import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { Outlet, useParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Sidebar, type SidebarItem } from '../../components/Sidebar';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { waitingIn } from '../../machines/attendance/attendance';
import { doorMachine } from '../../machines/attendance/doorMachine';
import { isActive, selectLessons, selectLogs } from '../../machines/lesson/detectionMachine';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import type { logsMachine } from '../../machines/records/logsMachine';
import type { sectionMachine } from '../../machines/session/sectionMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { selectSection } from '../../machines/session/sessionSetup';
import { tellSession } from '../../machines/session/tellSession';
import { createSectionNameBook } from '../../machines/students/namesakes';
import { isFullTeacher } from '../../machines/students/sharing';
import { createLessonReader } from '../../machines/triage/lesson';
import { messages } from '../../messages';
import { addStudentsPath, detectionLogsPath, lessonsPath, paths, sectionPath } from '../../paths';
import type { DetectionLog, EndedSharing, Section, Student } from '../../services/app/types';
import { useTitleCount } from '../app/pageTitle';
import { useScreenActor, useSession } from '../app/system';
import { dateAndMinute } from '../app/times';
import { usePageHeading } from '../app/usePageHeading';
import { keepsLessons } from '../records/useLessons';
import { AppFrame } from '../session/AppFrame';
import { useDetection } from '../session/useDetection';
import { useCover } from '../students/shownSection';
import type { SectionPage } from '../triage/sectionPage';
import { useLesson } from '../triage/useLesson';
import { LiveBar } from './LiveBar';

const { section: words } = messages;

/** `/sections/{sectionId}` and below: the section's actor lives as long as one of these pages is shown. */
export function SectionLayout() {
  const { sectionId = '' } = useParams();
  // Another section starts with its own dialogs and selections.
  return <SectionFrame key={sectionId} sectionId={sectionId} />;
}

type SectionSnapshot = SnapshotFrom<typeof sectionMachine> | undefined;
const selectProblem = (section: SectionSnapshot) => section?.context.problem;
const selectEnded = (section: SectionSnapshot) => section?.context.ended;
const selectState = (section: SectionSnapshot) => section?.value;
const hasLessons = (lessons: SnapshotFrom<typeof lessonsMachine> | undefined) =>
  lessons === undefined || keepsLessons(lessons);
const selectReviews = ({ children }: SnapshotFrom<typeof sessionMachine>) => children.reviews;

const noStudents: readonly Student[] = [];
const noLogs: readonly DetectionLog[] = [];

/** Opens the section while its pages are shown. Returns what the session has of it. */
function useOpenSection(sectionId: string) {
  const session = useSession();
  useEffect(() => {
    session.send({ type: 'section.open', sectionId });
    return () => tellSession(session, { type: 'section.close', sectionId });
  }, [session, sectionId]);
  return {
    known: useSelector(session, ({ context }) => selectSection(context, sectionId)),
    reviews: useSelector(session, selectReviews),
    // Until this section is opened, the session may hold the previous one.
    actor: useSelector(session, ({ context, children }) =>
      context.openSectionId === sectionId ? children.section : undefined,
    ),
  };
}

function SectionFrame({ sectionId }: { sectionId: string }) {
  const { known, reviews, actor } = useOpenSection(sectionId);
  // Whose it was, once it is gone.
  const [shared, setShared] = useState(known?.shared);
  if (known !== undefined && known.shared !== shared) setShared(known.shared);
  const state = useSelector(actor, selectState);
  const problem = useSelector(actor, selectProblem);
  const ended = useSelector(actor, selectEnded);
  const detection = useDetection(sectionId);
  const lessons = useSelector(detection, selectLessons);
  const logs = useSelector(detection, selectLogs);
  const mayHaveLessons = useSelector(lessons, hasLessons);
  const cover = useCover(sectionId, useNamesakes(known?.students, logs));
  const present = state === 'present';
  const failed = state === 'failed';
  const gone = state === 'gone';
  const absent = gone || state === 'notFound' || state === 'ended';

  return (
    <AppFrame
      sidebar={
        <SectionSidebar
          {...{ sectionId, hasLessons: mayHaveLessons, hasRoster: known === undefined || isFullTeacher(known) }}
        />
      }
      hasLiveBar={present}
    >
      {!present && !absent && !failed && <SectionSkeleton />}
      {(absent || failed) && <SectionHeading isNews={gone} />}
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => actor?.send({ type: 'section.retry' })}>
            {words.retry}
          </Button>
        }
      >
        {failed && problem?.sentence}
      </NoticeRegion>
      <StatusRegion>
        {absent && (
          <EmptyState icon="alert" action={<ButtonLink to={paths.dashboard}>{words.backToDashboard}</ButtonLink>}>
            {absenceOf(gone, shared, ended)}
          </EmptyState>
        )}
      </StatusRegion>
      {present && known && detection && lessons && logs && reviews && (
        <SectionPages
          key={detection.sessionId}
          {...{ section: cover.section(known), cover, detection, lessons, logs, reviews }}
        />
      )}
    </AppFrame>
  );
}

/** Returns why the section is not shown. */
function absenceOf(gone: boolean, shared: Section['shared'], ended: EndedSharing | null | undefined): string {
  if (gone) return shared ? words.ended(shared.owner) : words.gone;
  return ended ? words.taughtUntil(dateAndMinute.format(ended.endedAt), ended.owner) : words.notFound;
}

/** Returns how namesakes among the students and in the logs are told apart. */
function useNamesakes(students = noStudents, logs: ActorRefFrom<typeof logsMachine> | undefined) {
  const [namesakesIn] = useState(createSectionNameBook);
  return useSelector(logs, (state) => namesakesIn(students, state?.context.logs ?? noLogs));
}

/** The bar, and the page below it. */
function SectionPages(props: Omit<SectionPage, 'door' | 'lessonReader'>) {
  const { section } = props;
  const [lessonReader] = useState(createLessonReader);
  const door = useScreenActor(doorMachine, {
    input: { sectionId: section.id, isOffered: section.attendable === true },
  });
  const page: SectionPage = { ...props, door, lessonReader };
  return (
    <>
      <LiveBar {...page} />
      <TitleCount {...page} />
      <Outlet context={page} />
    </>
  );
}

const selectWaiting = ({ context }: SnapshotFrom<typeof doorMachine>) => waitingIn(context.attendance);

/** Begins the tab's title with how many wait or are to look at in the running lesson: teachers have something else in front. */
function TitleCount(page: SectionPage) {
  const { detection, door } = page;
  const { incidents } = useLesson(page);
  const waiting = useSelector(door, selectWaiting);
  useTitleCount(useSelector(detection, isActive) ? waiting + incidents.length : 0);
  return null;
}

/** The bar, the heading and the first cards of a section's pages. */
function SectionSkeleton() {
  return (
    <Skeleton label={words.loading} className="flex flex-col gap-6">
      <h1 className="sr-only">{words.title}</h1>
      <div className="flex min-h-17.5 items-center justify-between rounded-card border border-line bg-surface px-4 shadow-card">
        <Bar className="h-6 w-48" />
        <Bar className="h-11 w-36" />
      </div>
      <div className="flex flex-col gap-2">
        <Bar className="h-8 w-56" />
        <Bar className="h-5 w-32" />
      </div>
      <div className="h-dvh rounded-card border border-line bg-surface shadow-card" />
    </Skeleton>
  );
}

/**
 * The heading of a page without a section to name it.
 *
 * @param isNews the section was shown before and may have had the focus
 */
function SectionHeading({ isNews }: { isNews: boolean }) {
  const heading = usePageHeading(words.title, isNews);
  return <PageHeading ref={heading}>{words.title}</PageHeading>;
}

const rosterItem = (sectionId: string): SidebarItem => ({
  to: addStudentsPath(sectionId),
  label: words.manageStudents,
  icon: 'students',
});

const lessonsItem = (sectionId: string): SidebarItem => ({
  to: lessonsPath(sectionId),
  label: messages.lessons.title,
  icon: 'lessons',
});

type SectionSidebarProps = { sectionId: string; hasLessons: boolean; hasRoster: boolean };

function SectionSidebar({ sectionId, hasLessons, hasRoster }: SectionSidebarProps) {
  return (
    <Sidebar
      label={words.title}
      items={[
        { to: sectionPath(sectionId), label: words.overview, icon: 'overview' },
        ...(hasRoster ? [rosterItem(sectionId)] : []),
        { to: detectionLogsPath(sectionId), label: words.detectionLogs, icon: 'logs' },
        ...(hasLessons ? [lessonsItem(sectionId)] : []),
        { to: paths.dashboard, label: words.backToDashboard, icon: 'back' },
      ]}
    />
  );
}
