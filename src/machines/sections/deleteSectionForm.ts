import { messages } from '../../messages';
import { checks, given } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** Asks for the password before a deletion (sections 4 and 5). The session navigates to /dashboard once it succeeds. */
export const deleteSectionForm = createFormMachine({
  id: 'deleteSection',
  validate: checks(given('password', messages.validation.passwordRequired)),
  afterSuccess: { delayMs: 0 },
  // A deletion in flight cannot be cancelled.
  staysWhileSubmitting: true,
});
