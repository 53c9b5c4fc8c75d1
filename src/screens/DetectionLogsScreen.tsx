import { useSelector } from '@xstate/react';
import { useDeferredValue, useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { EmptyState } from '../components/EmptyState';
import { PageHeading } from '../components/PageHeading';
import { Pagination } from '../components/Pagination';
import type { detectionMachine } from '../machines/detectionMachine';
import type { exportMachine } from '../machines/exportMachine';
import { findLogs, indexLogs, isFiltered, noFilters, pageOf } from '../machines/logFilters';
import type { logsMachine } from '../machines/logsMachine';

import { messages } from '../messages';
import { sectionPath } from '../paths';
import { provideExport } from '../system/exportSystem';
import { provideLogsView } from '../system/logsViewSystem';
import { Found, LogFilterFields } from './parts/LogFilterFields';
import { LogsPanel } from './parts/LogsPanel';
import { useSectionPage } from './parts/sectionPage';
import { useScreenActor } from './parts/system';
import { useLogsAddress } from './parts/useLogsAddress';
import { usePageHeading } from './parts/usePageHeading';

const { logs: words, logFilters: filterWords } = messages;

const selectLogs = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs;
const isActive = (detection: SnapshotFrom<typeof detectionMachine>) => detection.hasTag('active');
const isSaving = (file: SnapshotFrom<typeof exportMachine>) => file.matches('saving');

/** `/sections/{sectionId}/detection-logs`: every log that is looked for, 20 a page. */
export function DetectionLogsScreen() {
  const { section, detection, logs } = useSectionPage();
  const running = useSelector(detection, isActive);
  const heading = usePageHeading(words.title);
  const view = useScreenActor(provideLogsView, { input: { sectionId: section.id } });
  const all = useSelector(logs, selectLogs);
  const { address, change } = useLogsAddress();
  // What is typed is there at once; what it finds among very many logs may come a moment later.
  const sought = useDeferredValue(address);
  const index = useMemo(() => indexLogs(all), [all]);
  const found = useMemo(() => findLogs(index, sought), [index, sought]);
  const { rows, page, pageCount, first, last, total } = pageOf(found, sought.page);
  const file = useScreenActor(provideExport(section.name));
  const saving = useSelector(file, isSaving);
  const clear = () => change(noFilters);

  return (
    <>
      <PageHeading
        ref={heading}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <LogsPanel
        title={words.allLogs}
        logs={logs}
        view={view}
        rows={rows}
        found={found}
        waiting={running}
        isByTime={sought.sort === 'newest' || sought.sort === 'oldest'}
        actions={
          total > 0 && (
            <Button variant="secondary" busy={saving} onClick={() => file.send({ type: 'export.submit', logs: found })}>
              {messages.export.submit}
            </Button>
          )
        }
        filters={
          all.length > 0 && (
            <>
              <LogFilterFields index={index} address={address} onChange={change} />
              <Found address={sought} found={total} total={all.length} onClear={clear} />
            </>
          )
        }
      >
        {all.length > 0 && total === 0 && isFiltered(sought) && (
          <EmptyState
            icon="search"
            action={
              <Button variant="secondary" onClick={clear}>
                {filterWords.clear}
              </Button>
            }
          >
            {filterWords.none}
          </EmptyState>
        )}
        {total > 0 && <p className="text-sm text-muted">{words.range(first, last, total)}</p>}
        <Pagination
          label={words.pages}
          page={page}
          pageCount={pageCount}
          onSelect={(selected) => change({ page: selected })}
        />
      </LogsPanel>
    </>
  );
}
