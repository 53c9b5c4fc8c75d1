import { shallowEqual, useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { ButtonLink } from '../components/ButtonLink';
import { PageHeading } from '../components/PageHeading';
import { Pagination } from '../components/Pagination';
import { type LogsContext, type logsMachine, selectPage } from '../machines/logsMachine';
import { messages } from '../messages';
import { sectionPath } from '../paths';
import { LogsPanel } from './parts/LogsPanel';
import { usePageHeading } from './parts/usePageHeading';
import { useSectionPage } from './SectionLayout';

const { logs: words } = messages;

const selectPaging = ({
  context: { logs, page },
}: SnapshotFrom<typeof logsMachine>): Pick<LogsContext, 'logs' | 'page'> => ({
  logs,
  page,
});

/** `/sections/{sectionId}/detection-logs`: every log, 20 a page. */
export function DetectionLogsScreen() {
  const { section, logs } = useSectionPage();
  const heading = usePageHeading(words.title);
  const { rows, page, pageCount, first, last, total } = selectPage(useSelector(logs, selectPaging, shallowEqual));

  return (
    <>
      <PageHeading
        ref={heading}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <LogsPanel title={words.allLogs} logs={logs} rows={rows}>
        {total > 0 && <p className="text-sm text-muted">{words.range(first, last, total)}</p>}
        <Pagination
          label={words.pages}
          page={page}
          pageCount={pageCount}
          onSelect={(selected) => logs.send({ type: 'page.select', page: selected })}
        />
      </LogsPanel>
    </>
  );
}
