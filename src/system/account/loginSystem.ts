import { fromCallback, fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { googleLoginForm } from '../../machines/account/googleLoginForm';
import { loginForm } from '../../machines/account/loginForm';

export const provideLogin = ({ account, signIn, navigate }: AppSystem) =>
  loginForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', password = '' } = values;
        await signIn(await account.logIn({ email: email.trim(), password }, signal), signal);
        return {};
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });

export const provideGoogleLogin = ({ account, signIn, navigate, prepareGoogle, requestGoogleCode }: AppSystem) =>
  googleLoginForm.provide({
    actors: {
      submit: fromPromise(async ({ signal }) => {
        const code = await requestGoogleCode(signal);
        await signIn(await account.logInWithGoogle(code, signal), signal);
        return {};
      }),
      prepare: fromCallback(prepareGoogle),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
