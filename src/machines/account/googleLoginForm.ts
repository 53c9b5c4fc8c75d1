import { paths } from '../../paths';
import type { AccountService } from '../../services/account/accountService';
import type { Tokens } from '../../services/app/types';
import { createFormMachine } from '../app/formMachine';

/** What the sign-in by Google needs of the world. */
export interface GoogleLoginPorts {
  account: Pick<AccountService, 'logInWithGoogle'>;
  prepareGoogle(): () => void;
  requestGoogleCode(signal: AbortSignal): Promise<string>;
  signIn(tokens: Tokens, signal: AbortSignal): Promise<void>;
  navigate(to: string): void;
}

/** Sign-in by Google (sections 7 and 8): a form of one button. */
export const googleLoginForm = ({ account, prepareGoogle, requestGoogleCode, signIn, navigate }: GoogleLoginPorts) =>
  createFormMachine({
    id: 'googleLogin',
    validate: () => [],
    prepare: prepareGoogle,
    async submit(_, signal) {
      const code = await requestGoogleCode(signal);
      await signIn(await account.logInWithGoogle(code, signal), signal);
      return {};
    },
    afterSuccess: { delayMs: 0, destination: () => paths.dashboard, navigate },
  });
