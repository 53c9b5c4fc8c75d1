import { useSelector } from '@xstate/react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { EmptyState } from '../../components/EmptyState';
import { PageHeading } from '../../components/PageHeading';
import { Pagination } from '../../components/Pagination';
import { SectionMark } from '../../components/SectionMark';
import type { exportMachine } from '../../machines/logs/exportMachine';
import type { logsMachine } from '../../machines/logs/logsMachine';
import { messages } from '../../messages';
import {
  createFinder,
  createIndexer,
  isFiltered,
  type LogsAddress,
  type LogsIndex,
  noFilters,
  pageOf,
} from '../../model/logs/logFilters';
import { mayDetect } from '../../model/section/watch';
import { lessonPath, sectionPath } from '../../paths';
import type { Lesson } from '../../services/types';
import { provideClock } from '../../system/app/clockSystem';
import { provideExport } from '../../system/logs/exportSystem';
import { provideLogsView } from '../../system/logs/logsViewSystem';
import { useIsProjecting, useScreenActor } from '../app/system';
import { LessonList } from '../lessons/LessonList';
import { keepsLessons, useLessons } from '../lessons/useLessons';
import { useSectionHeading, useSectionPage, useShownLogs } from '../section/sectionPage';
import { useWatch } from '../section/useWatch';
import { Found, LogFilterFields, LogFiltersSkeleton } from './LogFilterFields';
import { isFetchingFirst, LogsPanel } from './LogsPanel';
import { changeLogsAddress, useLogsAddress } from './useLogsAddress';

const { logs: words, logFilters: filterWords } = messages;

const selectMissing = ({ context }: SnapshotFrom<typeof logsMachine>) => context.missing;
const isSaving = (file: SnapshotFrom<typeof exportMachine>) => file.matches('saving');

/** `/sections/{sectionId}/detection-logs`: every log that is looked for, 20 a page. */
export function DetectionLogsScreen() {
  const { section, cover, lessons: lessonsActor, logs } = useSectionPage();
  const fetchingFirst = useSelector(logs, isFetchingFirst);
  const lessons = useLessons({ lessons: lessonsActor });
  const heading = useSectionHeading(words.title);
  const all = useShownLogs({ logs, cover });
  // Another one with other names: it keeps what it has once called a student.
  const indexOf = useMemo(() => ({ cover, of: createIndexer() }), [cover]).of;
  const index = useMemo(() => indexOf(all), [indexOf, all]);

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
      <SoughtLogs lessons={lessons} index={index} />
      {/* It tells how many logs each has, and would be moved by the first that come. */}
      {!fetchingFirst && lessons.length > 0 && (
        <LessonList sectionId={section.id} lessons={lessons} counts={index.lessonCounts} />
      )}
    </>
  );
}

type LogsProps = { lessons: readonly Lesson[]; index: LogsIndex };

/**
 * What is typed is there at once; what it finds among very many logs may come a moment later. While names are hidden nothing
 * is found by the text: it may be a name.
 */
function SoughtLogs(props: LogsProps) {
  const address = useLogsAddress();
  const projecting = useIsProjecting();
  const sought = useMemo(() => (projecting ? { ...address, text: '' } : address), [projecting, address]);
  return <FoundLogs address={useDeferredValue(sought)} {...props} />;
}

/** Without the filters that the page does not show, since the backend has nothing of the kind. */
const choosable = (sought: LogsAddress, hasLessons: boolean, { hasReviews }: LogsIndex): LogsAddress => ({
  ...sought,
  lesson: hasLessons ? sought.lesson : '',
  review: hasReviews ? sought.review : '',
});

const clear = () => changeLogsAddress(noFilters);
const turnTo = (page: number) => changeLogsAddress({ page });

const FoundLogs = memo(function FoundLogs({ address, lessons, index }: LogsProps & { address: LogsAddress }) {
  const { section, detection, lessons: lessonsActor, logs } = useSectionPage();
  const watch = useWatch({ detection }, useScreenActor(provideClock));
  const missing = useSelector(logs, selectMissing);
  const fetchingFirst = useSelector(logs, isFetchingFirst);
  const hasLessons = useSelector(lessonsActor, keepsLessons);
  const view = useScreenActor(provideLogsView, { input: { sectionId: section.id } });
  const file = useScreenActor(provideExport(section.name));
  const saving = useSelector(file, isSaving);
  // Another page of them is not looked for again.
  const sought = choosable(address, hasLessons, index);
  const { lesson, day, type, student, review, text, sort } = sought;
  const [find] = useState(createFinder);
  const found = useMemo(
    () => find(index, { lesson, day, type, student, review, text, sort }),
    [find, index, lesson, day, type, student, review, text, sort],
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
      isByTime={sort === 'newest' || sort === 'oldest'}
      actions={
        <>
          {/* It stands there in any case, so that what comes or goes moves nothing. */}
          <Button
            variant="secondary"
            busy={saving}
            aria-disabled={total === 0 || missing > 0}
            onClick={() => file.send({ type: 'export.submit', logs: found })}
          >
            {messages.export.submit}
          </Button>
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
      {total > 0 && (
        <p className="text-sm text-muted">{words.range(first, last, filtered ? total : total + missing)}</p>
      )}
      <Pagination label={words.pages} page={page} pageCount={pageCount} onSelect={turnTo} />
    </LogsPanel>
  );
});
