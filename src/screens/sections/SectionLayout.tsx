import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { Outlet, useParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { Sidebar, type SidebarItem } from '../../components/Sidebar';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { doorMachine } from '../../machines/attendance/doorMachine';
import { selectLessons, selectLogs } from '../../machines/lesson/detectionMachine';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import { selectSection } from '../../machines/session/sessionSetup';
import { tellSession } from '../../machines/session/tellSession';
import { createSectionNameBook } from '../../machines/students/namesakes';
import type { sectionMachine } from '../../machines/triage/sectionMachine';
import { messages } from '../../messages';
import { addStudentsPath, detectionLogsPath, lessonsPath, paths, sectionPath } from '../../paths';
import type { DetectionLog, Student } from '../../services/app/types';
import { useScreenActor, useSession } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';
import { keepsLessons } from '../records/useLessons';
import { AppFrame } from '../session/AppFrame';
import { useDetection } from '../session/useDetection';
import { useCover } from '../students/shownSection';
import type { SectionPage } from '../triage/sectionPage';
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
const selectArrivals = (section: SectionSnapshot) => section?.children.arrivals;
const isPresent = (section: SectionSnapshot) => section?.matches('present') === true;
const isNotFound = (section: SectionSnapshot) => section?.matches('notFound') === true;
const isGone = (section: SectionSnapshot) => section?.matches('gone') === true;
const hasLessons = (lessons: SnapshotFrom<typeof lessonsMachine> | undefined) =>
  lessons === undefined || keepsLessons(lessons);
const hasFailed = (section: SectionSnapshot) => section?.matches('failed') === true;

const noStudents: readonly Student[] = [];
const noLogs: readonly DetectionLog[] = [];

function SectionFrame({ sectionId }: { sectionId: string }) {
  const session = useSession();
  useEffect(() => {
    session.send({ type: 'section.open', sectionId });
    return () => tellSession(session, { type: 'section.close', sectionId });
  }, [session, sectionId]);

  const known = useSelector(session, ({ context }) => selectSection(context, sectionId));
  // Until this section is opened, the session may hold the previous one.
  const actor = useSelector(session, ({ context, children }) =>
    context.openSectionId === sectionId ? children.section : undefined,
  );
  const problem = useSelector(actor, selectProblem);
  const detection = useDetection(sectionId);
  const arrivals = useSelector(actor, selectArrivals);
  const lessons = useSelector(detection, selectLessons);
  const logs = useSelector(detection, selectLogs);
  const mayHaveLessons = useSelector(lessons, hasLessons);
  const present = useSelector(actor, isPresent);
  const notFound = useSelector(actor, isNotFound);
  const gone = useSelector(actor, isGone);
  const failed = useSelector(actor, hasFailed);
  const absent = notFound || gone;
  const [namesakesIn] = useState(createSectionNameBook);
  const namesakes = useSelector(logs, (state) =>
    namesakesIn(known?.students ?? noStudents, state?.context.logs ?? noLogs),
  );
  const cover = useCover(sectionId, namesakes);

  return (
    <AppFrame sidebar={<SectionSidebar sectionId={sectionId} hasLessons={mayHaveLessons} />} hasLiveBar={present}>
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
            {gone ? words.gone : words.notFound}
          </EmptyState>
        )}
      </StatusRegion>
      {actor && present && known && arrivals && detection && lessons && logs && (
        <SectionPages
          key={detection.sessionId}
          {...{ section: cover.section(known), cover, arrivals, detection, lessons, logs, sectionActor: actor }}
        />
      )}
    </AppFrame>
  );
}

/** The bar, and the page below it. */
function SectionPages(page: Omit<SectionPage, 'door'>) {
  const { section } = page;
  const door = useScreenActor(doorMachine, {
    input: { sectionId: section.id, isOffered: section.attendable === true },
  });
  return (
    <>
      <LiveBar {...page} door={door} />
      <Outlet context={{ ...page, door } satisfies SectionPage} />
    </>
  );
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

const lessonsItem = (sectionId: string): SidebarItem => ({
  to: lessonsPath(sectionId),
  label: messages.lessons.title,
  icon: 'lessons',
});

function SectionSidebar({ sectionId, hasLessons }: { sectionId: string; hasLessons: boolean }) {
  return (
    <Sidebar
      label={words.title}
      items={[
        { to: sectionPath(sectionId), label: words.overview, icon: 'overview' },
        { to: addStudentsPath(sectionId), label: words.manageStudents, icon: 'students' },
        { to: detectionLogsPath(sectionId), label: words.detectionLogs, icon: 'logs' },
        ...(hasLessons ? [lessonsItem(sectionId)] : []),
        { to: paths.dashboard, label: words.backToDashboard, icon: 'back' },
      ]}
    />
  );
}
