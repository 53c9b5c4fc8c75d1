import type { DetectionLog, Student } from '../../services/app/types';
import { keyOfLog, keyOfStudent } from '../../studentKeys';
import { type Choice, indexLogs } from '../logs/logFilters';
import { areDismissed, type Episode, episodesOf, isAnswerNew, isDismissed, isReviewed } from '../records/episodes';
import { compareNames } from '../students/compareNames';
import { nameOf, studentOf } from '../students/namesakes';

/* The contents of a lesson report. Logs are newest first. What was dismissed counts nowhere; only its number is given. */

/** A student's episodes of one activity type. */
export interface TypeSum extends Pick<Choice, 'value' | 'label'> {
  reviewed: number;
  unreviewed: number;
}

/** A student of whom something was received. */
export interface StudentSum {
  key: string;
  name: string;
  email: string;
  /** No longer in the section. */
  hasLeft: boolean;
  /** In the order they began. Without those that were dismissed. */
  episodes: readonly Episode[];
  /** With those that were dismissed. */
  all: readonly Episode[];
  /** Sorted by name. */
  types: readonly TypeSum[];
  detections: number;
  /** Number of dismissed episodes. */
  dismissed: number;
  /** Logs with a note, oldest first; see {@link notesOf}. */
  notes: readonly DetectionLog[];
  /** Logs that the student has answered, oldest first. */
  answered: readonly DetectionLog[];
}

export interface LessonReport {
  /** Number of episodes by activity type, sorted by name. */
  types: readonly Choice[];
  /** Most episodes first. */
  students: readonly StudentSum[];
  /** The section's other students, sorted by name. */
  silent: readonly Student[];
  episodes: number;
  detections: number;
  dismissed: number;
  /** The backend keeps reviews. */
  hasReviews: boolean;
  /** The newest picture of each episode, oldest first. */
  pictures: readonly DetectionLog[];
  /** A log of each episode that has not been reviewed, or was answered since, oldest first. */
  toReview: readonly DetectionLog[];
  /** Number of answers that nobody has looked at. */
  newAnswers: number;
  /** Something in it was made up. */
  isSimulated: boolean;
}

const typesOf = (episodes: readonly Episode[]) => indexLogs(episodes.map(({ logs: [log] }) => log)).types;

const total = <Item>(items: readonly Item[], countOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + countOf(item), 0);

/**
 * @param logs the lesson's logs
 * @param students the section's students
 */
export function reportOf(logs: readonly DetectionLog[], students: readonly Student[]): LessonReport {
  const logsByStudent = new Map<string, [DetectionLog, ...DetectionLog[]]>();
  for (const log of logs) {
    const own = logsByStudent.get(keyOfLog(log));
    if (own) own.push(log);
    else logsByStudent.set(keyOfLog(log), [log]);
  }
  const enrolled = new Map(students.map((student) => [keyOfStudent(student), student]));
  const sums = [...logsByStudent].map(([key, own]) => sumOf(key, own, enrolled.get(key)));
  const episodes = sums.flatMap((sum) => sum.episodes);
  return {
    types: typesOf(episodes),
    students: sums.sort(
      (a, b) => b.episodes.length - a.episodes.length || b.detections - a.detections || compareNames(a.name, b.name),
    ),
    silent: students
      .filter((student) => !logsByStudent.has(keyOfStudent(student)))
      .sort((a, b) => compareNames(nameOf(a), nameOf(b))),
    episodes: episodes.length,
    detections: total(sums, ({ detections }) => detections),
    dismissed: total(sums, ({ dismissed }) => dismissed),
    hasReviews: logs.some(({ review }) => review !== undefined),
    toReview: sums
      .flatMap((sum) => sum.all)
      .filter((episode) => !isReviewed(episode))
      .sort((a, b) => a.first - b.first)
      .map(({ logs: own }) => own.find(isAnswerNew) ?? own.find(({ screenshot }) => screenshot !== null) ?? own[0]),
    newAnswers: logs.filter(isAnswerNew).length,
    isSimulated: logs.some(({ source }) => source === 'simulated'),
    pictures: episodes
      .flatMap((episode) => episode.logs.find((log) => log.screenshot !== null && !isDismissed(log)) ?? [])
      .sort((a, b) => (a.time ?? 0) - (b.time ?? 0)),
  };
}

/** @param student undefined if they are not in the section */
function sumOf(key: string, logs: [DetectionLog, ...DetectionLog[]], student: Student | undefined): StudentSum {
  const [log] = logs;
  const all = episodesOf(logs);
  const episodes = all.filter((episode) => !areDismissed(episode));
  const reviewed = new Map(typesOf(episodes.filter(isReviewed)).map(({ value, count }) => [value, count]));
  return {
    key,
    name: student ? nameOf(student) : studentOf(log),
    email: student ? student.email : log.studentEmail,
    // Of an unknown student nobody can tell.
    hasLeft: key !== '' && student === undefined,
    episodes,
    types: typesOf(episodes).map(({ value, label, count }) => ({
      ...{ value, label },
      reviewed: reviewed.get(value) ?? 0,
      unreviewed: count - (reviewed.get(value) ?? 0),
    })),
    detections: logs.filter((one) => !isDismissed(one)).length,
    dismissed: all.length - episodes.length,
    notes: notesOf(logs, all),
    answered: logs.filter(({ answer }) => answer !== undefined).toReversed(),
    all,
  };
}

/** Returns the logs with a note, oldest first. Of an episode, one for each text: a reason is kept with each of its logs. */
function notesOf(logs: readonly DetectionLog[], episodes: readonly Episode[]): DetectionLog[] {
  const repeated = new Set<DetectionLog>();
  for (const episode of episodes) {
    const texts = new Set<string | undefined>();
    for (const log of episode.logs.toReversed()) {
      if (texts.has(log.review?.note)) repeated.add(log);
      texts.add(log.review?.note);
    }
  }
  return logs.filter((log) => log.review?.note && !repeated.has(log)).toReversed();
}

const MINUTE_MS = 60_000;

/** A time slice of a lesson. */
export interface Slice {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** Number of episodes that began in it, by student. */
  counts: Readonly<Record<string, number>>;
}

const sliceLengths = [1, 5, 10, 15, 30, 60, 120, 1440].map((minutes) => minutes * MINUTE_MS);
const MOST_SLICES = 12;

/** Divides a lesson into about a dozen slices of round length, and counts the episodes that began in each. */
export function slicesOf(students: readonly Pick<StudentSum, 'key' | 'episodes'>[], from: number, to: number) {
  const length = sliceLengths.find((one) => to - from <= one * MOST_SLICES) ?? (to - from) / MOST_SLICES;
  const count = Math.max(1, Math.ceil((to - from) / length));
  const counts = Array.from({ length: count }, (): Record<string, number> => ({}));
  for (const { key, episodes } of students) {
    for (const { first } of episodes) {
      const part = counts[Math.min(count - 1, Math.max(0, Math.floor((first - from) / length)))];
      if (part) part[key] = (part[key] ?? 0) + 1;
    }
  }
  return counts.map((part, place): Slice => {
    const start = from + place * length;
    return { from: start, to: Math.min(to, start + length), counts: part };
  });
}

const tickSteps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 1440].map((minutes) => minutes * MINUTE_MS);
const MOST_TICKS = 6;

/** Returns up to six round local times of a period, evenly spaced; its beginning if it has none. */
export function ticksOf(from: number, to: number): number[] {
  const step = tickSteps.find((one) => to - from < one * MOST_TICKS) ?? (to - from) / MOST_TICKS;
  const ahead = -new Date(from).getTimezoneOffset() * MINUTE_MS;
  const first = Math.ceil((from + ahead) / step) * step - ahead;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return count === 0 ? [from] : Array.from({ length: count }, (_, place) => first + place * step);
}
