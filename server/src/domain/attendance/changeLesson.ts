import type { Context } from '../../context';
import { type Changing, createChange } from '../section/change';
import type { OwnedSection } from '../section/sections';
import { listAttendees } from './attendees';
import { type ActiveLesson, lockActiveLesson } from './lessonCodes';

/** A change of an active lesson in progress. */
export type ChangingLesson = Changing & { lesson: ActiveLesson };

/** Returns the functions for what teachers change in active lessons; see `createChange`. */
export function createLessonChanges(context: Pick<Context, 'transactAndPublish' | 'audit'>) {
  const change = createChange(context);

  /** Changes a section's active lesson, which cannot end meanwhile. */
  const changeLesson = <Result>(place: OwnedSection, work: (changing: ChangingLesson) => Promise<Result>) =>
    change(place, async (changing) => {
      const sessionId = await lockActiveLesson(changing.tx, place.sectionId);
      return work({ ...changing, lesson: { ...place, sessionId } });
    });

  /** Changes who attends an active lesson. @returns who does afterwards */
  const changeAttendance = (place: OwnedSection, work: (changing: ChangingLesson) => Promise<void>) =>
    changeLesson(place, async (changing) => {
      await work(changing);
      changing.changed('attendance');
      return listAttendees(changing.tx, place.sectionId);
    });

  return { changeLesson, changeAttendance };
}
