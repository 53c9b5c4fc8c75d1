import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, given, longEnough, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { allFieldsRequired, passwordsDoNotMatch, passwordTooShort } = messages.validation;

/** The new password after a reset mail (sections 4 and 5): after 2 s to /login. */
export const resetPasswordForm = createFormMachine({
  id: 'resetPassword',
  validate: checks(
    given('new_password', allFieldsRequired),
    given('confirm_password', allFieldsRequired),
    same('new_password', 'confirm_password', passwordsDoNotMatch),
    longEnough('new_password', passwordTooShort),
  ),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.login },
  key: 'token',
});
