import { lessonsPath } from '../../paths';
import { createFormMachine } from '../app/formMachine';

/** Confirms the deletion of a lesson. Its report is deleted too, so the list of lessons follows. */
export const deleteLessonForm = createFormMachine({
  id: 'deleteLesson',
  validate: () => [],
  afterSuccess: { delayMs: 0, destination: ({ section_id = '' }) => lessonsPath(section_id) },
  // A deletion in flight cannot be cancelled.
  staysWhileSubmitting: true,
});
