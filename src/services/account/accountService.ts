import * as v from 'valibot';
import { messages } from '../../publicMessages';
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
  unreadable,
} from '../app/apiClient';
import type { Contract, Tokens } from '../app/types';

export type AccountService = ReturnType<typeof createAccountService>;

const text = v.pipe(v.string(), v.minLength(1));
const tokensShape = v.pipe(
  v.object({ access: text, refresh: v.fallback(v.optional(text), undefined) }),
  v.transform(({ access, refresh }): Tokens => (refresh === undefined ? { access } : { access, refresh })),
);
const tokensIfAny = v.fallback(v.optional(tokensShape), undefined);
/** The server's success message, or our own. */
const sentenceOr = (fallback: string) =>
  v.pipe(
    v.unknown(),
    v.transform((body) => sentenceIn(body, 'message', 'detail') ?? fallback),
  );
/** Any object: section 3 leaves the user's fields open. */
const userShape = v.custom<object>((body) => typeof body === 'object' && body !== null);

/**
 * Returns the server's error text, preferring the given keys, or the fallback.
 *
 * @param fields request fields: an error listed under one of them belongs to that field
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

const offersMail = v.object({ mailed_link: v.literal(true) });

const refuseLogin =
  (email: string): Failure =>
  ({ ok, body }) => {
    if (ok) return messages.login.noAccessToken;
    const detail = sentenceIn(body, 'detail');
    if (detail === undefined) return messages.login.invalidCredentials;
    if (v.is(offersMail, body)) return { sentence: detail, kind: 'mailable', email };
    const isUnverified = /^account not verified\.?$/i.test(detail);
    return isUnverified ? { sentence: messages.login.notVerified, kind: 'notVerified', email } : detail;
  };

const refuseGoogleLogin = ({ ok, body }: Answer) =>
  ok ? messages.google.noAccessToken : (sentenceIn(body, 'detail', 'error', 'message') ?? messages.google.failed);

/** Options of calls that begin, renew or end a session. */
const sessionCall: CallOptions = { renew: false, guard: false };

/**
 * Creates the account calls (sections 7 and 8). Each takes an abort signal and throws a {@link ProblemError} with the
 * sentence from the specification.
 *
 * @param places `googleApiUrl` is the host of `account/login/google/`, which the specification separates
 */
export function createAccountService({ client, fetchWith }: ApiClient, { googleApiUrl }: { googleApiUrl: string }) {
  /**
   * For calls about an account rather than a session. Their answer counts even if another teacher has signed in since.
   */
  const unguarded = { fetch: fetchWith({ guard: false }) };

  return {
    /** @returns the success message */
    register(body: Contract['Registration'], signal: AbortSignal): Promise<string> {
      const request = client.POST('/account/register/teacher/', { body, signal, ...unguarded });
      return call(request, sentenceOr(messages.register.succeeded), refuseRegistration);
    },

    logIn(body: Contract['Credentials'], signal: AbortSignal): Promise<Tokens> {
      const request = client.POST('/account/login/teacher/', { body, signal, fetch: fetchWith(sessionCall) });
      return call(request, tokensShape, refuseLogin(body.email));
    },

    logInWithGoogle(code: string, signal: AbortSignal): Promise<Tokens> {
      const options = { baseUrl: googleApiUrl, fetch: fetchWith(sessionCall) };
      const request = client.POST('/account/login/google/', { body: { code }, signal, ...options });
      return call(request, tokensShape, refuseGoogleLogin);
    },

    /**
     * @param options `renew: false` checks the access token itself, so a 401 is the answer. `failure` is the error text
     *   for calls that need the user first.
     */
    fetchCurrentUser(
      signal: AbortSignal,
      { renew = true, failure = messages.login.userFetchFailed }: { renew?: boolean; failure?: string } = {},
    ): Promise<object> {
      const request = client.GET('/account/current-user/', { ...uncached, signal, fetch: fetchWith({ renew }) });
      return call(request, userShape, failure, ofTeacher);
    },

    /** Exchanges the refresh token. No answer or "not now" is not a verdict; any other answer is. */
    async refresh(
      refresh: string,
      signal: AbortSignal,
    ): Promise<Tokens | 'refused' | 'unanswered' | { retryAfterMs: number | null }> {
      const request = client.POST('/account/refresh/', { body: { refresh }, signal, fetch: fetchWith(sessionCall) });
      const answer = await answerOf(request);
      const { ok, status, body, retryAfterMs } = answer;
      // A school network's page, for one, which answers anything.
      const isForeign = ok && body === unreadable;
      if (isNotNow(answer) || (isForeign && retryAfterMs !== null)) return { retryAfterMs };
      if (status === 0 || isForeign) return 'unanswered';
      return (ok ? v.parse(tokensIfAny, body) : undefined) ?? 'refused';
    },

    /** Tells the server on a best-effort basis. The request outlives the page. */
    async logOut({ access, refresh }: { access: string | null; refresh: string | null }): Promise<void> {
      const fetch = fetchWith({ ...sessionCall, token: access });
      const body = refresh === null ? {} : { refresh };
      await answerOf(client.POST('/account/logout/', { body, keepalive: true, fetch }));
    },

    verifyOtp(body: Contract['EmailCode'], signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.verifyOtp;
      const request = client.POST('/account/verify-otp/', { body, signal, ...unguarded });
      return call(request, sentenceOr(succeeded), serverSays(failed, { keys: ['message'], fields: ['code'] }));
    },

    async resendOtp(email: string, signal: AbortSignal): Promise<void> {
      const request = client.POST('/account/resend-otp/', { body: { email }, signal, ...unguarded });
      await call(request, v.unknown(), messages.verifyOtp.resendFailed);
    },

    forgotPassword(email: string, signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.forgotPassword;
      const request = client.POST('/account/forgot-password/', { body: { email }, signal, ...unguarded });
      return call(request, sentenceOr(succeeded), serverSays(failed));
    },

    /**
     * Ignores the returned `access`: the teacher signs in again (settled reading). Their other sign-ins end too;
     * another tab's event may arrive before the answer.
     */
    resetPassword(body: Contract['PasswordReset'], signal: AbortSignal): Promise<string> {
      const { succeeded, failed } = messages.resetPassword;
      const request = client.POST('/account/reset-password/', { body, signal, ...unguarded });
      const fields = ['token', 'new_password', 'confirm_password'];
      return call(request, sentenceOr(succeeded), serverSays(failed, { fields }));
    },

    /** @returns the success message, and new tokens if the server sent them */
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
