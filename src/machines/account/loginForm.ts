import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, emailLike, filled, given } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { emailRequired, passwordRequired } = messages.validation;

/** Sign-in with e-mail and password (sections 4, 5 and 8): success leads to /dashboard at once. */
export const loginForm = createFormMachine({
  id: 'login',
  validate: checks(filled('email', emailRequired), emailLike('email'), given('password', passwordRequired)),
  afterSuccess: { delayMs: 0, destination: () => paths.dashboard },
});
