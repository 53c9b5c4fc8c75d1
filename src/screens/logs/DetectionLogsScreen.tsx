import { useSelector } from '@xstate/react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { EmptyState } from '../../components/EmptyState';
import { PageHeading } from '../../components/PageHeading';
import { Pagination } from '../../components/Pagination';
import { SectionMark } from '../../components/SectionMark';
import { mayDetect } from '../../machines/lesson/watch';
import {
  createFinder,
  createIndexer,
  isFiltered,
  type LogsAddress,
  type LogsIndex,
  noFilters,
  pageOf,
} from '../../machines/logs/logFilters';
import { selectionMachine } from '../../machines/logs/selectionMachine';
import type { logsMachine } from '../../machines/records/logsMachine';
import { messages } from '../../messages';
import { lessonPath, sectionPath } from '../../paths';
import type { DetectionLog, Lesson } from '../../services/app/types';
import { NewRows, StillRows } from '../app/StillRows';
import { useIsProjecting, useScreenActor } from '../app/system';
import { useHeld } from '../app/useHeld';
import { usePageHeading } from '../app/usePageHeading';
import { useStillRows } from '../app/useStillRows';
import { useAttendancePage } from '../attendance/attendancePage';
import { useWatch } from '../lesson/useWatch';
import { useShownLogs } from '../records/recordsPage';
import { keepsLessons, useLessons } from '../records/useLessons';
import { SubstituteNote } from '../students/SubstituteNote';
import { CsvMenu } from './CsvMenu';
import { Found, LogFilterFields, LogFiltersSkeleton } from './LogFilterFields';
import { isFetchingFirst, LogsPanel } from './LogsPanel';
import { selectIds } from './SelectionLine';
import { changeLogsAddress, useLogsAddress } from './useLogsAddress';
import { useLogsView } from './useLogsView';

const { logs: words, logFilters: filterWords } = messages;

const selectMissing = ({ context }: SnapshotFrom<typeof logsMachine>) => context.missing;

/** `/sections/{sectionId}/detection-logs`: every log that matches the filters, 20 per page. */
export function DetectionLogsScreen() {
  const { section, cover, lessons: lessonsActor, logs } = useAttendancePage();
  const lessons = useLessons({ lessons: lessonsActor });
  const heading = usePageHeading(words.title);
  const all = useShownLogs({ logs, cover });
  // A new one for each cover: the indexer caches students' names.
  const indexOf = useMemo(() => ({ cover, of: createIndexer() }), [cover]).of;
  const selection = useScreenActor(selectionMachine, { input: { sectionId: section.id } });
  const rows = useStillRows();
  const chosen = useSelector(selection, selectIds);
  // One that was deleted meanwhile holds nothing back: nobody could unselect it.
  const selected = useMemo(() => {
    const ids = new Set(chosen);
    return ids.size > 0 && all.some(({ id }) => ids.has(id));
  }, [all, chosen]);
  const { known, newCount } = useKnown(all, selected || rows.areStill);
  const index = useMemo(() => indexOf(known), [indexOf, known]);

  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <SubstituteNote section={section} />
      <StillRows onTouch={rows.touch}>
        <SoughtLogs {...{ lessons, index, selection, newCount }} onShowNew={selected ? undefined : rows.showNew} />
      </StillRows>
    </>
  );
}

/** Holds new logs back, so that no row moves. Those that were there stay up to date. */
function useKnown(all: readonly DetectionLog[], isHeld: boolean) {
  const held = useHeld(all, isHeld);
  return useMemo(() => {
    if (held === null) return { known: all, newCount: 0 };
    const ids = new Set(held.map(({ id }) => id));
    const known = all.filter(({ id }) => ids.has(id));
    return { known, newCount: all.length - known.length };
  }, [all, held]);
}

type LogsProps = {
  lessons: readonly Lesson[];
  index: LogsIndex;
  selection: ActorRefFrom<typeof selectionMachine>;
  /** Number of logs that the index leaves out while others are selected, or the rows stand still. */
  newCount: number;
  /** Undefined while logs are selected. */
  onShowNew: (() => void) | undefined;
};

/** Typing shows at once; the search among very many logs may lag behind. Projector mode ignores the text: it may be a name. */
function SoughtLogs(props: LogsProps) {
  const address = useLogsAddress();
  const projecting = useIsProjecting();
  const sought = useMemo(() => (projecting ? { ...address, text: '' } : address), [projecting, address]);
  return <FoundLogs address={useDeferredValue(sought)} {...props} />;
}

/** Drops the filters that the page does not offer because the backend lacks the feature. */
const choosable = (sought: LogsAddress, hasLessons: boolean, { hasReviews }: LogsIndex): LogsAddress => ({
  ...sought,
  lesson: hasLessons ? sought.lesson : '',
  review: hasReviews ? sought.review : '',
});

const clear = () => changeLogsAddress(noFilters);
const turnTo = (page: number) => changeLogsAddress({ page });

const FoundLogs = memo(function FoundLogs(props: LogsProps & { address: LogsAddress }) {
  const { address, lessons, index, selection, newCount, onShowNew } = props;
  const { section, detection, lessons: lessonsActor, logs } = useAttendancePage();
  const watch = useWatch(detection);
  const missing = useSelector(logs, selectMissing);
  const fetchingFirst = useSelector(logs, isFetchingFirst);
  const hasLessons = useSelector(lessonsActor, keepsLessons);
  const view = useLogsView(section.id);
  // Turning the page must not search again.
  const sought = choosable(address, hasLessons, index);
  const { lesson, day, type, student, review, unit, text, sort } = sought;
  const [find] = useState(createFinder);
  const found = useMemo(
    () => find(index, { lesson, day, type, student, review, unit, text, sort }),
    [find, index, lesson, day, type, student, review, unit, text, sort],
  );
  const { rows, page, pageCount, first, last, total } = pageOf(found, sought.page);
  const chosen = lessons.find(({ id }) => id === lesson);
  const isAny = index.logs.length > 0;
  const filtered = isFiltered(sought);

  return (
    <LogsPanel
      title={words.allLogs}
      logs={logs}
      view={view}
      rows={rows}
      found={found}
      waiting={mayDetect(watch)}
      // A row for an episode stands for logs that are not shown.
      selection={index.hasReviews && unit === '' ? selection : undefined}
      range={[
        words.range(first, last, filtered ? total : total + missing),
        ...(newCount > 0 && onShowNew === undefined ? [messages.selection.waiting(newCount)] : []),
      ].join(' · ')}
      isByTime={sort === 'newest' || sort === 'oldest'}
      actions={
        <>
          {/* Always rendered, so that the layout does not shift. */}
          <CsvMenu name={section.name} logs={found} unavailable={total === 0 || missing > 0} />
          {chosen && <ButtonLink to={lessonPath(section.id, chosen.id)}>{messages.lessons.report}</ButtonLink>}
        </>
      }
      filters={
        fetchingFirst ? (
          <LogFiltersSkeleton />
        ) : (
          isAny && (
            <>
              <LogFilterFields lessons={lessons} hasLessons={hasLessons} index={index} />
              <Found address={sought} found={total} total={index.logs.length} onClear={clear} />
            </>
          )
        )
      }
    >
      {isAny && total === 0 && filtered && (
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
      {total > 0 && <NewRows count={onShowNew === undefined ? 0 : newCount} onShow={onShowNew} />}
      <Pagination label={words.pages} page={page} pageCount={pageCount} onSelect={turnTo} />
    </LogsPanel>
  );
});
