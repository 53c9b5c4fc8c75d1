import type { LessonOfStudent, Look, RegisterEntry, ReviewState, StudentRecord } from '../../services/app/types';
import { type Choice, indexLogs } from '../logs/logFilters';
import { areDismissed, type Episode, episodesOf } from '../records/episodes';
import { type Extent, extentOf } from '../records/observed';
import { attended } from './registerTable';

/* The contents of a student's page. What was dismissed counts nowhere; only its number is given. */

/** How many hints paper lists in full, of a term and of a year: a parent gets few pages. */
const hintsOnPaper = { term: 40, year: 12 };
/** Lessons of a term, at most. */
const TERM_LESSONS = 40;

/** An episode with what became of it. */
export interface SeenEpisode extends Episode {
  /** As in Look now: a review of one of its logs is enough. */
  review: ReviewState | null;
  /** What the student has answered, and the reply, if any. */
  answers: readonly { answer: string; reply: string | undefined }[];
}

/** A lesson with what was seen in it. */
export interface RecordedLesson extends LessonOfStudent {
  /** In the order they began. */
  episodes: readonly SeenEpisode[];
  /** Of those that were not dismissed. */
  types: readonly Choice[];
  /** For how much of the lesson the student was observed. */
  extent: Extent;
}

/** Lessons that are described alike, newest first. */
export interface Alike {
  said: string;
  lessons: [RecordedLesson, ...RecordedLesson[]];
}

/** Who has looked at what. */
export interface Reader extends Pick<Look, 'by' | 'what'> {
  /** The first and last time of each look, newest first. */
  times: number[];
}

export interface AttendanceSums {
  lessons: number;
  /** With or without a camera. */
  attended: number;
  noCamera: number;
  late: number;
  lateMinutes: number;
  excused: number;
  absent: number;
  unknown: number;
}

export interface RecordReport {
  /** Newest first. */
  lessons: readonly RecordedLesson[];
  /** What was recorded outside of the listed lessons. */
  others: readonly SeenEpisode[];
  sums: AttendanceSums;
  /** By the Monday of each week, newest first. */
  weeks: readonly { monday: number; sums: AttendanceSums }[];
  /** Of the episodes that were not dismissed. */
  types: readonly Choice[];
  episodes: number;
  reviewed: number;
  dismissed: number;
  answers: number;
  /** Milliseconds observed of those lessons that students attended on devices; null if there are none. */
  observed: { time: number; length: number } | null;
}

function seenOf(episode: Episode): SeenEpisode {
  const { logs } = episode;
  const reviewed = logs.some(({ review }) => review) ? 'seen' : null;
  return {
    ...episode,
    review: areDismissed(episode) ? 'dismissed' : reviewed,
    answers: logs.flatMap(({ answer, reply }) => (answer === undefined ? [] : { answer, reply })),
  };
}

const typesOf = (episodes: readonly SeenEpisode[]) =>
  indexLogs(episodes.filter(({ review }) => review !== 'dismissed').map(({ logs: [log] }) => log)).types;

const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length;

/** Returns the sums of lines of registers. */
export function sumsOf(entries: readonly RegisterEntry[]): AttendanceSums {
  const isState = (state: RegisterEntry['state']) => (entry: RegisterEntry) => entry.state === state;
  return {
    lessons: entries.length,
    attended: count(entries, attended),
    noCamera: count(entries, isState('no_camera')),
    late: count(entries, ({ lateMinutes }) => lateMinutes > 0),
    lateMinutes: entries.reduce((sum, { lateMinutes }) => sum + lateMinutes, 0),
    excused: count(entries, isState('excused')),
    absent: count(entries, isState('absent')),
    unknown: count(entries, isState('unknown')),
  };
}

/** Returns the local midnight at the start of a time's week. */
function mondayOf(time: number): number {
  const date = new Date(time);
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return date.getTime();
}

/** Returns what a student's page shows. */
export function reportOfRecord({ lessons, logs }: StudentRecord): RecordReport {
  const all = episodesOf(logs).map(seenOf);
  const listed = new Set(lessons.map(({ id }) => id));
  const lessonOf = ({ logs: [log] }: Episode) => log.sessionId;
  const weeks = new Map<number, RegisterEntry[]>();
  for (const { startedAt, entry } of lessons) {
    const monday = mondayOf(startedAt);
    weeks.set(monday, [...(weeks.get(monday) ?? []), entry]);
  }
  const observed = lessons.filter((lesson) => lesson.observed !== null);
  const counted = all.filter(({ review }) => review !== 'dismissed');
  return {
    lessons: lessons.map((lesson) => {
      const episodes = all.filter((episode) => lessonOf(episode) === lesson.id);
      return { ...lesson, episodes, types: typesOf(episodes), extent: extentOf(lesson.observed ?? 0, lesson.length) };
    }),
    others: all.filter((episode) => !listed.has(lessonOf(episode) ?? '')),
    sums: sumsOf(lessons.map(({ entry }) => entry)),
    weeks: [...weeks].sort(([a], [b]) => b - a).map(([monday, entries]) => ({ monday, sums: sumsOf(entries) })),
    types: typesOf(all),
    episodes: counted.length,
    reviewed: count(counted, ({ review }) => review === 'seen'),
    dismissed: all.length - counted.length,
    answers: count(all, ({ answers }) => answers.length > 0),
    observed:
      observed.length === 0
        ? null
        : {
            time: observed.reduce((sum, lesson) => sum + (lesson.observed ?? 0), 0),
            length: observed.reduce((sum, { length }) => sum + length, 0),
          },
  };
}

/**
 * Groups lessons with the same state and description, the largest group first. A running lesson has a group of its own.
 * @param saidOf describes a lesson
 */
export function alike(lessons: readonly RecordedLesson[], saidOf: (lesson: RecordedLesson) => string): Alike[] {
  const groups = new Map<string, Alike>();
  for (const lesson of lessons) {
    const said = saidOf(lesson);
    const key = `${lesson.entry.state} ${lesson.endedAt === null} ${said}`;
    const group = groups.get(key);
    if (group) group.lessons.push(lesson);
    else groups.set(key, { said, lessons: [lesson] });
  }
  return [...groups.values()].sort((one, other) => other.lessons.length - one.lessons.length);
}

/** Groups looks by teacher and by what they looked at, in the order of the last look. */
export function looksByReader(looks: readonly Look[]): Reader[] {
  const readers = new Map<string, Reader>();
  for (const { by, what, firstAt, lastAt } of looks) {
    const key = `${what} ${by}`;
    const reader = readers.get(key) ?? { by, what, times: [] };
    reader.times.push(lastAt, firstAt);
    readers.set(key, reader);
  }
  return [...readers.values()];
}

/**
 * Returns how many of the latest lessons with hints paper has in full. At least one.
 * @param total of all lessons of the record
 */
export function lessonsInFull(lessons: readonly RecordedLesson[], total: number): number {
  const most = total > TERM_LESSONS ? hintsOnPaper.year : hintsOnPaper.term;
  let hints = 0;
  const place = lessons.findIndex(({ episodes }) => {
    hints += episodes.length;
    return hints > most;
  });
  return place === -1 ? lessons.length : Math.max(1, place);
}
