import { LOGS_PAGE_SIZE } from '../../constants';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { isHash, keyOfLog, studentKeyOf } from '../../studentKeys';
import { fold } from '../app/fold';
import { sameEnds } from '../app/sameEnds';
import { areDismissed, type Episode, episodesOf, isAnswerNew, isDismissed, isReviewed } from '../records/episodes';
import { withInstead } from '../records/logList';
import { typeLabelOf } from '../records/logWords';
import { compareNames } from '../students/compareNames';
import { studentOf } from '../students/namesakes';

/** Sort orders. Newest first by default. */
export const logSorts = ['newest', 'oldest', 'student', 'type'] as const;
export type LogSort = (typeof logSorts)[number];

/** The filters on a section's logs. '' matches everything. */
export interface LogFilters {
  /** The id of a lesson. */
  lesson: string;
  /** A local calendar day, `2026-11-21`. */
  day: string;
  /** See {@link typeOf}. */
  type: string;
  /** See {@link keyOfLog}. */
  student: string;
  /** See {@link isReviewedAs}. */
  review: string;
  /** `episodes` for one row for each episode, the newest of its logs; '' for every log. */
  unit: '' | 'episodes';
  /** Words that must all occur in a log, in any order. */
  text: string;
}

/** The state of the full table. The address bar is its only store. */
export interface LogsAddress extends LogFilters {
  sort: LogSort;
  /** From 1. Clamped to the last page. */
  page: number;
}

export const noFilters: LogFilters = { lesson: '', day: '', type: '', student: '', review: '', unit: '', text: '' };

const isSort = (text: string | null): text is LogSort => logSorts.some((sort) => sort === text);

/** Bookmarks from earlier versions name students by email or name. */
const studentIn = (text: string) => (isHash(text) ? text : studentKeyOf(text, ''));

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Parses the query string. Invalid values fall back to defaults. */
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
    unit: params.get('unit') === 'episodes' ? 'episodes' : '',
    text: read('text'),
    sort: isSort(sort) ? sort : 'newest',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** Returns the changed query string. Leaves out defaults; a new filter starts at the first page. */
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
  address.text !== '' || address.unit !== '' || choiceNames.some((name) => address[name] !== '');

/* Values that filters compare. */

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Returns a log's local calendar day; '' without a readable time. */
function dayOf({ time }: DetectionLog): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the activity type, including one for logs without a type. */
export const typeOf = ({ activityType }: DetectionLog): string => activityType ?? 'unknown';

const reviewOf = ({ review }: DetectionLog): string => (review === null ? 'none' : (review?.state ?? ''));

/** Returns whether a log is among those that the filter of reviews asks for. */
function isReviewedAs(log: DetectionLog, sought: string): boolean {
  switch (sought) {
    case '':
      return true;
    case 'kept':
      return !isDismissed(log);
    case 'reviewed':
      return isDismissed(log) || reviewOf(log) === 'seen';
    case 'answered':
      return log.answer !== undefined;
    case 'newAnswer':
      return isAnswerNew(log);
    default:
      return reviewOf(log) === sought;
  }
}

/** The same of an episode. What was dismissed counts only where it is asked for. */
function isEpisodeReviewedAs(episode: Episode, sought: string): boolean {
  switch (sought) {
    case 'dismissed':
      return areDismissed(episode);
    case 'none':
      return !areDismissed(episode) && !isReviewed(episode);
    case 'seen':
      return !areDismissed(episode) && isReviewed(episode);
    case 'reviewed':
      return areDismissed(episode) || isReviewed(episode);
    case 'answered':
    case 'newAnswer':
      return episode.logs.some((log) => isReviewedAs(log, sought));
    default:
      return !areDismissed(episode);
  }
}

/* Labels of logs. */

/** Returns the displayed source of a log; empty if unknown. */
export function sourceOf({ source, clockOffSeconds = 0 }: Pick<DetectionLog, 'source' | 'clockOffSeconds'>): string {
  // The contract reserves this name: no agent can have it.
  const name = source === 'simulated' ? messages.logs.simulated : source;
  if (clockOffSeconds === 0) return name;
  const clock = messages.logs.clockWasOff(Math.round(Math.abs(clockOffSeconds) / 60), clockOffSeconds > 0);
  return name === '' ? clock : `${name} · ${clock}`;
}

/** Returns the source unless the details already begin with it, as those of simulated logs do. */
export const sourceBeside = ({
  source,
  details,
  clockOffSeconds,
}: Pick<DetectionLog, 'source' | 'details' | 'clockOffSeconds'>): string =>
  source === 'simulated' && details.startsWith(messages.logs.simulated)
    ? ''
    : sourceOf({ source, ...(clockOffSeconds !== undefined && { clockOffSeconds }) });

/** A filter option: how often it occurs, and its label. */
export interface Choice {
  value: string;
  label: string;
  count: number;
}

/** What logs of the same student and type share. Searched once for all of them. */
interface Kind {
  /** Index among the kinds. */
  place: number;
  type: string;
  typeLabel: string;
  studentName: string;
  studentEmail: string;
  student: string;
  studentLabel: string;
  /** Searchable text, folded by {@link fold}. */
  text: string;
}

interface Entry {
  log: DetectionLog;
  day: string;
  kind: Kind;
  /** Folded by {@link fold}. */
  details: string;
  note: string;
}

/** Index built when logs are fetched, which makes filtering fast. */
export interface LogsIndex {
  logs: readonly DetectionLog[];
  entries: readonly Entry[];
  kinds: readonly Kind[];
  /** Newest first. */
  days: readonly Choice[];
  /** Sorted by name. */
  types: readonly Choice[];
  students: readonly Choice[];
  /** Number of logs by lesson id. */
  lessonCounts: ReadonlyMap<string, number>;
  /** The backend keeps reviews. */
  hasReviews: boolean;
}

const byLabel = (a: Choice, b: Choice) => compareNames(a.label, b.label);

/** Returns a function that finds a log's day, optimised for runs of logs on one day. */
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

/** Adds changes to counts and drops zero counts. */
function addAll(counts: Counts, changes: Counts) {
  for (const [value, by] of changes) {
    add(counts, value, by);
    if (counts.get(value) === 0) counts.delete(value);
  }
}

/**
 * Keeps sorted filter options up to date.
 *
 * @returns all options after the changes. Unchanged options keep their identity.
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
 * Creates an incremental indexer: each call processes only the logs that were added or removed.
 *
 * @returns a function that indexes logs, newest first
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
    // A map per text: building combined keys for 100,000 logs would dominate the runtime.
    const { studentName, studentEmail } = log;
    const student = keyOfLog(log);
    const key = studentEmail || student;
    const alike = kindsByText.get(key) ?? [];
    const studentLabel = studentOf(log);
    const known = alike.find(
      (kind) =>
        kind.type === type &&
        kind.studentName === studentName &&
        kind.studentEmail === studentEmail &&
        kind.student === student &&
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
      student,
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

/** Returns whether every log that passes these filters also passes the others. */
const isNarrower = (filters: LogFilters, others: LogFilters): boolean =>
  choiceNames.every((name) => others[name] === '' || others[name] === filters[name]) &&
  fold(filters.text).startsWith(fold(others.text));

/**
 * Creates an incremental search: a narrower filter searches only the previous matches.
 *
 * @returns a function that returns an index's matching logs, sorted
 */
export function createFinder() {
  let last: { index: LogsIndex; filters: LogFilters; entries: readonly Entry[] } | undefined;

  const entriesOf = (index: LogsIndex, filters: LogFilters): readonly Entry[] => {
    const isWithin = last?.index === index && isNarrower(filters, last.filters);
    const entries = passing(isWithin && last ? last.entries : index.entries, index.kinds, filters);
    last = { index, filters, entries };
    return entries;
  };

  const soughtIn = (index: LogsIndex, address: LogFilters): readonly Entry[] => {
    if (address.unit === '') return isFiltered(address) ? entriesOf(index, address) : index.entries;
    const among = entriesOf(index, { ...address, review: '' });
    const episodes = episodesOf(among.map(({ log }) => log));
    const newest = new Set(
      episodes.flatMap((episode) => (isEpisodeReviewedAs(episode, address.review) ? episode.logs.slice(0, 1) : [])),
    );
    return among.filter(({ log }) => newest.has(log));
  };

  return (index: LogsIndex, address: LogFilters & Pick<LogsAddress, 'sort'>): readonly DetectionLog[] => {
    const { sort } = address;
    if (!isFiltered(address) && sort === 'newest') return index.logs;
    const entries = soughtIn(index, address);
    switch (sort) {
      case 'newest':
        return entries.map(({ log }) => log);
      case 'oldest': {
        // Logs without a time come last here too.
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
  /** For each kind, the words its logs must contain themselves; null if none can match. */
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
      isReviewedAs(entry.log, review)
    );
  });
}

/** Groups entries in the order of the options, the rest last; each group newest first, as received. */
function grouped(entries: readonly Entry[], choices: readonly Choice[], keyOf: (kind: Kind) => string): DetectionLog[] {
  const groups = new Map(choices.map(({ value }): [string, DetectionLog[]] => [value, []]));
  const others: DetectionLog[] = [];
  for (const { log, kind } of entries) (groups.get(keyOf(kind)) ?? others).push(log);
  const none: DetectionLog[] = [];
  return none.concat(...groups.values(), others);
}

/** Returns the table's current page. `first` and `last` count from 1. */
export function pageOf(logs: readonly DetectionLog[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(logs.length / LOGS_PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const start = (page - 1) * LOGS_PAGE_SIZE;
  const rows = logs.slice(start, start + LOGS_PAGE_SIZE);
  return { rows, page, pageCount, first: start + 1, last: start + rows.length, total: logs.length };
}
