import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Time } from '../../clock';
import { LESSON_STEP_MS, UNKNOWN_LESSON_STEP_MS } from '../../constants';
import { selectStartedAt } from '../../machines/lesson/detectionMachine';
import { selectSeen } from '../../machines/records/reviewsMachine';
import { useTime } from '../app/useTime';
import { useShownLogs } from '../records/recordsPage';
import type { SectionPage } from './sectionPage';

/** Rounds down to ten seconds, so that the page does not change every second. */
export const lessonNow = ({ now }: Time) => Math.floor(now / LESSON_STEP_MS) * LESSON_STEP_MS;

/** How often a lesson with an unknown start is re-evaluated; no other lesson depends on the time. */
const unknownLessonNow = ({ now }: Time) => Math.floor(now / UNKNOWN_LESSON_STEP_MS) * UNKNOWN_LESSON_STEP_MS;

/** Returns all logs, those of the current lesson, its episodes, and what the teacher has not seen of them. */
export function useLesson(
  page: Pick<SectionPage, 'section' | 'cover' | 'detection' | 'logs' | 'reviews' | 'lessonReader'>,
) {
  const { section, detection, reviews, lessonReader: read } = page;
  const all = useShownLogs(page);
  const seen = useSelector(
    reviews,
    useMemo(() => selectSeen(section.id), [section.id]),
  );
  const startedAt = useSelector(detection, selectStartedAt);
  const lesson = useTime((time) => read.lesson(all, startedAt, unknownLessonNow(time)));
  const episodes = read.episodes(lesson);
  const classSize = section.students.length;
  const incidents = useTime((time) => read.incidents(episodes, seen, lessonNow(time), classSize));
  return { all, lesson, episodes, incidents };
}
