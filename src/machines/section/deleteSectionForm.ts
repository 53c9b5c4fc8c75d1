import { messages } from '../../messages';
import { checks, given } from '../../model/app/checks';
import { createFormMachine } from '../app/formMachine';

/** The password that a deletion asks for (sections 4 and 5). The session leads to /dashboard when the section is gone. */
export const deleteSectionForm = createFormMachine({
  id: 'deleteSection',
  validate: checks(given('password', messages.validation.passwordRequired)),
  afterSuccess: { delayMs: 0 },
  // A deletion that is under way cannot be taken back.
  staysWhileSubmitting: true,
});
