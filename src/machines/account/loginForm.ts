import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import type { Tokens } from '../../services/app/types';
import { checks, emailLike, filled, given } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** What the sign-in needs of the world. */
export interface LoginPorts {
  account: Pick<AccountService, 'logIn'>;
  signIn(tokens: Tokens, signal: AbortSignal): Promise<void>;
  navigate(to: string): void;
}

const { emailRequired, passwordRequired } = messages.validation;

/** Sign-in with e-mail and password (sections 4, 5 and 8): success leads to /dashboard at once. */
export const loginForm = ({ account, signIn, navigate }: LoginPorts) =>
  createFormMachine({
    id: 'login',
    validate: checks(filled('email', emailRequired), emailLike('email'), given('password', passwordRequired)),
    async submit({ email = '', password = '' }, signal) {
      await signIn(await account.logIn({ email: email.trim(), password }, signal), signal);
      return {};
    },
    afterSuccess: { delayMs: 0, destination: () => paths.dashboard, navigate },
  });
