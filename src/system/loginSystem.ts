import { fromPromise } from 'xstate';
import { googleLoginForm } from '../machines/forms/googleLoginForm';
import { loginForm } from '../machines/forms/loginForm';
import type { AppSystem } from './appSystem';

export const provideLogin = ({ account, signIn, navigate }: AppSystem) =>
  loginForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', password = '' } = values;
        await signIn(await (await account()).logIn({ email: email.trim(), password }, signal), signal);
        return {};
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideGoogleLogin = ({ account, signIn, navigate, requestGoogleCode }: AppSystem) =>
  googleLoginForm.provide({
    actors: {
      submit: fromPromise(async ({ signal }) => {
        const code = await requestGoogleCode(signal);
        await signIn(await (await account()).logInWithGoogle(code, signal), signal);
        return {};
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
