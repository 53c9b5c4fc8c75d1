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
import { dayNamed } from './times';

const { logFilters: words } = messages;

type LogFilterFieldsProps = {
  index: LogsIndex;
  address: LogsAddress;
  onChange: (changes: Partial<LogsAddress>) => void;
};

/** What can be looked for among the logs. */
export function LogFilterFields({ index, address, onChange }: LogFilterFieldsProps) {
  const days = index.days.map(({ value, count }) => ({ value, count, label: dayNamed(value) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows the element.
    <div role="search" aria-label={words.title} className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
      <div className="max-sm:col-span-2">
        <SearchField
          label={words.text}
          name="text"
          value={address.text}
          maxLength={LOG_SEARCH_LENGTH}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </div>
      <Select
        label={words.day}
        name="day"
        value={address.day}
        options={optionsOf(words.anyDay, days, address.day)}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <Select
        label={words.type}
        name="type"
        value={address.type}
        options={optionsOf(words.anyType, index.types, address.type)}
        onChange={({ target }) => onChange({ type: target.value })}
      />
      <Select
        label={words.student}
        name="student"
        value={address.student}
        options={optionsOf(words.anyStudent, index.students, address.student)}
        onChange={({ target }) => onChange({ student: target.value })}
      />
      {index.hasReviews && (
        <Select
          label={words.review}
          name="review"
          value={address.review}
          options={Object.entries(words.reviews).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => onChange({ review: target.value })}
        />
      )}
      <Select
        label={words.sort}
        name="sort"
        value={address.sort}
        options={logSorts.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
        onChange={({ target }) => onChange({ sort: sortOf(target.value) })}
      />
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
