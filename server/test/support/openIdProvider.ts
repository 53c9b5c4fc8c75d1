import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Configuration } from 'oidc-provider';
import { vi } from 'vitest';

// It says at length that it is set up for tests.
vi.spyOn(console, 'warn').mockImplementation(() => {});
const { Provider } = await import('oidc-provider');

/** Where a client on a page of its own is sent back to. A popup's client says `postmessage` for it. */
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

/** Whoever has an account with the provider; `sub` is what they sign in with there. */
export interface Person {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  /** The organisation that has given the account. */
  hd?: string | undefined;
}

/** What the token endpoint answers. */
interface TokenAnswer {
  id_token: string;
  access_token: string;
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A signing key of a provider's; its `kid` is the name. */
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

  /** Goes on with these keys alone: signs with the first, and publishes all. */
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
    /** What its token endpoint made, oldest first. */
    answers,
    settings: (clientId = 'vigil') => ({ clientId, clientSecret: secretOf(clientId), issuer, hostedDomain: undefined }),

    /** A person's sign-in at the provider, page by page, until it sends them back. @returns the code */
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
        // A page asks who is there, the next one whether the client may know.
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

    /** Exchanges a code as its client itself would. @returns the ID token */
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

    /** @returns the status with which it answers who has such an access token */
    async userInfo(accessToken: string): Promise<number> {
      const answer = await fetch(`${issuer}/me`, { headers: { Authorization: `Bearer ${accessToken}` } });
      await answer.body?.cancel();
      return answer.status;
    },

    /** Hands out this ID token in place of its own; undefined ends that. */
    handOut(token: string | undefined) {
      idToken = token;
    },

    /** From now on takes requests to this path, too, and never answers them. */
    hold(path: string) {
      held.add(path);
    },

    /** Which paths' requests it has taken without an answer. */
    waiting,

    /** Answers everything again that comes from now on. */
    release() {
      held.clear();
    },

    /** Answers everything with 502 and this body; undefined ends that. */
    fail(body: string | undefined) {
      failure = body;
    },

    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
