import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { registerForm } from '../../machines/account/registerForm';
import { readInvitation } from '../../services/account/invitation';

export const provideRegister = ({ account, navigate }: AppSystem) =>
  registerForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { first_name = '', last_name = '', email = '', password = '', password2 = '' } = values;
        const invitation = readInvitation();
        const body = {
          first_name: first_name.trim(),
          last_name: last_name.trim(),
          email: email.trim(),
          password,
          password2,
          ...(invitation !== undefined && { invitation }),
        };
        return { sentence: await account.register(body, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
