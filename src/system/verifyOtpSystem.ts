import { fromCallback, fromPromise } from 'xstate';
import { CLOCK_TICK_MS } from '../constants';
import { verifyOtpForm } from '../machines/forms/verifyOtpForm';
import { resendMachine } from '../machines/resendMachine';
import type { AppSystem } from './appSystem';

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
      tickClock: fromCallback(({ sendBack }) => {
        const interval = setInterval(() => sendBack({ type: 'clock.ticked', now: Date.now() }), CLOCK_TICK_MS);
        return () => clearInterval(interval);
      }),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
