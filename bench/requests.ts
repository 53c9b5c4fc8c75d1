import type { Request } from 'autocannon';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A screenshot of 100 kB. */
export const picture = `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000)]).toString('base64')}`;

/** Placeholder in a body for a value unique to each request. */
const anew = '<anew>';
let made = 0;

/** Returns an agent's report, with new ids each time. */
export const reportOf = (key: string, events: object[]): Request => ({
  method: 'POST',
  path: '/detection/logs/',
  headers: { 'content-type': 'application/json', 'x-agent-key': key },
  body: JSON.stringify(events.map((event, number) => ({ ...event, id: `${anew} ${number}` }))),
  setupRequest: (request) => ({ ...request, body: String(request.body).replaceAll(anew, String(++made)) }),
});
