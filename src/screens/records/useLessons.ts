import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import { type logsMachine, selectLogsProblem } from '../../machines/records/logsMachine';
import type { Lesson } from '../../services/app/types';
import type { RecordsPage } from './recordsPage';

type Lessons = SnapshotFrom<typeof lessonsMachine>;
const none: readonly Lesson[] = [];

/** Returns whether the backend may keep lessons. Their controls have a reserved place while this is unknown. */
export const keepsLessons = (lessons: Lessons) => !lessons.matches('absent');

/** Returns the section's lessons, newest first; null before the first answer. */
export const selectKnownLessons = ({ context }: Lessons) => context.lessons;
export const selectLessonsProblem = ({ context }: Lessons) => context.problem;

/** Returns the section's lessons, newest first. Empty while unknown or if the backend keeps none. */
const selectLessons = (lessons: Lessons) => (keepsLessons(lessons) ? lessons.context.lessons : null) ?? none;
export const selectLastLesson = (lessons: Lessons) => selectLessons(lessons)[0];

export const useLessons = ({ lessons }: Pick<RecordsPage, 'lessons'>) => useSelector(lessons, selectLessons);

/** Returns whether the first answer with logs is still to come. */
export const areLogsAwaited = (logs: SnapshotFrom<typeof logsMachine>) =>
  logs.context.fetchedAt === null && selectLogsProblem(logs) === null;
