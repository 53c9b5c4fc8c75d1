import * as v from 'valibot';
import { messages } from '../messages';
import { ProblemError } from '../problem';
import { type Answer, type ApiClient, answerOf, fieldSentenceIn, refusal, sentenceIn } from './apiClient';
import type { Tokens } from './types';

export type AccountService = ReturnType<typeof createAccountService>;

const text = v.pipe(v.string(), v.minLength(1));
const tokensShape = v.object({ access: text, refresh: v.optional(v.fallback(v.optional(text), undefined)) });

/** The tokens in an answer, or undefined when there is no access token in it. */
function tokensIn(body: unknown): Tokens | undefined {
  const parsed = v.safeParse(tokensShape, body);
  if (!parsed.success) return undefined;
  const { access, refresh } = parsed.output;
  return refresh === undefined ? { access } : { access, refresh };
}

/** The server's sentence of a success, or our own where it sent none. */
const successSentence = ({ body }: Answer, fallback: string) => sentenceIn(body, 'message', 'detail') ?? fallback;

/** Refuses with the server's words, those under the named keys first, or the given sentence. */
const refusedBy = ({ body }: Answer, fallback: string, ...keys: string[]) =>
  refusal(sentenceIn(body, ...keys, 'error', 'message', 'detail') ?? fieldSentenceIn(body) ?? fallback);

/**
 * The account area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 *
 * @param googleApi where `account/login/google/` lives; the specification puts it on a host of its own
 */
export function createAccountService(api: ApiClient, googleApi: ApiClient) {
  const { client } = api;
  return {
    /** @returns the sentence of success */
    async register(
      body: { first_name: string; last_name: string; email: string; password: string; password2: string },
      signal: AbortSignal,
    ): Promise<string> {
      const answer = await answerOf(client.POST('/account/register/teacher/', { body, signal, parseAs: 'text' }));
      if (answer.ok) return successSentence(answer, messages.register.succeeded);
      for (const field of ['email', 'password', 'password2']) {
        const sentence = sentenceIn(answer.body, field);
        if (sentence !== undefined) throw new ProblemError({ sentence, kind: 'refused', field });
      }
      throw refusal(sentenceIn(answer.body, 'message') ?? messages.register.failed);
    },

    async logIn(body: { email: string; password: string }, signal: AbortSignal): Promise<Tokens> {
      const answer = await answerOf(client.POST('/account/login/teacher/', { body, signal, parseAs: 'text' }));
      const detail = sentenceIn(answer.body, 'detail');
      if (answer.ok) {
        const tokens = tokensIn(answer.body);
        if (tokens) return tokens;
        throw refusal(messages.login.noAccessToken);
      }
      if (detail !== undefined && /^account not verified\.?$/i.test(detail)) {
        throw new ProblemError({ sentence: messages.login.notVerified, kind: 'notVerified', email: body.email });
      }
      throw refusal(detail ?? messages.login.invalidCredentials);
    },

    async logInWithGoogle(code: string, signal: AbortSignal): Promise<Tokens> {
      const answer = await answerOf(
        googleApi.client.POST('/account/login/google/', { body: { code }, signal, parseAs: 'text' }),
      );
      if (answer.ok) {
        const tokens = tokensIn(answer.body);
        if (tokens) return tokens;
        throw refusal(messages.google.noAccessToken);
      }
      throw refusal(sentenceIn(answer.body, 'detail', 'error', 'message') ?? messages.google.failed);
    },

    /** @returns the user as the server describes it: its fields are not the front end's to judge (section 3) */
    async fetchCurrentUser(signal: AbortSignal): Promise<unknown> {
      const answer = await answerOf(client.GET('/account/current-user/', { signal, parseAs: 'text' }));
      if (answer.ok && typeof answer.body === 'object' && answer.body !== null) return answer.body;
      if (answer.status === 401) throw sessionExpired();
      throw refusal(messages.login.userFetchFailed);
    },

    /** Exchanges the refresh token. Any answer but a success is a verdict; no answer is `unanswered`. */
    async refresh(refresh: string, signal: AbortSignal): Promise<Tokens | 'refused' | 'unanswered'> {
      const answer = await answerOf(client.POST('/account/refresh/', { body: { refresh }, signal, parseAs: 'text' }));
      if (answer.status === 0) return 'unanswered';
      return (answer.ok ? tokensIn(answer.body) : undefined) ?? 'refused';
    },

    /** Tells the server; whether it hears is no matter of the teacher's. Outlives the page. */
    async logOut(tokens: { access: string | null; refresh: string }): Promise<void> {
      const { access, refresh } = tokens;
      await answerOf(
        client.POST('/account/logout/', {
          body: { refresh },
          keepalive: true,
          parseAs: 'text',
          ...(access === null ? {} : { headers: { Authorization: `Bearer ${access}` } }),
        }),
      );
    },

    async verifyOtp(body: { email: string; code: string }, signal: AbortSignal): Promise<string> {
      const answer = await answerOf(client.POST('/account/verify-otp/', { body, signal, parseAs: 'text' }));
      if (answer.ok) return successSentence(answer, messages.verifyOtp.succeeded);
      throw refusedBy(answer, messages.verifyOtp.failed, 'message');
    },

    async resendOtp(email: string, signal: AbortSignal): Promise<void> {
      const answer = await answerOf(client.POST('/account/resend-otp/', { body: { email }, signal, parseAs: 'text' }));
      if (!answer.ok) throw refusal(messages.verifyOtp.resendFailed);
    },

    async forgotPassword(email: string, signal: AbortSignal): Promise<string> {
      const answer = await answerOf(
        client.POST('/account/forgot-password/', { body: { email }, signal, parseAs: 'text' }),
      );
      if (answer.ok) return successSentence(answer, messages.forgotPassword.succeeded);
      throw refusedBy(answer, messages.forgotPassword.failed);
    },

    /** The returned `access` is not used: the teacher signs in again (settled reading). */
    async resetPassword(
      body: { token: string; new_password: string; confirm_password: string },
      signal: AbortSignal,
    ): Promise<string> {
      const answer = await answerOf(client.POST('/account/reset-password/', { body, signal, parseAs: 'text' }));
      if (answer.ok) return successSentence(answer, messages.resetPassword.succeeded);
      throw refusedBy(answer, messages.resetPassword.failed);
    },

    /** @returns the sentence of success, and the tokens that replace the present ones when the server gave some */
    async changePassword(
      body: { old_password: string; new_password: string; confirm_password: string },
      signal: AbortSignal,
    ): Promise<{ sentence: string; tokens: Tokens | undefined }> {
      const answer = await answerOf(client.POST('/account/change-password/', { body, signal, parseAs: 'text' }));
      if (answer.ok) {
        return { sentence: successSentence(answer, messages.changePassword.succeeded), tokens: tokensIn(answer.body) };
      }
      throw refusedBy(answer, messages.changePassword.failed);
    },
  };
}

export function sessionExpired(): ProblemError {
  return new ProblemError({ sentence: messages.session.expiredLogIn, kind: 'sessionExpired' });
}
