import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { forgotPasswordForm } from '../../machines/account/forgotPasswordForm';

export const provideForgotPassword = ({ account }: AppSystem) =>
  forgotPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => ({
        sentence: await account.forgotPassword((values.email ?? '').trim(), signal),
      })),
    },
  });
