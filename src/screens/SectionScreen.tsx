import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { Card } from '../components/Card';
import { EmptyState } from '../components/EmptyState';
import { ItemList } from '../components/ItemList';
import { ListItem } from '../components/ListItem';
import { PageHeading } from '../components/PageHeading';
import type { detectionMachine } from '../machines/detectionMachine';
import type { dialogMachine } from '../machines/dialogMachine';
import { type logsMachine, selectNewest } from '../machines/logsMachine';
import { logsViewMachine } from '../machines/logsViewMachine';
import { messages } from '../messages';
import { addStudentsPath, detectionLogsPath } from '../paths';
import { provideDeleteDialog } from '../system/sectionForms';
import { DeleteSectionDialog } from './parts/DeleteSectionDialog';
import { LogsPanel } from './parts/LogsPanel';
import { useScreenActor } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';
import { useSectionPage } from './SectionLayout';

const { section: words, logs: logsWords } = messages;

type Detection = SnapshotFrom<typeof detectionMachine>;
const isActive = (detection: Detection) => detection.hasTag('active');

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
  const running = useSelector(detection, isActive);
  const dialog = useScreenActor((system) => provideDeleteDialog(system, section.id));
  const deleteForm = useSelector(dialog, selectForm);
  const view = useScreenActor(provideLogsView);

  return (
    <>
      <PageHeading ref={heading} className="wrap-anywhere" lead={section.subject}>
        {section.name}
      </PageHeading>
      <LogsPanel
        title={words.detectionLogs}
        logs={logs}
        view={view}
        rows={rows}
        waiting={running}
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
      <Card title={words.deleteTitle}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{words.deleteHint}</p>
          <Button variant="danger" onClick={() => dialog.send({ type: 'dialog.open' })}>
            {words.delete}
          </Button>
        </div>
      </Card>
      <DeleteSectionDialog sectionName={section.name} running={running} form={deleteForm} />
    </>
  );
}
