import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { logIn, newEmail, newTeacher, password, register } from './support/teachers';

/** A provider as small as OpenID Connect allows: discovery, keys, and a token endpoint that answers one good code. */
let provider: Server;
let issuer: string;
let server: TestServer;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let idToken: () => Promise<string>;
let lastExchange: URLSearchParams;

beforeAll(async () => {
  keys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' };
  provider = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.url?.endsWith('/openid-configuration')) {
      answer(200, { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` });
    } else if (request.url === '/keys') {
      answer(200, { keys: [jwk] });
    } else {
      lastExchange = new URLSearchParams(await text(request));
      if (lastExchange.get('code') === 'good') answer(200, { id_token: await idToken() });
      else answer(400, { error: 'invalid_grant' });
    }
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  server = await startTestServer({ google: { clientId: 'us', clientSecret: 'hush', issuer } });
});
afterAll(async () => {
  await server.close();
  provider.close();
});

let email: string;
const claims = (changes: object = {}) => ({
  sub: '42',
  email,
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Beispiel',
  iss: issuer,
  aud: 'us',
  ...changes,
});
const sign = (payload: object, key = keys.privateKey) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setExpirationTime('1h').sign(key);
const enter = (code = 'good') => server.call('POST', '/account/login/google/', { body: { code } });

beforeEach(() => {
  email = newEmail();
  idToken = () => sign(claims());
});

describe('signing in with Google', () => {
  test('creates an account for a new e-mail, once', async () => {
    const first = await enter();
    expect(first.status).toBe(200);
    const { body } = await server.call('GET', '/account/current-user/', { token: first.body.access });
    expect(body).toMatchObject({ first_name: 'Grace', last_name: 'Beispiel', email });
    const second = await enter();
    const again = await server.call('GET', '/account/current-user/', { token: second.body.access });
    expect(again.body.id).toBe(body.id);
  });

  test('exchanges the code as a popup must', async () => {
    await enter();
    expect(Object.fromEntries(lastExchange)).toEqual({
      grant_type: 'authorization_code',
      code: 'good',
      client_id: 'us',
      client_secret: 'hush',
      redirect_uri: 'postmessage',
    });
  });

  test('opens the account that has the e-mail, and its password goes on', async () => {
    const teacher = await newTeacher(server);
    email = teacher.email.toUpperCase();
    const { body } = await enter();
    const user = await server.call('GET', '/account/current-user/', { token: body.access });
    expect(user.body).toMatchObject({ email: teacher.email, first_name: 'Ada' });
    expect((await logIn(server, teacher.email)).status).toBe(200);
  });

  test('takes away a password that was set without owning the e-mail', async () => {
    email = await register(server);
    expect((await enter()).status).toBe(200);
    expect((await logIn(server, email, password)).status).toBe(401);
  });

  test.each([
    ['a code the provider refuses', 'bad', () => sign(claims())],
    ['an e-mail that is not verified', 'good', () => sign(claims({ email_verified: false }))],
    ['a token for another audience', 'good', () => sign(claims({ aud: 'them' }))],
    ['a token of another issuer', 'good', () => sign(claims({ iss: 'https://elsewhere.example' }))],
    ['a token signed by another key', 'good', async () => sign(claims(), (await generateKeyPair('RS256')).privateKey)],
    ['a token without an e-mail', 'good', () => sign(claims({ email: undefined }))],
    ['no token', 'good', async () => ''],
  ])('refuses %s', async (_what, code, token) => {
    idToken = token;
    expect(await enter(code)).toMatchObject({
      status: 401,
      body: { detail: 'Google login failed. Please try again.' },
    });
  });

  test('says so when the provider cannot be reached, and when none is set', async () => {
    const database = await openTestDatabase();
    const unreachable = { clientId: 'us', clientSecret: 'hush', issuer: 'http://127.0.0.1:1' };
    const [offline, unset] = [
      await startTestServer({ google: unreachable }, database),
      await startTestServer({}, database),
    ];
    const body = { code: 'good' };
    expect(await offline.call('POST', '/account/login/google/', { body })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('cannot be reached') },
    });
    expect(await unset.call('POST', '/account/login/google/', { body })).toMatchObject({
      status: 503,
      body: { detail: 'Google sign-in is not set up.' },
    });
    await Promise.all([offline.close(), unset.close()]);
    await database.close();
  });
});
