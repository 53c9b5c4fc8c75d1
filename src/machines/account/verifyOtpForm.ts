import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** What the verification needs of the world. */
export interface VerifyOtpPorts {
  account: Pick<AccountService, 'verifyOtp'>;
  navigate(to: string): void;
}

/** Verification of the e-mail by a one-time code (sections 4 and 5): after 2 s to /login. */
export const verifyOtpForm = ({ account, navigate }: VerifyOtpPorts) =>
  createFormMachine({
    id: 'verifyOtp',
    validate: checks(
      filled('email', messages.validation.emailRequired),
      filled('code', messages.validation.otpRequired),
    ),
    submit: async ({ email = '', code = '' }, signal) => ({
      sentence: await account.verifyOtp({ email: email.trim(), code: code.trim() }, signal),
    }),
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.login, navigate },
  });
