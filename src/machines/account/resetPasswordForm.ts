import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import { checks, given, longEnough, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** What the new password needs of the world. */
export interface ResetPasswordPorts {
  account: Pick<AccountService, 'resetPassword'>;
  navigate(to: string): void;
}

const { allFieldsRequired, passwordsDoNotMatch, passwordTooShort } = messages.validation;

/** The new password after a reset mail (sections 4 and 5): after 2 s to /login. */
export const resetPasswordForm = ({ account, navigate }: ResetPasswordPorts) =>
  createFormMachine({
    id: 'resetPassword',
    validate: checks(
      given('new_password', allFieldsRequired),
      given('confirm_password', allFieldsRequired),
      same('new_password', 'confirm_password', passwordsDoNotMatch),
      longEnough('new_password', passwordTooShort),
    ),
    // The token comes from the page's address, to which the reset mail links.
    submit: async ({ token = '', new_password = '', confirm_password = '' }, signal) => ({
      sentence: await account.resetPassword({ token, new_password, confirm_password }, signal),
    }),
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.login, navigate },
    key: 'token',
  });
