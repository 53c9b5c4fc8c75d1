import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { changePasswordForm } from '../../machines/account/changePasswordForm';

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
