import type { Context } from '../../context';
import type { Place } from '../section/access';
import { type ChangingSection, createChanges } from '../section/change';
import { listAttendees } from './attendees';
import { type ActiveLesson, lockActiveLesson } from './lessonCodes';

/** A change of an active lesson in progress. */
export type ChangingLesson = ChangingSection & { lesson: ActiveLesson };

/** Returns the functions for what teachers change in active lessons; see `createChanges`. */
export function createLessonChanges(context: Pick<Context, 'transactAndPublish' | 'audit'>) {
  const { changeSection } = createChanges(context);

  /** Changes a section's active lesson, which cannot end meanwhile. */
  const changeLesson = <Result>(place: Place, work: (changing: ChangingLesson) => Promise<Result>) =>
    changeSection(place, 'teach', async (changing) => {
      const sessionId = await lockActiveLesson(changing.tx, place.sectionId);
      return work({ ...changing, lesson: { ...changing.section, sessionId, changedBy: place.teacherId } });
    });

  /** Changes who attends an active lesson. @returns who does afterwards */
  const changeAttendance = (place: Place, work: (changing: ChangingLesson) => Promise<void>) =>
    changeLesson(place, async (changing) => {
      await work(changing);
      changing.changed('attendance');
      return listAttendees(changing.tx, place.sectionId);
    });

  return { changeLesson, changeAttendance };
}
