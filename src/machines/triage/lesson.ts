import type { DetectionLog } from '../../services/app/types';
import { keepSame, sameItems } from '../app/keepSame';
import { type Episode, episodesOf, type Incident, incidentsOf, lessonOf, type Seen } from '../records/episodes';

export type LessonLogs = ReturnType<typeof lessonOf>;

/** Caches the last two results: while React renders what is new, parts of the page still ask for what they show. */
function remember<Given extends readonly unknown[], Result>(work: (...given: Given) => Result) {
  let known: { given: Given; result: Result }[] = [];
  return (...given: Given): Result => {
    const found = known.find((one) => sameItems(one.given, given)) ?? { given, result: work(...given) };
    if (found !== known[0]) known = [found, ...known.filter((one) => one !== found)].slice(0, 2);
    return found.result;
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
    (one, other) =>
      one.recent === other.recent && one.excess === other.excess && sameItems(one.episodes, other.episodes),
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
    incidents: remember((episodes: readonly Episode[], seen: Seen, now: number, classSize: number) =>
      keptIncidents(incidentsOf(episodes, seen, now, classSize)),
    ),
  };
}

export type LessonReader = ReturnType<typeof createLessonReader>;
