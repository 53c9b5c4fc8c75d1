import type { LessonOfStudent, RegisterEntry, StudentRecord } from '../../services/app/types';
import { type Choice, indexLogs } from '../logs/logFilters';
import { areDismissed, type Episode, episodesOf } from '../records/episodes';
import { attended } from './registerTable';

/* The contents of a student's page. What was dismissed counts nowhere; only its number is given. */

/** An episode with what became of it. */
export interface SeenEpisode extends Episode {
  /** As in Look now: a review of one of its logs is enough. */
  review: 'seen' | 'dismissed' | null;
  /** What the student has answered, and the reply, if any. */
  answers: readonly { answer: string; reply: string | undefined }[];
}

/** A lesson with what was seen in it. */
export interface RecordedLesson extends LessonOfStudent {
  /** In the order they began. */
  episodes: readonly SeenEpisode[];
  /** Of those that were not dismissed. */
  types: readonly Choice[];
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
      return { ...lesson, episodes, types: typesOf(episodes) };
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
