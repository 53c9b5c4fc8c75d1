import { fromPromise } from 'xstate';
import { registerForm } from '../machines/forms/registerForm';
import type { AppSystem } from './appSystem';

export const provideRegister = ({ account, navigate }: AppSystem) =>
  registerForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { first_name = '', last_name = '', email = '', password = '', password2 = '' } = values;
        const body = {
          first_name: first_name.trim(),
          last_name: last_name.trim(),
          email: email.trim(),
          password,
          password2,
        };
        return { sentence: await (await account()).register(body, signal) };
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
