/** The baseline: Fastify that checks a token like Vigil's and returns a small JSON. Sends its port to the parent. */
import { webcrypto } from 'node:crypto';
import fastify from 'fastify';
import { jwtVerify, SignJWT } from 'jose';

const key = await webcrypto.subtle.importKey(
  'raw',
  webcrypto.getRandomValues(new Uint8Array(32)),
  { name: 'HMAC', hash: 'SHA-256' },
  false,
  ['sign', 'verify'],
);
const token = await new SignJWT({ type: 'access' })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject('1')
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(key);

const app = fastify();
app.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
  await jwtVerify(authorization.replace('Bearer ', ''), key, { algorithms: ['HS256'] });
});
app.get('/', async () => ({ is_active: true }));

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => process.exit());
process.send({ url, token });
