import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { LESSON_STEP_MS, UNKNOWN_LESSON_STEP_MS } from '../../constants';
import type { clockMachine } from '../../machines/app/clockMachine';
import type { detectionMachine } from '../../machines/section/detectionMachine';
import type { lookNowMachine } from '../../machines/section/lookNowMachine';
import { episodesOf, lessonOf, toLookAt } from '../../model/logs/episodes';
import { type SectionPage, useShownLogs } from '../section/sectionPage';
import { useDetection } from '../section/useWatch';

type Clock = SnapshotFrom<typeof clockMachine>;
const selectSeen = ({ context }: SnapshotFrom<typeof lookNowMachine>) => context.seen;
const selectStartedAt = (detection: SnapshotFrom<typeof detectionMachine> | undefined) =>
  detection?.context.known?.startedAt ?? null;

/** To ten seconds: a page that changes every second is not calm. */
export const selectLessonNow = ({ context: { now } }: Clock) =>
  now === null ? 0 : Math.floor(now / LESSON_STEP_MS) * LESSON_STEP_MS;

/** Only a lesson of which nothing says when it began depends on the time: then it need not be as of this second. */
const selectUnknownLessonNow = (clock: Clock) =>
  Math.floor(selectLessonNow(clock) / UNKNOWN_LESSON_STEP_MS) * UNKNOWN_LESSON_STEP_MS;

/** Worked out once for what it is given again and again. */
function remember<Given, Result>(work: (given: Given) => Result): (given: Given) => Result {
  let last: { given: Given; result: Result } | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = { given, result: work(given) };
    return last.result;
  };
}

const sameItems = <Item>(some: readonly Item[], others: readonly Item[]) =>
  some === others || (some.length === others.length && some.every((one, place) => one === others[place]));

type LessonLogs = ReturnType<typeof lessonOf>;
const sameLesson = (one: LessonLogs, other: LessonLogs) =>
  one.isKnown === other.isKnown && sameItems(one.logs, other.logs);

/**
 * What the logs amount to at the moment: of the lesson, what is to be looked at of it, and all. That time passes is told
 * only to whom it makes a difference.
 */
export function useLesson(
  { section, cover, logs, lookNow }: Pick<SectionPage, 'section' | 'cover' | 'logs' | 'lookNow'>,
  clock: ActorRefFrom<typeof clockMachine>,
) {
  const all = useShownLogs({ logs, cover });
  const seen = useSelector(lookNow, selectSeen);
  const startedAt = useSelector(useDetection(section.id), selectStartedAt);
  const lessonAt = useMemo(() => remember((now: number) => lessonOf(all, startedAt, now)), [all, startedAt]);
  const lesson = useSelector(clock, (state) => lessonAt(selectUnknownLessonNow(state)), sameLesson);
  const episodes = useMemo(() => episodesOf(lesson.logs), [lesson]);
  const lookAtAt = useMemo(() => remember((now: number) => toLookAt(episodes, seen, now)), [episodes, seen]);
  const lookAt = useSelector(clock, (state) => lookAtAt(selectLessonNow(state)), sameItems);
  return { all, lesson, episodes, lookAt };
}
