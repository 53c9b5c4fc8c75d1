import { REGISTER_REDIRECT_MS } from '../../constants';
import { verifyOtpPath } from '../../paths';
import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import { checks, emailLike, filled, given, isEmailLike, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** What the registration needs of the world. */
export interface RegisterPorts {
  account: Pick<AccountService, 'register'>;
  readInvitation(): string | undefined;
  navigate(to: string): void;
}

const { firstNameRequired, lastNameRequired, emailRequired, passwordRequired, confirmPasswordRequired } =
  messages.validation;

/** Returns the email in the URL fragment of the link in an invitation to a section. */
export function invitedEmailIn(hash: string): string | undefined {
  const email = new URLSearchParams(hash.slice(1)).get('email')?.trim();
  return email !== undefined && isEmailLike(email) ? email : undefined;
}

/** Registration (sections 4 and 5): after 1.5 s to the verification page, with the e-mail. */
export const registerForm = ({ account, readInvitation, navigate }: RegisterPorts) =>
  createFormMachine({
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
    async submit({ first_name = '', last_name = '', email = '', password = '', password2 = '' }, signal) {
      const invitation = readInvitation();
      const body = {
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        email: email.trim(),
        password,
        password2,
        ...(invitation !== undefined && { invitation }),
      };
      return { sentence: await account.register(body, signal) };
    },
    afterSuccess: {
      delayMs: REGISTER_REDIRECT_MS,
      destination: ({ email = '' }) => verifyOtpPath(email.trim()),
      navigate,
    },
  });
