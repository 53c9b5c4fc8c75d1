import { lessonsPath } from '../../paths';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the deletion of a lesson needs of the world. */
export interface DeleteLessonPorts {
  sendWrite: SendWrite;
  navigate(to: string): void;
}

/** Confirms the deletion of a lesson. Its report is deleted too, so the list of lessons follows. */
export const deleteLessonForm = ({ sendWrite, navigate }: DeleteLessonPorts) =>
  createFormMachine({
    id: 'deleteLesson',
    validate: () => [],
    async submit({ section_id = '', lesson_id = '' }, signal) {
      await sendWrite({ kind: 'deleteLesson', sectionId: section_id, lessonId: lesson_id }, signal);
      return {};
    },
    afterSuccess: { delayMs: 0, destination: ({ section_id = '' }) => lessonsPath(section_id), navigate },
    // A deletion in flight cannot be cancelled.
    staysWhileSubmitting: true,
  });
