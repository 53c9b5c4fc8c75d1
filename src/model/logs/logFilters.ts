import { LOGS_PAGE_SIZE } from '../../constants';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/types';
import { compareNames } from '../app/compareNames';
import { namedApart } from '../students/namesakes';
import { isHash, keyOfLog, studentKeyOf } from '../students/studentKeys';
import { sameEnds, withInstead } from './logList';

const { activities, logs: words } = messages;

/** How the logs are sorted; newest first unless the address says otherwise. */
export const logSorts = ['newest', 'oldest', 'student', 'type'] as const;
export type LogSort = (typeof logSorts)[number];

/** What a teacher looks for among the logs of a section: of each the one value that is wanted, '' for any. */
export interface LogFilters {
  /** The id of a lesson. */
  lesson: string;
  /** A day of her own calendar, `2026-11-21`. */
  day: string;
  /** As {@link typeOf} tells it. */
  type: string;
  /** As {@link keyOfLog} tells it. */
  student: string;
  /** As {@link reviewOf} tells it. */
  review: string;
  /** Words that all occur in a log, in any order. */
  text: string;
}

/** How the full table looks at the logs. The address bar holds it, and nothing else does. */
export interface LogsAddress extends LogFilters {
  sort: LogSort;
  /** From 1. The last page there is, when there are fewer by now. */
  page: number;
}

export const noFilters: LogFilters = { lesson: '', day: '', type: '', student: '', review: '', text: '' };

const isSort = (text: string | null): text is LogSort => logSorts.some((sort) => sort === text);

/** An address that was kept from an earlier version names a student by the email or the name. */
const studentIn = (text: string) => (isHash(text) ? text : studentKeyOf(text, ''));

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Parses the query string. Values that cannot be understood fall back to defaults. */
export function readAddress(params: URLSearchParams): LogsAddress {
  const read = (name: keyof LogFilters) => params.get(name) ?? '';
  const [day, review] = [read('day'), read('review')];
  const sort = params.get('sort');
  const page = params.get('page') ?? '';
  return {
    lesson: read('lesson'),
    day: isDay(day) ? day : '',
    type: read('type'),
    student: studentIn(read('student')),
    review: Object.hasOwn(messages.logFilters.reviews, review) ? review : '',
    text: read('text'),
    sort: isSort(sort) ? sort : 'newest',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** The address after a change: what is as usual is left out of it, and what is looked for anew begins at its first page. */
export function changeAddress(params: URLSearchParams, changes: Partial<LogsAddress>): URLSearchParams {
  const changed = new URLSearchParams(params);
  const usual: Record<string, unknown> = { ...noFilters, sort: 'newest', page: 1 };
  for (const [name, value] of Object.entries({ page: 1, ...changes })) {
    if (value === usual[name]) changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}

const choiceNames = ['lesson', 'day', 'type', 'student', 'review'] as const satisfies (keyof LogFilters)[];

export const isFiltered = (address: LogFilters): boolean =>
  address.text !== '' || choiceNames.some((name) => address[name] !== '');

/* What a filter compares. */

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** The day of a log in the calendar of whoever reads it; '' without a readable time. */
function dayOf({ time }: DetectionLog): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The activity type, also for a log that has none. */
export const typeOf = ({ activityType }: DetectionLog): string => activityType ?? 'unknown';

const reviewOf = ({ review }: DetectionLog): string => (review === null ? 'none' : (review?.state ?? ''));

/* What a log is called. */

/** Who reported a log, as it is shown; empty when nothing says so. */
export function sourceOf({ source, clockOffSeconds = 0 }: Pick<DetectionLog, 'source' | 'clockOffSeconds'>): string {
  // As the contract spells it: no agent is called so.
  const name = source === 'simulated' ? messages.logs.simulated : source;
  if (clockOffSeconds === 0) return name;
  const clock = messages.logs.clockWasOff(Math.round(Math.abs(clockOffSeconds) / 60), clockOffSeconds > 0);
  return name === '' ? clock : `${name} · ${clock}`;
}

/** The same beside the details, unless these begin by saying so: what is made up says it of itself. */
export const sourceBeside = ({
  source,
  details,
  clockOffSeconds,
}: Pick<DetectionLog, 'source' | 'details' | 'clockOffSeconds'>): string =>
  source === 'simulated' && details.startsWith(messages.logs.simulated)
    ? ''
    : sourceOf({ source, ...(clockOffSeconds !== undefined && { clockOffSeconds }) });

export const studentOf = ({ studentName, studentEmail, distinction }: DetectionLog): string =>
  namedApart(studentName || studentEmail || words.unknownStudent, distinction);

const labels: Record<string, string> = activities;

/** Section 3: three known types by their label, any other as it came, a missing one as Unknown. */
export const typeLabelOf = (type: string): string => (Object.hasOwn(labels, type) ? (labels[type] ?? type) : type);

/** How often something occurs among the logs, and what it is called. */
export interface Choice {
  value: string;
  label: string;
  count: number;
}

/** What a log shares with all of the same student and type: it is looked at once for all of them. */
interface Kind {
  /** Its place among the kinds. */
  place: number;
  type: string;
  typeLabel: string;
  studentName: string;
  studentEmail: string;
  student: string;
  studentLabel: string;
  /** All that can be read of it, as {@link fold} leaves it. */
  text: string;
}

interface Entry {
  log: DetectionLog;
  day: string;
  kind: Kind;
  /** As {@link fold} leaves them. */
  details: string;
  note: string;
}

/** What is made of all logs once they are fetched, so that looking for some of them is fast. */
export interface LogsIndex {
  logs: readonly DetectionLog[];
  entries: readonly Entry[];
  kinds: readonly Kind[];
  /** Newest first. */
  days: readonly Choice[];
  /** By their names. */
  types: readonly Choice[];
  students: readonly Choice[];
  /** How many there are of each lesson, by its id. */
  lessonCounts: ReadonlyMap<string, number>;
  /** The backend keeps what teachers make of the logs. */
  hasReviews: boolean;
}

const marks = /\p{Mark}/gu;
/** It has no marks to lose. */
const ascii = /^[\0-\x7f]*$/;

/** Without what nobody types into a search: capital letters and marks on letters. */
const fold = (text: string): string =>
  (ascii.test(text) ? text : text.normalize('NFKD').replace(marks, '')).toLowerCase();

const byLabel = (a: Choice, b: Choice) => compareNames(a.label, b.label);

/** Finds the days of logs that mostly follow each other on one day. */
function createDayFinder() {
  let [from, to, day] = [0, 0, ''];
  return (log: DetectionLog): string => {
    const { time } = log;
    if (time === null) return '';
    if (time < from || time >= to) {
      day = dayOf(log);
      const date = new Date(time);
      from = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
      to = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
    }
    return day;
  };
}

type Counts = Map<string, number>;

const add = <Key>(counts: Map<Key, number>, key: Key, by: number) => void counts.set(key, (counts.get(key) ?? 0) + by);

/** Adds what has changed, and forgets what there is none of any more. */
function addAll(counts: Counts, changes: Counts) {
  for (const [value, by] of changes) {
    add(counts, value, by);
    if (counts.get(value) === 0) counts.delete(value);
  }
}

/**
 * Keeps what can be chosen, in an order.
 *
 * @returns all choices after these changes; one that is counted as before is the same as before
 */
function createChoices(order: (one: Choice, other: Choice) => number) {
  const counts: Counts = new Map();
  let choices: readonly Choice[] = [];
  return (changes: Counts, labelOf: (value: string) => string): readonly Choice[] => {
    const changed = new Set([...changes].flatMap(([value, by]) => (by === 0 || value === '' ? [] : [value])));
    if (changed.size === 0) return choices;
    addAll(counts, changes);
    const kept: Choice[] = [];
    for (const choice of choices) {
      const count = counts.get(choice.value);
      if (!changed.delete(choice.value)) kept.push(choice);
      else if (count !== undefined) kept.push({ ...choice, count });
    }
    const come = [...changed].map((value): Choice => ({ value, label: labelOf(value), count: counts.get(value) ?? 0 }));
    choices = come.length === 0 ? kept : kept.concat(come).sort(order);
    return choices;
  };
}

/**
 * Makes the index of logs that change: each time it looks only at those that came and went.
 *
 * @returns the index of the logs that it is given, newest first
 */
export function createIndexer(): (logs: readonly DetectionLog[]) => LogsIndex {
  const kinds: Kind[] = [];
  const kindsByText = new Map<string, Kind[]>();
  const foldedDetails = new Map<string, string>();
  const lessonCounts: Counts = new Map();
  const daysAfter = createChoices((one, other) => (one.value < other.value ? 1 : -1));
  const typesAfter = createChoices(byLabel);
  const studentsAfter = createChoices(byLabel);
  const findDay = createDayFinder();
  let reviewable = 0;
  let entries: Entry[] = [];
  let indexed: readonly DetectionLog[] = [];

  const kindOf = (log: DetectionLog): Kind => {
    const type = typeOf(log);
    // By one text only, and none put together: of a hundred thousand logs that would take longer than all else.
    const { studentName, studentEmail } = log;
    const key = studentEmail || studentName;
    const alike = kindsByText.get(key) ?? [];
    const studentLabel = studentOf(log);
    const known = alike.find(
      (kind) =>
        kind.type === type &&
        kind.studentName === studentName &&
        kind.studentEmail === studentEmail &&
        kind.studentLabel === studentLabel,
    );
    if (known !== undefined) return known;
    const typeLabel = typeLabelOf(type);
    const kind: Kind = {
      place: kinds.length,
      type,
      typeLabel,
      studentName,
      studentEmail,
      student: keyOfLog(log),
      studentLabel,
      text: fold(`${studentName}\n${studentEmail}\n${typeLabel}`),
    };
    kinds.push(kind);
    kindsByText.set(key, [...alike, kind]);
    return kind;
  };

  const entryOf = (log: DetectionLog): Entry => {
    const details = foldedDetails.get(log.details) ?? fold(log.details);
    foldedDetails.set(log.details, details);
    return { log, day: findDay(log), kind: kindOf(log), details, note: log.review ? fold(log.review.note) : '' };
  };

  return (logs) => {
    const { first, last } = sameEnds(indexed, logs);
    const gone = entries.slice(first, entries.length - last);
    const fresh = logs.slice(first, logs.length - last).map(entryOf);
    const [ofKinds, ofDays, ofLessons] = [
      new Map<Kind, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ];
    const count = ({ log, day, kind }: Entry, by: 1 | -1) => {
      add(ofKinds, kind, by);
      add(ofDays, day, by);
      if (log.sessionId !== null) add(ofLessons, log.sessionId, by);
      if (log.review !== undefined) reviewable += by;
    };
    for (const entry of gone) count(entry, -1);
    for (const entry of fresh) count(entry, 1);
    entries = withInstead(entries, first, entries.length - last, fresh);
    indexed = logs;
    addAll(lessonCounts, ofLessons);
    const [ofTypes, ofStudents] = [new Map<string, number>(), new Map<string, number>()];
    const labels = new Map<string, string>();
    for (const [{ type, student, studentLabel }, by] of ofKinds) {
      add(ofTypes, type, by);
      add(ofStudents, student, by);
      if (!labels.has(student)) labels.set(student, studentLabel);
    }
    return {
      logs,
      entries,
      kinds: kinds.slice(),
      days: daysAfter(ofDays, (day) => day),
      types: typesAfter(ofTypes, typeLabelOf),
      students: studentsAfter(ofStudents, (student) => labels.get(student) ?? student),
      lessonCounts: new Map(lessonCounts),
      hasReviews: reviewable > 0,
    };
  };
}

/** @param logs newest first */
export const indexLogs = (logs: readonly DetectionLog[]): LogsIndex => createIndexer()(logs);

/** Whether nothing passes these filters that did not pass the others. */
const isNarrower = (filters: LogFilters, others: LogFilters): boolean =>
  choiceNames.every((name) => others[name] === '' || others[name] === filters[name]) &&
  fold(filters.text).startsWith(fold(others.text));

/**
 * Finds logs again and again: of what is typed on or chosen besides, only what was found before is looked at.
 *
 * @returns the logs of an index that pass every filter, sorted
 */
export function createFinder() {
  let last: { index: LogsIndex; filters: LogFilters; entries: readonly Entry[] } | undefined;

  const entriesOf = (index: LogsIndex, filters: LogFilters): readonly Entry[] => {
    const isWithin = last?.index === index && isNarrower(filters, last.filters);
    const entries = passing(isWithin && last ? last.entries : index.entries, index.kinds, filters);
    last = { index, filters, entries };
    return entries;
  };

  return (index: LogsIndex, address: LogFilters & Pick<LogsAddress, 'sort'>): readonly DetectionLog[] => {
    const { sort } = address;
    if (!isFiltered(address) && sort === 'newest') return index.logs;
    const entries = isFiltered(address) ? entriesOf(index, address) : index.entries;
    switch (sort) {
      case 'newest':
        return entries.map(({ log }) => log);
      case 'oldest': {
        // Also here, those without a time come last.
        const [timed, untimed]: [DetectionLog[], DetectionLog[]] = [[], []];
        for (const { log } of entries) (log.time === null ? untimed : timed).push(log);
        return timed.reverse().concat(untimed);
      }
      case 'student':
        return grouped(entries, index.students, ({ student }) => student);
      case 'type':
        return grouped(entries, index.types, ({ type }) => type);
    }
  };
}

function passing(
  entries: readonly Entry[],
  kinds: readonly Kind[],
  { lesson, day, type, student, review, text }: LogFilters,
): Entry[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  /** Of each kind the words that its logs must have themselves; null where none of them passes. */
  const wanted = kinds.map((kind) =>
    (type === '' || kind.type === type) && (student === '' || kind.student === student)
      ? words.filter((word) => !kind.text.includes(word))
      : null,
  );
  return entries.filter((entry) => {
    const missing = wanted[entry.kind.place];
    return (
      missing?.every((word) => entry.details.includes(word) || entry.note.includes(word)) &&
      (lesson === '' || entry.log.sessionId === lesson) &&
      (day === '' || entry.day === day) &&
      (review === '' || reviewOf(entry.log) === review)
    );
  });
}

/** In the order of the choices, those that are in none of them last; each newest first, as they came. */
function grouped(entries: readonly Entry[], choices: readonly Choice[], keyOf: (kind: Kind) => string): DetectionLog[] {
  const groups = new Map(choices.map(({ value }): [string, DetectionLog[]] => [value, []]));
  const others: DetectionLog[] = [];
  for (const { log, kind } of entries) (groups.get(keyOf(kind)) ?? others).push(log);
  const none: DetectionLog[] = [];
  return none.concat(...groups.values(), others);
}

/** What the full table shows now. `first` and `last` count from 1. */
export function pageOf(logs: readonly DetectionLog[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(logs.length / LOGS_PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const start = (page - 1) * LOGS_PAGE_SIZE;
  const rows = logs.slice(start, start + LOGS_PAGE_SIZE);
  return { rows, page, pageCount, first: start + 1, last: start + rows.length, total: logs.length };
}
