import { fromCallback, fromPromise } from 'xstate';
import { googleLoginForm } from '../../machines/account/googleLoginForm';
import { loginForm } from '../../machines/account/loginForm';
import { messages } from '../../publicMessages';
import type { AppSystem } from '../app/appSystem';

export const provideLogin = ({ account, signIn, navigate }: AppSystem) =>
  loginForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { email = '', password = '' } = values;
        const { logIn } = await account(messages.login.invalidCredentials);
        await signIn(await logIn({ email: email.trim(), password }, signal), signal);
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
        const { logInWithGoogle } = await account(messages.google.failed);
        await signIn(await logInWithGoogle(code, signal), signal);
        return {};
      }),
      prepare: fromCallback(prepareGoogle),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
