import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { ButtonLink } from '../components/ButtonLink';
import { PageHeading } from '../components/PageHeading';
import { Pagination } from '../components/Pagination';
import type { detectionMachine } from '../machines/detectionMachine';
import type { logsMachine } from '../machines/logsMachine';
import { logsViewMachine, pageOf } from '../machines/logsViewMachine';
import { messages } from '../messages';
import { sectionPath } from '../paths';
import { LogsPanel } from './parts/LogsPanel';
import { useScreenActor } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';
import { useSectionPage } from './SectionLayout';

const { logs: words } = messages;

const selectLogs = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs;
const selectPage = ({ context }: SnapshotFrom<typeof logsViewMachine>) => context.page;
const isActive = (detection: SnapshotFrom<typeof detectionMachine>) => detection.hasTag('active');
const provideLogsView = () => logsViewMachine;

/** `/sections/{sectionId}/detection-logs`: every log, 20 a page. */
export function DetectionLogsScreen() {
  const { section, detection, logs } = useSectionPage();
  const running = useSelector(detection, isActive);
  const heading = usePageHeading(words.title);
  const view = useScreenActor(provideLogsView);
  const wanted = useSelector(view, selectPage);
  const { rows, page, pageCount, first, last, total } = pageOf(useSelector(logs, selectLogs), wanted);

  return (
    <>
      <PageHeading
        ref={heading}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <LogsPanel title={words.allLogs} logs={logs} view={view} rows={rows} waiting={running}>
        {total > 0 && <p className="text-sm text-muted">{words.range(first, last, total)}</p>}
        <Pagination
          label={words.pages}
          page={page}
          pageCount={pageCount}
          onSelect={(selected) => view.send({ type: 'page.select', page: selected })}
        />
      </LogsPanel>
    </>
  );
}
