import { fromPromise } from 'xstate';
import { forgotPasswordForm } from '../../machines/account/forgotPasswordForm';
import type { AppSystem } from '../app/appSystem';

export const provideForgotPassword = ({ account }: AppSystem) =>
  forgotPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => ({
        sentence: await account.forgotPassword((values.email ?? '').trim(), signal),
      })),
    },
  });
