import { messages } from '../../publicMessages';
import { checks, emailLike, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** The request for reset instructions (section 5). The teacher stays on the page: what follows is in the mailbox. */
export const forgotPasswordForm = createFormMachine({
  id: 'forgotPassword',
  validate: checks(filled('email', messages.validation.emailRequired), emailLike('email')),
});
