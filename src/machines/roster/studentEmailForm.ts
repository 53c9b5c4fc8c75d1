import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, emailLike, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form that gives a student an email needs of the world. */
export interface StudentEmailPorts {
  sendWrite: SendWrite;
}

const { studentEmail: words, validation } = messages;

/** The form that gives an email to a student who has none (an extension). It is done 2 s after success, which closes its dialog. */
export const studentEmailForm = ({ sendWrite }: StudentEmailPorts) =>
  createFormMachine({
    id: 'studentEmail',
    validate: checks(filled('email', validation.emailRequired), emailLike('email')),
    async submit({ section_id: sectionId = '', student_id: studentId = '', email = '' }, signal) {
      await sendWrite({ kind: 'giveStudentEmail', sectionId, studentId, email: email.trim() }, signal);
      return { sentence: words.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
