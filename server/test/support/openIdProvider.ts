import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Configuration } from 'oidc-provider';
import { vi } from 'vitest';

// It warns at length that it is configured for tests.
vi.spyOn(console, 'warn').mockImplementation(() => {});
const { Provider } = await import('oidc-provider');

/** Redirect URI of a client with a page of its own. A popup's client uses `postmessage`. */
const redirectUri = 'https://vigil.example/';
const secretOf = (clientId: string) => `the secret of ${clientId}, long enough`;
const clients: Configuration['clients'] = (
  [
    ['vigil', 'RS256'],
    ['another', 'RS256'],
    ['symmetric', 'HS256'],
  ] as const
).map(([clientId, algorithm]) => ({
  client_id: clientId,
  client_secret: secretOf(clientId),
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: algorithm,
}));

/** A person with an account; `sub` identifies them. */
export interface Person {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  /** The account's organisation. */
  hd?: string | undefined;
}

/** The token endpoint's answer. */
interface TokenAnswer {
  id_token: string;
  access_token: string;
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** Creates a signing key; its `kid` is the name. */
export async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Starts a real OpenID provider that treats popups as Google does. */
export async function startOpenIdProvider(key: JWK) {
  const people = new Map<string, Person>();
  const held = new Set<string>();
  const waiting: string[] = [];
  const answers: TokenAnswer[] = [];
  let failure: string | undefined;
  let idToken: string | undefined;
  let handle: ReturnType<InstanceType<typeof Provider>['callback']>;

  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (held.has(path)) return void waiting.push(path);
    if (failure !== undefined) return void response.writeHead(502).end(failure);
    if (path !== '/token') return handle(request, response);
    const parameters = new URLSearchParams(await text(request));
    if (parameters.get('redirect_uri') === 'postmessage') parameters.set('redirect_uri', redirectUri);
    return handle(Object.assign(request, { body: Object.fromEntries(parameters) }), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Replaces the keys: signs with the first and publishes all. */
  const useKeys = (...keys: [JWK, ...JWK[]]) => {
    const provider = new Provider(issuer, {
      clients,
      jwks: { keys },
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
      cookies: { keys: ['of the cookies'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'hd'],
      },
      conformIdTokenClaims: false,
      ttl: {
        AccessToken: 3600,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 3600,
        Interaction: 600,
        Session: 3600,
      },
      pkce: { required: () => false },
      findAccount: (_context, sub) => {
        const person = people.get(sub);
        return person && { accountId: sub, claims: () => ({ ...person }) };
      },
    });
    provider.use(async (context, next) => {
      await next();
      if (context.path !== '/token' || context.status !== 200) return;
      answers.push(context.body as TokenAnswer);
      if (idToken) context.body = { ...(context.body as TokenAnswer), id_token: idToken };
    });
    handle = provider.callback();
  };
  useKeys(key);

  return {
    issuer,
    useKeys,
    /** Tokens issued by the token endpoint, oldest first. */
    answers,
    settings: (clientId = 'vigil') => ({ clientId, clientSecret: secretOf(clientId), issuer, hostedDomain: undefined }),

    /** Signs a person in at the provider, page by page. @returns the code */
    async signIn(person: Person, clientId = 'vigil'): Promise<string> {
      people.set(person.sub, person);
      const cookies = new Map<string, string>();
      const ask = async (url: URL, form?: URLSearchParams) => {
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
          ...(form && { method: 'POST', body: form }),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        return answer;
      };
      const wish = { client_id: clientId, response_type: 'code', scope: 'openid email profile' };
      let url = new URL(`/auth?${new URLSearchParams({ ...wish, redirect_uri: redirectUri })}`, issuer);
      let answer = await ask(url);
      for (;;) {
        const next = answer.headers.get('location');
        const html = await answer.text();
        // One page asks who it is, the next one for consent.
        const [, prompt] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
        if (next === null && prompt === undefined) throw new Error(`${url} answered ${answer.status}: ${html}`);
        url = new URL(next ?? url, url);
        const code = url.searchParams.get('code');
        if (code !== null) return code;
        answer = await ask(
          url,
          next === null ? new URLSearchParams({ prompt: prompt ?? '', login: person.sub, password: 'any' }) : undefined,
        );
      }
    },

    /** Exchanges a code as the client would. @returns the ID token */
    async exchange(code: string, clientId: string): Promise<string> {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id: clientId,
          client_secret: secretOf(clientId),
          redirect_uri: redirectUri,
        }),
      });
      const body = (await answer.json()) as TokenAnswer;
      if (!answer.ok) throw new Error(`The exchange was refused: ${JSON.stringify(body)}`);
      return body.id_token;
    },

    /** @returns the status of a userinfo request with the access token */
    async userInfo(accessToken: string): Promise<number> {
      const answer = await fetch(`${issuer}/me`, { headers: { Authorization: `Bearer ${accessToken}` } });
      await answer.body?.cancel();
      return answer.status;
    },

    /** Issues this ID token instead of its own; undefined restores it. */
    handOut(token: string | undefined) {
      idToken = token;
    },

    /** Accepts requests to this path from now on without answering. */
    hold(path: string) {
      held.add(path);
    },

    /** Paths whose requests were left unanswered. */
    waiting,

    /** Answers all later requests again. */
    release() {
      held.clear();
    },

    /** Answers everything with 502 and this body; undefined restores it. */
    fail(body: string | undefined) {
      failure = body;
    },

    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
