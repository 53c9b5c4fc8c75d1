import { detectionLogsPath } from '../../paths';
import { createFormMachine } from '../app/formMachine';

/** Asks before a lesson is deleted. Its report goes with it: then the section's logs are shown. */
export const deleteLessonForm = createFormMachine({
  id: 'deleteLesson',
  validate: () => [],
  afterSuccess: { delayMs: 0, destination: ({ section_id = '' }) => detectionLogsPath(section_id) },
  // A deletion that is under way cannot be taken back.
  staysWhileSubmitting: true,
});
