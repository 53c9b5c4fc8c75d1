import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { resetPasswordForm } from '../../machines/account/resetPasswordForm';

/** The token comes from the page's address, to which the reset mail links. */
export const provideResetPassword = ({ account, navigate }: AppSystem) =>
  resetPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { token = '', new_password = '', confirm_password = '' } = values;
        return { sentence: await account.resetPassword({ token, new_password, confirm_password }, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
