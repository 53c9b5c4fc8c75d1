import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { LESSON_STEP_MS, UNKNOWN_LESSON_STEP_MS } from '../../constants';
import type { clockMachine } from '../../machines/clockMachine';
import { episodesOf, lessonOf, toLookAt } from '../../machines/episodes';
import type { logsMachine } from '../../machines/logsMachine';
import type { lookNowMachine } from '../../machines/lookNowMachine';
import type { SectionPage } from './sectionPage';
import { useSession } from './system';

/** To ten seconds: a page that changes every second is not calm. */
const selectLessonNow = ({ context: { now } }: SnapshotFrom<typeof clockMachine>) =>
  now === null ? 0 : Math.floor(now / LESSON_STEP_MS) * LESSON_STEP_MS;
const selectLogs = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs;
const selectSeen = ({ context }: SnapshotFrom<typeof lookNowMachine>) => context.seen;

/** What the logs amount to at the moment: of the lesson, what is to be looked at of it, and all. */
export function useLesson(
  { section, logs, lookNow }: Pick<SectionPage, 'section' | 'logs' | 'lookNow'>,
  clock: ActorRefFrom<typeof clockMachine>,
) {
  const all = useSelector(logs, selectLogs);
  const seen = useSelector(lookNow, selectSeen);
  const startedAt = useSelector(useSession(), ({ context }) => context.detections[section.id]?.startedAt ?? null);
  const now = useSelector(clock, selectLessonNow);
  // Only a lesson of which nothing says when it began depends on the time: then it need not be as of this second.
  const lessonNow = Math.floor(now / UNKNOWN_LESSON_STEP_MS) * UNKNOWN_LESSON_STEP_MS;
  const lesson = useMemo(() => lessonOf(all, startedAt, lessonNow), [all, startedAt, lessonNow]);
  const episodes = useMemo(() => episodesOf(lesson.logs), [lesson]);
  const lookAt = useMemo(() => toLookAt(episodes, seen, now), [episodes, seen, now]);
  return { all, lesson, episodes, lookAt, now };
}
