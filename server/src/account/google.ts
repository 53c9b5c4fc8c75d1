import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as v from 'valibot';
import { Refusal } from '../http/refusal';
import type { GoogleSettings } from '../settings';

const timeoutMilliseconds = 10_000;

const Provider = v.object({ issuer: v.string(), token_endpoint: v.string(), jwks_uri: v.string() });
const TokenAnswer = v.object({ id_token: v.string() });
const Identity = v.object({
  sub: v.string(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.literal(true),
  given_name: v.optional(v.string()),
  family_name: v.optional(v.string()),
});

/** A person whom Google has vouched for, with a verified e-mail. */
export interface GoogleIdentity {
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Exchanges codes of the sign-in popup for identities. The provider's addresses are discovered once, at the first use.
 * @returns a function that refuses with 401 whatever the provider does not vouch for
 */
export function createGoogleSignIn({ clientId, clientSecret, issuer }: GoogleSettings) {
  let discovered: Promise<Awaited<ReturnType<typeof discover>>> | undefined;

  return async (code: string): Promise<GoogleIdentity> => {
    discovered ??= discover(issuer).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    const provider = await discovered;
    const answer = await ask(provider.tokenEndpoint, {
      method: 'POST',
      // A popup's code is bound to this word in place of an address.
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
    return {
      email: identity.email,
      firstName: identity.given_name ?? identity.email,
      lastName: identity.family_name ?? '',
    };
  };
}

async function ask(url: string, request: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMilliseconds) });
  } catch {
    throw new Refusal(503, { detail: 'Google cannot be reached. Please try again.' });
  }
}

async function discover(issuer: string) {
  const answer = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const provider = v.parse(Provider, await answer.json());
  return {
    issuer: provider.issuer,
    tokenEndpoint: provider.token_endpoint,
    keys: createRemoteJWKSet(new URL(provider.jwks_uri)),
  };
}

async function verify(idToken: string, provider: Awaited<ReturnType<typeof discover>>, audience: string) {
  try {
    const { payload } = await jwtVerify(idToken, provider.keys, {
      issuer: provider.issuer,
      audience,
      algorithms: ['RS256'],
    });
    return v.parse(Identity, payload);
  } catch {
    throw notVouchedFor();
  }
}

const notVouchedFor = () => new Refusal(401, { detail: 'Google login failed. Please try again.' });
