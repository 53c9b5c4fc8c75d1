import { fromPromise } from 'xstate';
import { changePasswordForm } from '../machines/forms/changePasswordForm';
import { forgotPasswordForm } from '../machines/forms/forgotPasswordForm';
import { resetPasswordForm } from '../machines/forms/resetPasswordForm';
import type { AppSystem } from './appSystem';

export const provideForgotPassword = ({ account }: AppSystem) =>
  forgotPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => ({
        sentence: await (await account()).forgotPassword((values.email ?? '').trim(), signal),
      })),
    },
  });

/** The token stands in the address of the page, which the reset mail gave. */
export const provideResetPassword = ({ account, navigate }: AppSystem) =>
  resetPasswordForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { token = '', new_password = '', confirm_password = '' } = values;
        return { sentence: await (await account()).resetPassword({ token, new_password, confirm_password }, signal) };
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
        const changed = await (await account()).changePassword(
          { old_password, new_password, confirm_password },
          signal,
        );
        if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
        return { sentence: changed.sentence };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
