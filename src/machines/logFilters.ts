import { LOGS_PAGE_SIZE } from '../constants';
import { messages } from '../messages';
import type { DetectionLog } from '../services/types';
import { studentKeyOf } from './episodes';

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
  /** As {@link studentKeyOf} tells it. */
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

/** What the address says; of what makes no sense there, what an address says that is silent. */
export function readAddress(params: URLSearchParams): LogsAddress {
  const read = (name: keyof LogFilters) => params.get(name) ?? '';
  const sort = params.get('sort');
  const page = params.get('page') ?? '';
  return {
    lesson: read('lesson'),
    day: read('day'),
    type: read('type'),
    student: read('student'),
    review: read('review'),
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

export const isFiltered = (address: LogFilters): boolean =>
  [address.lesson, address.day, address.type, address.student, address.review, address.text].some((one) => one !== '');

/* What a filter compares. */

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** The day of a log in the calendar of whoever reads it; '' without a readable time. */
export function dayOf({ time }: DetectionLog): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The activity type, also for a log that has none. */
export const typeOf = ({ activityType }: DetectionLog): string => activityType ?? 'unknown';

const keyOf = ({ studentEmail, studentName }: DetectionLog): string => studentKeyOf(studentEmail, studentName);

export const reviewOf = ({ review }: DetectionLog): string => (review === null ? 'none' : (review?.state ?? ''));

/* What a log is called. */

export const studentOf = ({ studentName, studentEmail }: DetectionLog): string =>
  studentName || studentEmail || words.unknownStudent;

const labels: Record<string, string> = activities;

/** Section 3: three known types by their label, any other as it came, a missing one as Unknown. */
export const typeLabelOf = (type: string): string => (Object.hasOwn(labels, type) ? (labels[type] ?? type) : type);

/** How often something occurs among the logs, and what it is called. */
export interface Choice {
  value: string;
  label: string;
  count: number;
}

interface Entry {
  log: DetectionLog;
  day: string;
  /** All that can be read of it, as {@link fold} leaves it. */
  text: string;
}

/** What is made of all logs once they are fetched, so that looking for some of them is fast. */
export interface LogsIndex {
  entries: readonly Entry[];
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

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byLabel = (a: Choice, b: Choice) => compare(a.label, b.label);

function count(choices: Map<string, Choice>, value: string, label: (value: string) => string) {
  const known = choices.get(value);
  if (known === undefined) choices.set(value, { value, label: label(value), count: 1 });
  else known.count += 1;
}

/** @param logs newest first */
export function indexLogs(logs: readonly DetectionLog[]): LogsIndex {
  const days = new Map<string, Choice>();
  const types = new Map<string, Choice>();
  const students = new Map<string, Choice>();
  const lessonCounts = new Map<string, number>();
  // Names, e-mails and types come again and again.
  const folded = new Map<string, string>();
  const foldOnce = (text: string) => {
    const known = folded.get(text) ?? fold(text);
    folded.set(text, known);
    return known;
  };
  const entries = logs.map((log): Entry => {
    const day = dayOf(log);
    const type = typeOf(log);
    if (day !== '') count(days, day, (value) => value);
    count(types, type, typeLabelOf);
    count(students, keyOf(log), () => studentOf(log));
    if (log.sessionId !== null) lessonCounts.set(log.sessionId, (lessonCounts.get(log.sessionId) ?? 0) + 1);
    const repeated = [log.studentName, log.studentEmail, typeLabelOf(type)].map(foldOnce).join('\n');
    return { log, day, text: `${repeated}\n${fold(log.details)}\n${fold(log.review?.note ?? '')}` };
  });
  return {
    entries,
    days: [...days.values()],
    types: [...types.values()].sort(byLabel),
    students: [...students.values()].filter(({ value }) => value !== '').sort(byLabel),
    lessonCounts,
    hasReviews: logs.some(({ review }) => review !== undefined),
  };
}

/** The logs that pass every filter, sorted. */
export function findLogs(index: LogsIndex, address: LogsAddress): DetectionLog[] {
  const { lesson, day, type, student, review } = address;
  const wanted = fold(address.text).split(/\s+/).filter(Boolean);
  const found = index.entries
    .filter(
      ({ log, ...entry }) =>
        (lesson === '' || log.sessionId === lesson) &&
        (day === '' || entry.day === day) &&
        (type === '' || typeOf(log) === type) &&
        (student === '' || keyOf(log) === student) &&
        (review === '' || reviewOf(log) === review) &&
        wanted.every((word) => entry.text.includes(word)),
    )
    .map(({ log }) => log);
  switch (address.sort) {
    case 'newest':
      return found;
    case 'oldest':
      // Also here, those without a time come last.
      return [...found.filter(({ time }) => time !== null).reverse(), ...found.filter(({ time }) => time === null)];
    case 'student':
      return sortedBy(found, index.students, keyOf);
    case 'type':
      return sortedBy(found, index.types, typeOf);
  }
}

/** In the order of the choices, those that are in none of them last; each newest first, as they came. */
function sortedBy(logs: DetectionLog[], choices: readonly Choice[], keyOf: (log: DetectionLog) => string) {
  const ranks = new Map(choices.map(({ value }, rank) => [value, rank]));
  const rank = (log: DetectionLog) => ranks.get(keyOf(log)) ?? choices.length;
  return logs.sort((a, b) => rank(a) - rank(b));
}

/** What the full table shows now. `first` and `last` count from 1. */
export function pageOf(logs: readonly DetectionLog[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(logs.length / LOGS_PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const start = (page - 1) * LOGS_PAGE_SIZE;
  const rows = logs.slice(start, start + LOGS_PAGE_SIZE);
  return { rows, page, pageCount, first: start + 1, last: start + rows.length, total: logs.length };
}
