import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Outlet, useOutletContext, useParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { EmptyState } from '../components/EmptyState';
import { LoadingText } from '../components/LoadingText';
import { Notice } from '../components/Notice';
import { PageHeading } from '../components/PageHeading';
import { Sidebar } from '../components/Sidebar';
import type { detectionMachine } from '../machines/detectionMachine';
import type { logsMachine } from '../machines/logsMachine';
import type { sectionMachine } from '../machines/sectionMachine';
import { sidebarMachine } from '../machines/sidebarMachine';
import { messages } from '../messages';
import { addStudentsPath, detectionLogsPath, paths, sectionPath } from '../paths';
import type { Section } from '../services/types';
import { provideSection } from '../system/sectionSystem';
import { AppFrame } from './parts/AppFrame';
import { useScreenActor, useSystem } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';

const { section: words } = messages;

/** What the pages of a section share. They are shown only once the section is loaded. */
export interface SectionPage {
  section: Section;
  actor: ActorRefFrom<typeof sectionMachine>;
  detection: ActorRefFrom<typeof detectionMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();

/** `/sections/{sectionId}` and below: loads the section once for all its pages, which share its detection. */
export function SectionLayout() {
  const { sectionId = '' } = useParams();
  // The actor is the section's: another section is another actor.
  return <SectionFrame key={sectionId} sectionId={sectionId} />;
}

type SectionSnapshot = SnapshotFrom<typeof sectionMachine>;
const selectSection = ({ context }: SectionSnapshot) => context.section;
const selectProblem = ({ context }: SectionSnapshot) => context.problem;
const selectDetection = ({ children }: SectionSnapshot) => children.detection;
const isLoading = (section: SectionSnapshot) => section.matches('loading');
const isNotFound = (section: SectionSnapshot) => section.matches('notFound');
const hasFailed = (section: SectionSnapshot) => section.matches('failed');

function SectionFrame({ sectionId }: { sectionId: string }) {
  const actor = useScreenActor(provideSection(useSystem(), sectionId), { input: { sectionId } });
  const section = useSelector(actor, selectSection);
  const problem = useSelector(actor, selectProblem);
  const detection = useSelector(actor, selectDetection);
  const logs = detection?.getSnapshot().children.logs;
  const loading = useSelector(actor, isLoading);
  const notFound = useSelector(actor, isNotFound);
  const failed = useSelector(actor, hasFailed);

  return (
    <AppFrame sidebar={<SectionSidebar sectionId={sectionId} />}>
      {loading && <LoadingText>{words.loading}</LoadingText>}
      {notFound && (
        <WithoutSection>
          <EmptyState icon="alert" action={<ButtonLink to={paths.dashboard}>{words.backToDashboard}</ButtonLink>}>
            {words.notFound}
          </EmptyState>
        </WithoutSection>
      )}
      {failed && (
        <WithoutSection>
          <div role="alert">
            <Notice
              kind="error"
              action={
                <Button variant="secondary" onClick={() => actor.send({ type: 'section.retry' })}>
                  {words.retry}
                </Button>
              }
            >
              {problem?.sentence}
            </Notice>
          </div>
        </WithoutSection>
      )}
      {section && detection && logs && <Outlet context={{ section, actor, detection, logs } satisfies SectionPage} />}
    </AppFrame>
  );
}

/** A page that has no section to name it. */
function WithoutSection({ children }: { children: ReactNode }) {
  const heading = usePageHeading(words.title);
  return (
    <>
      <PageHeading ref={heading}>{words.title}</PageHeading>
      {children}
    </>
  );
}

const isCollapsed = (sidebar: SnapshotFrom<typeof sidebarMachine>) => sidebar.matches({ sidebar: 'collapsed' });
const isOpen = (sidebar: SnapshotFrom<typeof sidebarMachine>) => sidebar.matches({ menu: 'open' });

function SectionSidebar({ sectionId }: { sectionId: string }) {
  const sidebar = useScreenActor(sidebarMachine);
  return (
    <Sidebar
      label={words.title}
      items={[
        { to: sectionPath(sectionId), label: words.overview, icon: 'overview' },
        { to: addStudentsPath(sectionId), label: words.manageStudents, icon: 'students' },
        { to: detectionLogsPath(sectionId), label: words.detectionLogs, icon: 'logs' },
        { to: paths.dashboard, label: words.backToDashboard, icon: 'back' },
      ]}
      collapsed={useSelector(sidebar, isCollapsed)}
      onToggleCollapsed={() => sidebar.send({ type: 'sidebar.toggle' })}
      open={useSelector(sidebar, isOpen)}
      onOpen={() => sidebar.send({ type: 'menu.open' })}
      onClose={() => sidebar.send({ type: 'menu.close' })}
    />
  );
}
