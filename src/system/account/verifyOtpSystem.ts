import { fromCallback, fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { resendMachine } from '../../machines/account/resendMachine';
import { verifyOtpForm } from '../../machines/account/verifyOtpForm';
import { everySecond } from '../../services/app/pageEvents';

export const provideVerifyOtp = ({ account, navigate }: AppSystem) =>
  verifyOtpForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', code = '' } = values;
        return { sentence: await account.verifyOtp({ email: email.trim(), code: code.trim() }, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideResend = ({ account, showNotice }: AppSystem) =>
  resendMachine.provide({
    actors: {
      resendCode: fromPromise(async ({ input: { email }, signal }) => {
        await account.resendOtp(email.trim(), signal);
        return { sentAt: Date.now() };
      }),
      tickClock: fromCallback(({ sendBack }) => everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() }))),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
