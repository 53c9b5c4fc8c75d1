import { REGISTER_REDIRECT_MS } from '../../constants';
import { verifyOtpPath } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, emailLike, filled, given, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { firstNameRequired, lastNameRequired, emailRequired, passwordRequired, confirmPasswordRequired } =
  messages.validation;

/** Registration (sections 4 and 5): after 1.5 s to the verification page, with the e-mail. */
export const registerForm = createFormMachine({
  id: 'register',
  validate: checks(
    filled('first_name', firstNameRequired),
    filled('last_name', lastNameRequired),
    filled('email', emailRequired),
    emailLike('email'),
    given('password', passwordRequired),
    given('password2', confirmPasswordRequired),
    same('password', 'password2', messages.validation.passwordsDoNotMatch),
  ),
  afterSuccess: {
    delayMs: REGISTER_REDIRECT_MS,
    destination: ({ email = '' }) => verifyOtpPath(email.trim()),
  },
});
