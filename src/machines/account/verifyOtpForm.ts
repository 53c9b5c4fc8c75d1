import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

/** Verification of the e-mail by a one-time code (sections 4 and 5): after 2 s to /login. */
export const verifyOtpForm = createFormMachine({
  id: 'verifyOtp',
  validate: checks(filled('email', messages.validation.emailRequired), filled('code', messages.validation.otpRequired)),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.login },
});
