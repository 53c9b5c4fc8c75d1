import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { secureServer } from '../src/platform/http/tls';
import { readSettings } from '../src/settings';

/* A certificate for localhost, made for these tests and valid until 2126. */

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQNP+bxloOXnOUJ9+
WHsi8oJugSsVnaoOilj00zVCO7ahRANCAATkXflsZYp71T87lTE0JwqCU6QoC+hA
gurCkzOXmoMevz/JsY+6w4ZBs0LBwHpcX8WB8jRhcKidYR5uJ19y0v+Y
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUKWwy+zSvxvf/Zz8us/f2UX6ghg0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA1Mjg0M1oYDzIxMjYxMTAz
MDUyODQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATkXflsZYp71T87lTE0JwqCU6QoC+hAgurCkzOXmoMevz/JsY+6w4ZB
s0LBwHpcX8WB8jRhcKidYR5uJ19y0v+Yo28wbTAdBgNVHQ4EFgQUORjLSzh62jK4
AuArQcpBOFLDvHwwHwYDVR0jBBgwFoAUORjLSzh62jK4AuArQcpBOFLDvHwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgNkYBY7mOk1ChWWuaS67QvG3Tvcvu07YyCUWp+k/ugcUCIQDt
pP/QKcbC1pCoOgODyyangOszm8RxfgSCoX8yNcnc8g==
-----END CERTIFICATE-----`;

const folder = mkdtempSync(join(tmpdir(), 'vigil-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const settings = readSettings({ TLS_CERT: fileOf('vigil.crt', cert), TLS_KEY: fileOf('vigil.key', key) });

test('with a certificate the server itself speaks https, and says so in its address', async () => {
  expect(settings.publicUrl).toBe('https://localhost:3000');
  const app = fastify({ requestTimeout: 60_000, connectionTimeout: 120_000, ...secureServer(settings) });
  app.get('/', async () => 'over TLS');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const answer = new Promise<string>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' }, (response) =>
      response.on('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    request.on('error', reject);
  });
  expect(await answer).toBe('over TLS');
  expect(app.server.requestTimeout).toBe(60_000);
  expect(app.server.timeout).toBe(120_000);
  await app.close();
});

test('without one it speaks http', () => {
  expect(secureServer(readSettings({}))).toEqual({});
  expect(readSettings({}).publicUrl).toBe('http://localhost:3000');
});

test.each([
  ['a missing file', join(folder, 'none.crt')],
  ['a file that is no certificate', fileOf('text.crt', 'no certificate')],
])('%s stops the start with a sentence', (_, certFile) => {
  const start = () => secureServer({ ...settings, tls: { certFile, keyFile: join(folder, 'vigil.key') } });
  expect(start).toThrow(/^TLS_CERT and TLS_KEY must name the PEM files of a certificate and its key \(/);
});

test('one of the two settings alone is refused', () => {
  expect(() => readSettings({ TLS_CERT: 'vigil.crt' })).toThrow('TLS_CERT and TLS_KEY must be set together.');
});
