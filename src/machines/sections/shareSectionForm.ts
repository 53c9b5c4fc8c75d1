import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem } from '../../problem';
import { checks, emailLike, filled } from '../app/checks';
import { createFormMachine, type FormValues } from '../app/formMachine';
import type { SendWrite } from '../app/writes';
import { dayOf, endOfDay } from './untilWhen';

/** What the form that shares a section needs of the world. */
export interface ShareSectionPorts {
  sendWrite: SendWrite;
}

const { shareSection: words, validation } = messages;

const today = () => dayOf(new Date());

/** Requires a day from today on, if one is to be chosen. Days are compared as text. */
function fromTodayOn({ until, day = '' }: FormValues): Problem | null {
  const isChosen = endOfDay(day) !== null && day >= today();
  return until === 'tonight' || until === 'open' || isChosen ? null : invalid(words.dayMissing, 'day');
}

/**
 * The form that shares a section with a teacher, or changes how (an extension). It is done 2 s after success, which closes its dialog. What
 * it says does not tell whether the email has an account.
 */
export const shareSectionForm = ({ sendWrite }: ShareSectionPorts) =>
  createFormMachine({
    id: 'shareSection',
    validate: checks(filled('email', validation.emailRequired), emailLike('email'), fromTodayOn),
    async submit({ section_id = '', email = '', change, role, until, day = '' }, signal) {
      await sendWrite(
        {
          kind: 'shareSection',
          sectionId: section_id,
          email: email.trim(),
          role: role === 'co-teacher' ? role : 'substitute',
          until: until === 'open' ? null : endOfDay(until === 'tonight' ? today() : day),
        },
        signal,
      );
      return { sentence: change === undefined ? words.invited : words.changed };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
