import { fromPromise } from 'xstate';
import { verifyOtpForm } from '../machines/forms/verifyOtpForm';
import { resendMachine } from '../machines/resendMachine';
import type { AppSystem } from './appSystem';
import { tickClock } from './clockSystem';

export const provideVerifyOtp = ({ account, navigate }: AppSystem) =>
  verifyOtpForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', code = '' } = values;
        return { sentence: await (await account()).verifyOtp({ email: email.trim(), code: code.trim() }, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideResend = ({ account, showNotice }: AppSystem) =>
  resendMachine.provide({
    actors: {
      resendCode: fromPromise(async ({ input: { email }, signal }) => {
        await (await account()).resendOtp(email.trim(), signal);
        return { sentAt: Date.now() };
      }),
      tickClock,
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
