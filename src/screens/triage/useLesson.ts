import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Time } from '../../clock';
import { LESSON_STEP_MS, UNKNOWN_LESSON_STEP_MS } from '../../constants';
import { keepSame, sameItems } from '../../machines/app/keepSame';
import type { detectionMachine } from '../../machines/lesson/detectionMachine';
import { type Episode, episodesOf, type Incident, incidentsOf, lessonOf } from '../../machines/records/episodes';
import type { sectionMachine } from '../../machines/triage/sectionMachine';
import { useTime } from '../app/useTime';
import { useShownLogs } from '../records/recordsPage';
import type { SectionPage } from './sectionPage';

const selectSeen = ({ context }: SnapshotFrom<typeof sectionMachine>) => context.seen;
const selectStartedAt = (detection: SnapshotFrom<typeof detectionMachine>) =>
  detection.context.known?.startedAt ?? null;

/** Rounds down to ten seconds, so that the page does not change every second. */
export const lessonNow = ({ now }: Time) => Math.floor(now / LESSON_STEP_MS) * LESSON_STEP_MS;

/** How often a lesson with an unknown start is re-evaluated; no other lesson depends on the time. */
const unknownLessonNow = ({ now }: Time) => Math.floor(now / UNKNOWN_LESSON_STEP_MS) * UNKNOWN_LESSON_STEP_MS;

/** Caches the last result. */
function remember<Given, Result>(work: (given: Given) => Result): (given: Given) => Result {
  let last: { given: Given; result: Result } | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = { given, result: work(given) };
    return last.result;
  };
}

type LessonLogs = ReturnType<typeof lessonOf>;
const sameLesson = (one: LessonLogs, other: LessonLogs) =>
  one.isKnown === other.isKnown && sameItems(one.logs, other.logs);

const keepEpisodes = () =>
  keepSame<Episode>(
    ({ key, first }) => `${key} ${first}`,
    (one, other) => sameItems(one.logs, other.logs),
  );

const keepIncidents = () =>
  keepSame<Incident>(
    ({ student }) => student,
    (one, other) => one.recent === other.recent && sameItems(one.episodes, other.episodes),
  );

/** Returns all logs, those of the current lesson, its episodes, and what the teacher has not seen of them. */
export function useLesson({
  cover,
  detection,
  logs,
  sectionActor,
}: Pick<SectionPage, 'cover' | 'detection' | 'logs' | 'sectionActor'>) {
  const all = useShownLogs({ logs, cover });
  const seen = useSelector(sectionActor, selectSeen);
  const startedAt = useSelector(detection, selectStartedAt);
  const lessonAt = useMemo(() => remember((now: number) => lessonOf(all, startedAt, now)), [all, startedAt]);
  const lesson = useTime((time) => lessonAt(unknownLessonNow(time)), sameLesson);
  const [[keptEpisodes, keptIncidents]] = useState(() => [keepEpisodes(), keepIncidents()] as const);
  const episodes = useMemo(() => keptEpisodes(episodesOf(lesson.logs)), [keptEpisodes, lesson]);
  const incidentsAt = useMemo(() => remember((now: number) => incidentsOf(episodes, seen, now)), [episodes, seen]);
  const incidents = useTime((time) => keptIncidents(incidentsAt(lessonNow(time))));
  return { all, lesson, episodes, incidents };
}
