import { fromPromise } from 'xstate';
import { changePasswordForm } from '../../machines/account/changePasswordForm';
import { forgotPasswordForm } from '../../machines/account/forgotPasswordForm';
import { resetPasswordForm } from '../../machines/account/resetPasswordForm';
import { messages } from '../../publicMessages';
import type { AppSystem } from '../app/appSystem';

export const provideForgotPassword = ({ account }: AppSystem) =>
  forgotPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { forgotPassword } = await account(messages.forgotPassword.failed);
        return { sentence: await forgotPassword((values.email ?? '').trim(), signal) };
      }),
    },
  });

/** The token stands in the address of the page, which the reset mail gave. */
export const provideResetPassword = ({ account, navigate }: AppSystem) =>
  resetPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { token = '', new_password = '', confirm_password = '' } = values;
        const { resetPassword } = await account(messages.resetPassword.failed);
        return { sentence: await resetPassword({ token, new_password, confirm_password }, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideChangePassword = ({ sendWrite, navigate }: AppSystem) =>
  changePasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { old_password = '', new_password = '', confirm_password = '' } = values;
        const passwords = { old_password, new_password, confirm_password };
        const { sentence } = await sendWrite({ kind: 'changePassword', passwords }, signal);
        return sentence === null ? {} : { sentence };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
