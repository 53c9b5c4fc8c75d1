import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import type { RegisterState } from '../../services/app/types';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the correction of a register needs of the world. */
export interface CorrectRegisterPorts {
  sendWrite: SendWrite;
}

/** The states that a teacher can choose. */
export const choosableStates: readonly RegisterState[] = ['present', 'no_camera', 'excused', 'absent'];

/** Corrects a line of a lesson's register with a reason, or takes the correction back. It is done 2 s after success, which closes its dialog. */
export const correctRegisterForm = ({ sendWrite }: CorrectRegisterPorts) =>
  createFormMachine({
    id: 'correctRegister',
    validate: (values) => (values.state === 'recorded' ? [] : checkReason(values)),
    async submit(
      { section_id: sectionId = '', lesson_id: lessonId = '', student_id: studentId = '', ...typed },
      signal,
    ) {
      const state = choosableStates.find((one) => one === typed.state);
      const correction = state === undefined ? null : { state, reason: (typed.reason ?? '').trim() };
      await sendWrite({ kind: 'correctRegister', sectionId, lessonId, studentId, correction }, signal);
      return { sentence: messages.classRegister.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });

const checkReason = checks(filled('reason', messages.classRegister.reasonRequired));
