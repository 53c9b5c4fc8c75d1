import type { DetectionLog } from '../../services/app/types';
import { keepSame, sameItems } from '../app/keepSame';
import { type Episode, episodesOf, type Incident, incidentsOf, lessonOf, type Seen } from '../records/episodes';

export type LessonLogs = ReturnType<typeof lessonOf>;

/** Caches the last result. */
function remember<Given extends readonly unknown[], Result>(work: (...given: Given) => Result) {
  let last: { given: Given; result: Result } | undefined;
  return (...given: Given): Result => {
    if (last === undefined || !sameItems(last.given, given)) last = { given, result: work(...given) };
    return last.result;
  };
}

/**
 * Returns what reads the current lesson. All parts of a section's page read the same, so that it is computed once; lists and items
 * keep their identity while they are equal.
 */
export function createLessonReader() {
  let lesson: LessonLogs = { logs: [], isKnown: false };
  const keptEpisodes = keepSame<Episode>(
    ({ key, first }) => `${key} ${first}`,
    (one, other) => sameItems(one.logs, other.logs),
  );
  const keptIncidents = keepSame<Incident>(
    ({ student }) => student,
    (one, other) => one.recent === other.recent && sameItems(one.episodes, other.episodes),
  );
  return {
    /** See {@link lessonOf}. */
    lesson: remember((all: readonly DetectionLog[], startedAt: number | null, now: number): LessonLogs => {
      const next = lessonOf(all, startedAt, now);
      if (next.isKnown !== lesson.isKnown || !sameItems(next.logs, lesson.logs)) lesson = next;
      return lesson;
    }),
    episodes: remember((of: LessonLogs) => keptEpisodes(episodesOf(of.logs))),
    /** What is to look at: see {@link incidentsOf}. */
    incidents: remember((episodes: readonly Episode[], seen: Seen, now: number) =>
      keptIncidents(incidentsOf(episodes, seen, now)),
    ),
  };
}

export type LessonReader = ReturnType<typeof createLessonReader>;
