import { memo, useId, useMemo, useState } from 'react';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { SearchField } from '../../components/SearchField';
import { type Option, Select } from '../../components/Select';
import { Bar } from '../../components/Skeleton';
import { LOG_SEARCH_LENGTH } from '../../constants';
import {
  type Choice,
  isFiltered,
  type LogSort,
  type LogsAddress,
  type LogsIndex,
  logSorts,
} from '../../machines/logs/logFilters';
import { messages } from '../../messages';
import type { Lesson } from '../../services/app/types';
import { useIsProjecting } from '../app/system';
import { dayNamed, lessonNamed } from '../app/times';
import { changeLogsAddress, useSought } from './useLogsAddress';

const { logFilters: words, lessons: lessonsWords } = messages;

type LogFilterFieldsProps = {
  lessons: readonly Lesson[];
  /** Whether there may be lessons. Reserves their field's place before they load. */
  hasLessons: boolean;
  index: LogsIndex;
};

const reviewOptions = Object.entries(words.reviews).map(([value, label]) => ({ value, label }));
const sortOptions = logSorts.map((sort) => ({ value: sort, label: words.sorts[sort] }));

const namedDays = new WeakMap<Choice, Choice>();

/** Caches a day's name, because formatting is slow and hundreds of days may be offered. */
function namedDay(day: Choice): Choice {
  const named = namedDays.get(day) ?? { ...day, label: dayNamed(day.value) };
  namedDays.set(day, named);
  return named;
}

/** The filters of the logs, in one line if there is room. Each field subscribes to its own part of the address. */
export const LogFilterFields = memo(function LogFilterFields(props: LogFilterFieldsProps) {
  const { lessons, hasLessons, index } = props;
  // The search text may be a name.
  const projecting = useIsProjecting();
  const days = useMemo(() => index.days.map(namedDay), [index.days]);
  const lesson = useSought('lesson');
  const day = useSought('day');
  const sort = useSought('sort');
  const setCount = [hasLessons && lesson !== '', day !== '', sort !== 'newest'].filter(Boolean).length;
  // A link may lead to the logs of a lesson.
  const [isOpen, setOpen] = useState(setCount > 0);
  const moreId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser has the element.
    <div role="search" aria-label={words.title} className="flex flex-col gap-3 print:hidden">
      <div className={line}>
        {!projecting && <TextSought />}
        <StudentSought students={index.students} />
        <ChoiceSought isLabelHidden name="type" label={words.type} any={words.anyType} choices={index.types} />
        {index.hasReviews && <ReviewSought />}
        <Button variant="secondary" aria-expanded={isOpen} aria-controls={moreId} onClick={() => setOpen(!isOpen)}>
          <span>{words.more(setCount)}</span>
          <Icon name="chevronDown" className={isOpen ? 'rotate-180' : undefined} />
        </Button>
      </div>
      <div id={moreId} hidden={!isOpen} className={isOpen ? line : undefined}>
        {isOpen && (
          <>
            {hasLessons && <LessonSought lessons={lessons} counts={index.lessonCounts} />}
            <ChoiceSought name="day" label={words.day} any={words.anyDay} choices={days} />
            <Sorting />
          </>
        )}
      </div>
    </div>
  );
});

/** Fields beside each other, the search as wide as two others. */
const line = 'flex flex-wrap gap-2 *:flex-1 *:basis-28 *:has-[input]:flex-2 *:has-[input]:basis-48';

/** Placeholder with the first line of fields, so that nothing moves when the logs load. */
export const LogFiltersSkeleton = () => (
  <div aria-hidden="true" className={line}>
    {['student', 'type', 'review', 'more'].map((field) => (
      <Bar key={field} className="h-11" />
    ))}
  </div>
);

function TextSought() {
  return (
    <SearchField
      label={words.text}
      isLabelHidden
      placeholder={words.text}
      name="text"
      value={useSought('text')}
      maxLength={LOG_SEARCH_LENGTH}
      onChange={({ target }) => changeLogsAddress({ text: target.value })}
    />
  );
}

type ChoiceSoughtProps = {
  name: 'lesson' | 'day' | 'type' | 'student';
  label: string;
  /** The first line has no room for labels; its empty choices say what they are about. */
  isLabelHidden?: boolean | undefined;
  /** Label of the empty choice. */
  any: string;
  choices: readonly Choice[];
  /** The choice for a value in the address that no log has. */
  unknown?: Choice | undefined;
};

function ChoiceSought({ name, label, isLabelHidden, any, choices, unknown }: ChoiceSoughtProps) {
  const chosen = useSought(name);
  const offered = useMemo(() => optionsOf(any, choices), [any, choices]);
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  const { label: called, count } = unknown ?? { label: chosen, count: 0 };
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      name={name}
      value={chosen}
      options={isThere ? offered : [...offered, { value: chosen, label: words.choice(called, count) }]}
      onChange={({ target }) => changeLogsAddress({ [name]: target.value })}
    />
  );
}

type LessonSoughtProps = Pick<LogFilterFieldsProps, 'lessons'> & { counts: LogsIndex['lessonCounts'] };

function LessonSought({ lessons, counts }: LessonSoughtProps) {
  const chosen = useSought('lesson');
  const choices = useMemo(
    () =>
      lessons.map((lesson) => ({
        value: lesson.id,
        label: lessonNamed(lesson),
        count: counts.get(lesson.id) ?? 0,
      })),
    [lessons, counts],
  );
  const unknown = { value: chosen, label: lessonsWords.unknown, count: counts.get(chosen) ?? 0 };
  return (
    <ChoiceSought
      name="lesson"
      label={lessonsWords.lesson}
      any={lessonsWords.any}
      choices={choices}
      unknown={unknown}
    />
  );
}

function StudentSought({ students }: { students: readonly Choice[] }) {
  const unknown = { value: useSought('student'), label: messages.logs.unknownStudent, count: 0 };
  return (
    <ChoiceSought
      isLabelHidden
      name="student"
      label={words.student}
      any={words.anyStudent}
      choices={students}
      unknown={unknown}
    />
  );
}

function ReviewSought() {
  return (
    <Select
      label={words.review}
      isLabelHidden
      name="review"
      value={useSought('review')}
      options={reviewOptions}
      onChange={({ target }) => changeLogsAddress({ review: target.value })}
    />
  );
}

function Sorting() {
  return (
    <Select
      label={words.sort}
      name="sort"
      value={useSought('sort')}
      options={sortOptions}
      onChange={({ target }) => changeLogsAddress({ sort: sortOf(target.value) })}
    />
  );
}

/** Parses the select's value. */
const sortOf = (value: string): LogSort => logSorts.find((sort) => sort === value) ?? 'newest';

const optionsOf = (any: string, choices: readonly Choice[]): Option[] => [
  { value: '', label: any },
  ...choices.map(({ value, label, count }) => ({ value, label: words.choice(label, count) })),
];

type FoundProps = {
  /** The current filters. */
  address: LogsAddress;
  found: number;
  total: number;
  onClear: () => void;
};

/** The number of logs found, and a button that clears the filters. */
export function Found({ address, found, total, onClear }: FoundProps) {
  const filtered = isFiltered(address);
  const isByEpisode = address.unit === 'episodes';
  return (
    <div className={filtered ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2' : 'absolute'}>
      <p role="status" className="text-sm text-muted">
        {filtered && (isByEpisode ? words.episodes(found) : words.matching(found, total))}
      </p>
      {filtered && found > 0 && (
        <span className="flex flex-wrap gap-x-2">
          {isByEpisode && (
            <Button variant="quiet" onClick={() => changeLogsAddress({ unit: '' })}>
              {words.everyDetection}
            </Button>
          )}
          <Button variant="quiet" onClick={onClear}>
            {words.clear}
          </Button>
        </span>
      )}
    </div>
  );
}
