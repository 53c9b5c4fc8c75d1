import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form that names a lesson needs of the world. */
export interface DescribeLessonPorts {
  sendWrite: SendWrite;
}

/** The form with a lesson's title and note (an extension). It is done 2 s after success, which closes its dialog. */
export const describeLessonForm = ({ sendWrite }: DescribeLessonPorts) =>
  createFormMachine({
    id: 'describeLesson',
    validate: () => [],
    async submit({ section_id: sectionId = '', lesson_id: lessonId = '', title = '', note = '' }, signal) {
      await sendWrite({ kind: 'describeLesson', sectionId, lessonId, title: title.trim(), note: note.trim() }, signal);
      return { sentence: messages.describeLesson.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
