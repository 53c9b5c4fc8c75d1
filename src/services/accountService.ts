import * as v from 'valibot';
import { messages } from '../publicMessages';
import {
  type Answer,
  type ApiClient,
  answerOf,
  type CallOptions,
  call,
  type Failure,
  fieldSentenceIn,
  isNotNow,
  ofTeacher,
  refusalIn,
  sentenceIn,
  uncached,
} from './apiClient';
import type { Contract, Tokens } from './types';

export type AccountService = ReturnType<typeof createAccountService>;

const text = v.pipe(v.string(), v.minLength(1));
const tokensShape = v.pipe(
  v.object({ access: text, refresh: v.fallback(v.optional(text), undefined) }),
  v.transform(({ access, refresh }): Tokens => (refresh === undefined ? { access } : { access, refresh })),
);
const tokensIfAny = v.fallback(v.optional(tokensShape), undefined);
/** The server's sentence of a success, or our own where it sent none. */
const sentenceOr = (fallback: string) =>
  v.pipe(
    v.unknown(),
    v.transform((body) => sentenceIn(body, 'message', 'detail') ?? fallback),
  );
/** Whatever the server says of the user: its fields are not the front end's to judge (section 3). */
const userShape = v.custom<object>((body) => typeof body === 'object' && body !== null);

/**
 * The server's words, those under the named keys first, or the given sentence.
 *
 * @param fields of the call: a refusal that has a sentence under the name of one is about it
 */
const serverSays =
  (fallback: string, { keys = [], fields = [] }: { keys?: string[]; fields?: string[] } = {}): Failure =>
  ({ body }) => {
    const sentence = sentenceIn(body, ...keys, 'error', 'message', 'detail') ?? fieldSentenceIn(body) ?? fallback;
    return refusalIn(body, sentence, fields);
  };

const refuseRegistration: Failure = ({ body }) => {
  for (const field of ['email', 'password', 'password2']) {
    const sentence = sentenceIn(body, field);
    if (sentence !== undefined) return { sentence, kind: 'refused', field };
  }
  return sentenceIn(body, 'message') ?? messages.register.failed;
};

const refuseLogin =
  (email: string): Failure =>
  ({ ok, body }) => {
    if (ok) return messages.login.noAccessToken;
    const detail = sentenceIn(body, 'detail');
    if (detail === undefined) return messages.login.invalidCredentials;
    const isUnverified = /^account not verified\.?$/i.test(detail);
    return isUnverified ? { sentence: messages.login.notVerified, kind: 'notVerified', email } : detail;
  };

const refuseGoogleLogin = ({ ok, body }: Answer) =>
  ok ? messages.google.noAccessToken : (sentenceIn(body, 'detail', 'error', 'message') ?? messages.google.failed);

/** Of the calls that begin, renew or end a session by themselves. */
const byItself: CallOptions = { renew: false, guard: false };

/**
 * The account area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 *
 * @param places where `account/login/google/` lives: the specification puts it on a host of its own
 */
export function createAccountService({ client, fetchWith }: ApiClient, { googleApiUrl }: { googleApiUrl: string }) {
  /** Of the calls about an account and no session: their answer counts whoever is signed in by then. */
  const ofNoSession = { fetch: fetchWith({ guard: false }) };

  return {
    /** @returns the sentence of success */
    register(body: Contract['Registration'], signal: AbortSignal): Promise<string> {
      const request = client.POST('/account/register/teacher/', { body, signal, ...ofNoSession });
      return call(request, sentenceOr(messages.register.succeeded), refuseRegistration);
    },

    logIn(body: Contract['Credentials'], signal: AbortSignal): Promise<Tokens> {
      const request = client.POST('/account/login/teacher/', { body, signal, fetch: fetchWith(byItself) });
      return call(request, tokensShape, refuseLogin(body.email));
    },

    logInWithGoogle(code: string, signal: AbortSignal): Promise<Tokens> {
      const options = { baseUrl: googleApiUrl, fetch: fetchWith(byItself) };
      const request = client.POST('/account/login/google/', { body: { code }, signal, ...options });
      return call(request, tokensShape, refuseGoogleLogin);
    },

    /**
     * @param options `renew: false` asks about the access token itself: its 401 is the answer; `failure` is the sentence
     *   of whoever has to know the user first
     */
    fetchCurrentUser(
      signal: AbortSignal,
      { renew = true, failure = messages.login.userFetchFailed }: { renew?: boolean; failure?: string } = {},
    ): Promise<object> {
      const request = client.GET('/account/current-user/', { ...uncached, signal, fetch: fetchWith({ renew }) });
      return call(request, userShape, failure, ofTeacher);
    },

    /** Exchanges the refresh token. No answer, and one that says "not now", are no verdict; any other is one. */
    async refresh(
      refresh: string,
      signal: AbortSignal,
    ): Promise<Tokens | 'refused' | 'unanswered' | { retryAfterMs: number | null }> {
      const request = client.POST('/account/refresh/', { body: { refresh }, signal, fetch: fetchWith(byItself) });
      const answer = await answerOf(request);
      const { ok, status, body, retryAfterMs } = answer;
      if (status === 0) return 'unanswered';
      if (isNotNow(answer)) return { retryAfterMs };
      return (ok ? v.parse(tokensIfAny, body) : undefined) ?? 'refused';
    },

    /** Tells the server; whether it hears is no matter of the teacher's. Outlives the page. */
    async logOut({ access, refresh }: { access: string | null; refresh: string | null }): Promise<void> {
      const fetch = fetchWith({ ...byItself, token: access });
      const body = refresh === null ? {} : { refresh };
      await answerOf(client.POST('/account/logout/', { body, keepalive: true, fetch }));
    },

    verifyOtp(body: Contract['EmailCode'], signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.verifyOtp;
      const request = client.POST('/account/verify-otp/', { body, signal, ...ofNoSession });
      return call(request, sentenceOr(succeeded), serverSays(failed, { keys: ['message'], fields: ['code'] }));
    },

    async resendOtp(email: string, signal: AbortSignal): Promise<void> {
      const request = client.POST('/account/resend-otp/', { body: { email }, signal, ...ofNoSession });
      await call(request, v.unknown(), messages.verifyOtp.resendFailed);
    },

    forgotPassword(email: string, signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.forgotPassword;
      const request = client.POST('/account/forgot-password/', { body: { email }, signal, ...ofNoSession });
      return call(request, sentenceOr(succeeded), serverSays(failed));
    },

    /**
     * The returned `access` is not used: the teacher signs in again (settled reading). Her other sign-ins end with it,
     * which this browser may hear of sooner than of the answer.
     */
    resetPassword(body: Contract['PasswordReset'], signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.resetPassword;
      const request = client.POST('/account/reset-password/', { body, signal, ...ofNoSession });
      const fields = ['token', 'new_password', 'confirm_password'];
      return call(request, sentenceOr(succeeded), serverSays(failed, { fields }));
    },

    /** @returns the sentence of success, and the tokens that replace the present ones when the server gave some */
    changePassword(
      body: Contract['PasswordChange'],
      signal: AbortSignal,
    ): Promise<{ sentence: string; tokens: Tokens | undefined }> {
      const { succeeded, failed } = messages.changePassword;
      const request = client.POST('/account/change-password/', {
        body,
        signal,
        fetch: fetchWith({ mayBePassword: true }),
      });
      const changed = v.pipe(
        v.unknown(),
        v.transform((read) => ({
          sentence: v.parse(sentenceOr(succeeded), read),
          tokens: v.parse(tokensIfAny, read),
        })),
      );
      const fields = ['old_password', 'new_password', 'confirm_password'];
      return call(request, changed, serverSays(failed, { fields }));
    },
  };
}
