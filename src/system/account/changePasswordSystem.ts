import { fromPromise } from 'xstate';
import { changePasswordForm } from '../../machines/account/changePasswordForm';
import type { AppSystem } from '../app/appSystem';

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
