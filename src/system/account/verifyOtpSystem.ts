import { fromPromise } from 'xstate';
import { resendMachine } from '../../machines/account/resendMachine';
import { verifyOtpForm } from '../../machines/account/verifyOtpForm';
import { messages } from '../../publicMessages';
import type { AppSystem } from '../app/appSystem';
import { tickClock } from '../app/deviceClock';

export const provideVerifyOtp = ({ account, navigate }: AppSystem) =>
  verifyOtpForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', code = '' } = values;
        const { verifyOtp } = await account(messages.verifyOtp.failed);
        return { sentence: await verifyOtp({ email: email.trim(), code: code.trim() }, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideResend = ({ account, showNotice }: AppSystem) =>
  resendMachine.provide({
    actors: {
      resendCode: fromPromise(async ({ input: { email }, signal }) => {
        const { resendOtp } = await account(messages.verifyOtp.resendFailed);
        await resendOtp(email.trim(), signal);
        return { sentAt: Date.now() };
      }),
      tickClock,
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
