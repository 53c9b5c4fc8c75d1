import { useMemo } from 'react';
import { Button } from '../../components/Button';
import { SearchField } from '../../components/SearchField';
import { type Option, Select } from '../../components/Select';
import { LOG_SEARCH_LENGTH } from '../../constants';
import {
  type Choice,
  isFiltered,
  type LogSort,
  type LogsAddress,
  type LogsIndex,
  logSorts,
} from '../../machines/logFilters';
import { messages } from '../../messages';
import type { Lesson } from '../../services/types';
import { dayNamed, lessonNamed } from './times';

const { logFilters: words, lessons: lessonsWords } = messages;

type LogFilterFieldsProps = {
  /** None with a backend that keeps none: then there is nothing to choose. */
  lessons: readonly Lesson[];
  index: LogsIndex;
  address: LogsAddress;
  onChange: (changes: Partial<LogsAddress>) => void;
};

const reviewOptions = Object.entries(words.reviews).map(([value, label]) => ({ value, label }));
const sortOptions = logSorts.map((sort) => ({ value: sort, label: words.sorts[sort] }));

/** What can be looked for among the logs. */
export function LogFilterFields({ lessons, index, address, onChange }: LogFilterFieldsProps) {
  const { lesson, day, type, student } = address;
  const lessonChoices = useMemo(
    () => lessonOptions(lessons, index.lessonCounts, lesson),
    [lessons, index.lessonCounts, lesson],
  );
  const days = useMemo(
    () => index.days.map(({ value, count }) => ({ value, count, label: dayNamed(value) })),
    [index.days],
  );
  const dayChoices = useMemo(() => optionsOf(words.anyDay, days, day), [days, day]);
  const typeChoices = useMemo(() => optionsOf(words.anyType, index.types, type), [index.types, type]);
  const studentChoices = useMemo(() => optionsOf(words.anyStudent, index.students, student), [index.students, student]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows the element.
    <div role="search" aria-label={words.title} className="@container">
      <div className="grid grid-cols-2 items-end gap-3 @lg:grid-cols-3">
        <div className="@max-lg:col-span-2">
          <SearchField
            label={words.text}
            name="text"
            value={address.text}
            maxLength={LOG_SEARCH_LENGTH}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </div>
        {lessons.length > 0 && (
          <Select
            label={lessonsWords.lesson}
            name="lesson"
            value={address.lesson}
            options={lessonChoices}
            onChange={({ target }) => onChange({ lesson: target.value })}
          />
        )}
        <Select
          label={words.day}
          name="day"
          value={address.day}
          options={dayChoices}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <Select
          label={words.type}
          name="type"
          value={address.type}
          options={typeChoices}
          onChange={({ target }) => onChange({ type: target.value })}
        />
        <Select
          label={words.student}
          name="student"
          value={address.student}
          options={studentChoices}
          onChange={({ target }) => onChange({ student: target.value })}
        />
        {index.hasReviews && (
          <Select
            label={words.review}
            name="review"
            value={address.review}
            options={reviewOptions}
            onChange={({ target }) => onChange({ review: target.value })}
          />
        )}
        <Select
          label={words.sort}
          name="sort"
          value={address.sort}
          options={sortOptions}
          onChange={({ target }) => onChange({ sort: sortOf(target.value) })}
        />
      </div>
    </div>
  );
}

/** What the select says, which offers nothing else. */
const sortOf = (value: string): LogSort => logSorts.find((sort) => sort === value) ?? 'newest';

/** All that can be chosen, also what the address says and none of the logs has. */
function optionsOf(any: string, choices: readonly Choice[], chosen: string): Option[] {
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  return [
    { value: '', label: any },
    ...choices.map(({ value, label, count }) => ({ value, label: words.choice(label, count) })),
    ...(isThere ? [] : [{ value: chosen, label: words.choice(chosen, 0) }]),
  ];
}

function lessonOptions(lessons: readonly Lesson[], counts: LogsIndex['lessonCounts'], chosen: string): Option[] {
  const choices = lessons.map((lesson) => ({
    value: lesson.id,
    label: lessonNamed(lesson),
    count: counts.get(lesson.id) ?? 0,
  }));
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  const gone = { value: chosen, label: lessonsWords.unknown, count: counts.get(chosen) ?? 0 };
  return optionsOf(lessonsWords.any, isThere ? choices : [...choices, gone], chosen);
}

type FoundProps = { address: LogsAddress; found: number; total: number; onClear: () => void };

/** What came of the filters, and the way back to all logs. */
export function Found({ address, found, total, onClear }: FoundProps) {
  const filtered = isFiltered(address);
  return (
    <div className={filtered ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2' : 'absolute'}>
      <p role="status" className="text-sm text-muted">
        {filtered && words.matching(found, total)}
      </p>
      {filtered && found > 0 && (
        <Button variant="quiet" onClick={onClear}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
