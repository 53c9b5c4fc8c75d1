import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Badge } from '../components/Badge';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { Card } from '../components/Card';
import { EmptyState } from '../components/EmptyState';
import { ItemList } from '../components/ItemList';
import { ListItem } from '../components/ListItem';
import { NoticeRegion } from '../components/NoticeRegion';
import { PageHeading } from '../components/PageHeading';
import type { detectionMachine } from '../machines/detectionMachine';
import type { dialogMachine } from '../machines/dialogMachine';
import { type logsMachine, selectNewest } from '../machines/logsMachine';
import { logsViewMachine } from '../machines/logsViewMachine';
import { selectDetectionWrite } from '../machines/sessionMachine';
import { messages } from '../messages';
import { addStudentsPath, detectionLogsPath } from '../paths';
import { provideDeleteDialog } from '../system/sectionForms';
import { DeleteSectionDialog } from './parts/DeleteSectionDialog';
import { LogsPanel } from './parts/LogsPanel';
import { useScreenActor, useSession } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';
import { useSectionPage } from './SectionLayout';

const { section: words, detection: detectionWords, logs: logsWords } = messages;

type Detection = SnapshotFrom<typeof detectionMachine>;
// Not the state: nothing is known either while a start from there is under way.
const isUnknown = ({ context }: Detection) => context.lastSaid === null;
const isActive = (detection: Detection) => detection.hasTag('active');
const isStarting = (detection: Detection) => detection.matches({ session: 'starting' });
const isStopping = (detection: Detection) => detection.matches({ session: 'stopping' });
const isDoubtful = (detection: Detection) => detection.matches({ confidence: 'doubtful' });

const selectLogCount = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs.length;
const selectRows = ({ context }: SnapshotFrom<typeof logsMachine>) => selectNewest(context);
const sameRows = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((row, index) => row === b[index]);
const selectForm = ({ children }: SnapshotFrom<typeof dialogMachine>) => children.form;

const provideLogsView = () => logsViewMachine;

/** `/sections/{sectionId}`: the overview of one section. */
export function SectionScreen() {
  const { section, detection, logs } = useSectionPage();
  const heading = usePageHeading(section.name);
  const logCount = useSelector(logs, selectLogCount);
  const rows = useSelector(logs, selectRows, sameRows);
  const doubtful = useSelector(detection, isDoubtful);
  const dialog = useScreenActor((system) => provideDeleteDialog(system, section.id));
  const deleteForm = useSelector(dialog, selectForm);
  const view = useScreenActor(provideLogsView);

  return (
    <>
      <PageHeading
        ref={heading}
        className="wrap-anywhere"
        lead={section.subject}
        actions={
          <>
            <DetectionButton />
            <Button variant="secondary" onClick={() => dialog.send({ type: 'dialog.open' })}>
              {words.delete}
            </Button>
          </>
        }
      >
        {section.name}
      </PageHeading>
      <div className="flex flex-wrap items-center gap-3">
        <DetectionBadge />
        <NoticeRegion>{doubtful && detectionWords.statusFailed}</NoticeRegion>
      </div>
      <LogsPanel
        title={words.detectionLogs}
        logs={logs}
        view={view}
        rows={rows}
        actions={<ButtonLink to={detectionLogsPath(section.id)}>{logsWords.viewAll(logCount)}</ButtonLink>}
      />
      <Card title={words.studentsCount(section.students.length)}>
        {section.students.length === 0 ? (
          <EmptyState
            icon="students"
            action={<ButtonLink to={addStudentsPath(section.id)}>{words.addStudents}</ButtonLink>}
          >
            {words.noStudents}
          </EmptyState>
        ) : (
          <ItemList label={words.students}>
            {section.students.map(({ id, name, email }) => (
              <ListItem key={id} name={name} detail={email} />
            ))}
          </ItemList>
        )}
      </Card>
      <DeleteSectionDialog sectionName={section.name} form={deleteForm} />
    </>
  );
}

/** The status, announced when it changes. */
function DetectionBadge() {
  const { detection } = useSectionPage();
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const doubtful = useSelector(detection, isDoubtful);
  return (
    <div role="status">
      {unknown ? (
        <Badge>{doubtful ? detectionWords.unchecked : detectionWords.checking}</Badge>
      ) : (
        <Badge tone={active ? 'green' : 'neutral'}>{active ? detectionWords.active : detectionWords.inactive}</Badge>
      )}
    </div>
  );
}

/** One button for the four moments of a session, so that the focus stays where it is. */
function DetectionButton() {
  const { section, detection } = useSectionPage();
  const active = useSelector(detection, isActive);
  // One that was sent before these pages were opened may still be under way.
  const write = useSelector(useSession(), ({ context }) => selectDetectionWrite(context, section.id));
  const starting = useSelector(detection, isStarting) || write === 'startDetection';
  const stopping = useSelector(detection, isStopping) || write === 'stopDetection';
  const idleWord = active ? detectionWords.stop : detectionWords.start;
  return (
    <Button
      variant={active ? 'danger' : 'primary'}
      busy={starting || stopping}
      onClick={() => detection.send({ type: active ? 'stop.submit' : 'start.submit' })}
    >
      {starting ? detectionWords.starting : stopping ? detectionWords.stopping : idleWord}
    </Button>
  );
}
