import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import { checks, emailLike, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** What the request for reset instructions needs of the world. */
export interface ForgotPasswordPorts {
  account: Pick<AccountService, 'forgotPassword'>;
}

/** The request for reset instructions (section 5). The teacher stays on the page: what follows is in the mailbox. */
export const forgotPasswordForm = ({ account }: ForgotPasswordPorts) =>
  createFormMachine({
    id: 'forgotPassword',
    validate: checks(filled('email', messages.validation.emailRequired), emailLike('email')),
    submit: async ({ email = '' }, signal) => ({ sentence: await account.forgotPassword(email.trim(), signal) }),
  });
