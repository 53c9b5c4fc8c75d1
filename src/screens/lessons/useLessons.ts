import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { lessonsMachine } from '../../machines/lessons/lessonsMachine';
import type { Lesson } from '../../services/types';
import type { SectionPage } from '../section/sectionPage';

type Lessons = SnapshotFrom<typeof lessonsMachine>;
const none: readonly Lesson[] = [];

/** Whether the backend keeps lessons, as far as is known: what comes with them has its place from the beginning. */
export const keepsLessons = (lessons: Lessons) => !lessons.matches('absent');

/** The section's lessons, newest first; none where the backend keeps none, or as long as they are not known. */
export const selectLessons = (lessons: Lessons) => (keepsLessons(lessons) ? lessons.context.lessons : null) ?? none;

export const useLessons = ({ lessons }: Pick<SectionPage, 'lessons'>) => useSelector(lessons, selectLessons);
