import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as v from 'valibot';
import { HttpError } from '../../platform/http/httpError';
import type { GoogleSettings } from '../../settings';

/** Timeout of each of at most three requests, so that a sign-in ends before the browser gives up on it. */
const requestMilliseconds = 5000;

const TokenAnswer = v.object({ id_token: v.string() });
const Identity = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.literal(true),
  given_name: v.optional(v.string()),
  family_name: v.optional(v.string()),
  /** Domain of the organisation that manages the account. */
  hd: v.optional(v.string()),
});

/** A person with a verified email, according to Google. */
export interface GoogleIdentity {
  /** Stable id of the person. */
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Exchanges codes of the sign-in popup for identities. The provider's endpoints are discovered at the first use.
 *
 * @returns a function that throws HttpError 401 for an invalid code or token, and 503 when the provider does not answer
 */
export function createGoogleSignIn({ clientId, clientSecret, issuer, hostedDomain }: GoogleSettings) {
  let discovered: Promise<Awaited<ReturnType<typeof discover>>> | undefined;

  return async (code: string): Promise<GoogleIdentity> => {
    discovered ??= discover(issuer).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    const provider = await discovered;
    const answer = await ask(provider.tokenEndpoint, {
      method: 'POST',
      // A popup's code is bound to `postmessage` instead of a redirect URI.
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: 'postmessage',
      }),
    });
    const token = v.safeParse(TokenAnswer, answer.ok ? await answer.json() : undefined);
    if (!token.success) throw notVouchedFor();
    const identity = await verify(token.output.id_token, provider, clientId);
    if (hostedDomain !== undefined && identity.hd?.toLowerCase() !== hostedDomain) {
      throw new HttpError(403, { detail: `Please sign in with your Google account of ${hostedDomain}.` });
    }
    return {
      subject: identity.sub,
      email: identity.email,
      firstName: identity.given_name ?? identity.email,
      lastName: identity.family_name ?? '',
    };
  };
}

/**
 * @returns the provider's answer with its complete JSON
 * @throws HttpError 503 when there is none in time
 */
async function ask(url: string, request: RequestInit = {}): Promise<Response> {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(requestMilliseconds) });
    const body: unknown = await answer.json();
    if (answer.status < 500) return Response.json(body, { status: answer.status });
  } catch {
    // A missing, partial or unreadable answer is the same to the teacher.
  }
  throw notReached();
}

async function discover(issuer: string) {
  const address = withoutSlash(issuer);
  const answer = await ask(`${address}/.well-known/openid-configuration`);
  const Provider = v.object({
    // Must be the issuer that was asked.
    issuer: v.pipe(
      v.string(),
      v.check((given) => withoutSlash(given) === address),
    ),
    token_endpoint: v.string(),
    jwks_uri: v.pipe(v.string(), v.url()),
  });
  const provider = v.safeParse(Provider, await answer.json());
  if (!provider.success) throw notReached();
  return {
    issuer: provider.output.issuer,
    tokenEndpoint: provider.output.token_endpoint,
    keys: createRemoteJWKSet(new URL(provider.output.jwks_uri), {
      [customFetch]: ask,
      // Tokens come from the provider directly: an unknown key means that it has a new one.
      cooldownDuration: 0,
    }),
  };
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');

async function verify(idToken: string, provider: Awaited<ReturnType<typeof discover>>, audience: string) {
  try {
    const { payload } = await jwtVerify(idToken, provider.keys, {
      issuer: provider.issuer,
      audience,
      algorithms: ['RS256'],
    });
    return v.parse(Identity, payload);
  } catch (error) {
    throw error instanceof HttpError ? error : notVouchedFor();
  }
}

const notReached = () => new HttpError(503, { detail: 'Google cannot be reached. Please try again.' });
const notVouchedFor = () => new HttpError(401, { detail: 'Google login failed. Please try again.' });
