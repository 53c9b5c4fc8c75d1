import { fromPromise } from 'xstate';
import { changePasswordForm } from '../machines/forms/changePasswordForm';
import { forgotPasswordForm } from '../machines/forms/forgotPasswordForm';
import { resetPasswordForm } from '../machines/forms/resetPasswordForm';
import { messages } from '../publicMessages';
import type { AppSystem } from './appSystem';

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

/** The `access` that a change returns replaces the stored one: the old one may have ended with the old password. */
export const provideChangePassword = ({ account, tokens, navigate }: AppSystem) =>
  changePasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { old_password = '', new_password = '', confirm_password = '' } = values;
        const signIn = tokens.signIn();
        const { changePassword } = await account(messages.changePassword.failed);
        const changed = await changePassword({ old_password, new_password, confirm_password }, signal);
        if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
        return { sentence: changed.sentence };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
