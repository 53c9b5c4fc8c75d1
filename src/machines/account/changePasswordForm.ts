import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, given, longEnough, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { allFieldsRequired, newPasswordsDoNotMatch, newPasswordTooShort } = messages.validation;

/** The change of the password while signed in (sections 4 and 5): after 2 s to /dashboard. */
export const changePasswordForm = createFormMachine({
  id: 'changePassword',
  validate: checks(
    given('old_password', allFieldsRequired),
    given('new_password', allFieldsRequired),
    given('confirm_password', allFieldsRequired),
    same('new_password', 'confirm_password', newPasswordsDoNotMatch),
    longEnough('new_password', newPasswordTooShort),
  ),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.dashboard },
});
