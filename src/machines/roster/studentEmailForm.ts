import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, emailLike, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form of a student's email needs of the world. */
export interface StudentEmailPorts {
  sendWrite: SendWrite;
}

const { studentEmail: words, validation } = messages;

const rules = checks(filled('email', validation.emailRequired), emailLike('email'));

/**
 * The form that gives an email to a student who has none, or changes one that was given (an extension). An empty field takes that away. It
 * is done 2 s after success, which closes its dialog.
 */
export const studentEmailForm = ({ sendWrite }: StudentEmailPorts) =>
  createFormMachine({
    id: 'studentEmail',
    validate: (values) => (values.known && values.email?.trim() === '' ? [] : rules(values)),
    async submit({ section_id: sectionId = '', student_id: studentId = '', known = '', email = '' }, signal) {
      const typed = email.trim();
      await sendWrite({ kind: 'giveStudentEmail', sectionId, studentId, email: typed }, signal);
      return { sentence: typed === '' ? words.removed : known === '' ? words.succeeded : words.changed };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
