import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../student/src/failure';
import * as api from '../../student/src/services/attendApi';
import { pageOfProxy, stubBackend } from '../support/backend';

beforeEach(() => void vi.stubGlobal('location', new URL('https://vigil.school.example/attend')));
afterEach(() => void vi.unstubAllGlobals());

const { signal } = new AbortController();
const beat = { told: 'watching', reason: '', pictures: false, past: [], language: 'en' } as const;

const calls: Record<string, [key: string, run: () => Promise<unknown>]> = {
  'looks up a code': ['POST /attend/door/', () => api.openDoor('K7M2XQ', undefined, signal)],
  knocks: ['POST /attend/knock/', () => api.knock('K7M2XQ', { studentId: 1 }, 'T1', signal)],
  'opens a link': ['POST /attend/link/', () => api.openLink('secret', undefined, signal)],
  'uses a link up': ['POST /attend/redeem/', () => api.redeemLink('secret', 'T1', signal)],
  'sends a heartbeat': ['POST /attend/heartbeat/', () => api.sendHeartbeat('T1', { ...beat, past: [] }, signal)],
  'sends reports': ['POST /attend/reports/', () => api.sendReports('T1', [], signal)],
  'fetches the receipt': ['GET /attend/receipt/', () => api.fetchReceipt('T1', signal)],
  'sends an answer': ['POST /attend/answer/', () => api.sendAnswer('T1', { logId: '1', text: 'Hello' }, signal)],
};

const endOf = async ([key, run]: (typeof calls)[string], answer: Response) => {
  stubBackend({ [key]: answer });
  const error: unknown = await run().catch((reason: unknown) => reason);
  if (!(error instanceof Failure)) throw new Error(`It ended with ${String(error)}`);
  return error.problem;
};

const foreign: [string, Response][] = [
  ...[200, 401, 403, 404, 405, 410, 413].map((status): [string, Response] => [`${status} HTML`, pageOfProxy(status)]),
  ['404 text', new Response('404 page not found', { status: 404 })],
  ['401 and nothing', new Response(null, { status: 401 })],
  ['404 JSON of its own', Response.json({ message: 'no Route matched' }, { status: 404 })],
  ['401 that is cut short', new Response('{"detail": "You a', { status: 401 })],
];

describe.each(Object.entries(calls))('a page that %s', (_, call) => {
  test.each(foreign)('takes a proxy’s %s for no answer', async (_, answer) => {
    expect(await endOf(call, answer)).toEqual({
      kind: 'unanswered',
      sentence: 'unanswered',
    });
  });

  test.each([401, 404, 410])('believes the server’s own %i', async (status) => {
    expect(await endOf(call, Response.json({ detail: 'No.' }, { status }))).toMatchObject({ kind: 'unknown' });
  });

  test('has a sentence of its own for a refusal', async () => {
    const answer = Response.json({ detail: 'The door is full.' }, { status: 403 });
    expect(await endOf(call, answer)).toEqual({ kind: 'refused', sentence: 'failed' });
  });
});

test.each(['fetches the receipt', 'sends an answer'])('a page that %s learns that the lesson goes on', async (call) => {
  expect(await endOf(calls[call]!, Response.json({ detail: 'No.' }, { status: 409 }))).toMatchObject({
    kind: 'running',
  });
});

test.each([
  ['seconds', { 'Retry-After': '20' }, 20_000],
  ['a date', { 'Retry-After': 'Wed, 25 Nov 2026 08:00:30 GMT', Date: 'Wed, 25 Nov 2026 08:00:00 GMT' }, 30_000],
  [
    'a date that has passed',
    { 'Retry-After': 'Wed, 25 Nov 2026 08:00:00 GMT', Date: 'Wed, 25 Nov 2026 08:00:30 GMT' },
    undefined,
  ],
  ['nonsense', { 'Retry-After': 'soon' }, undefined],
])('a Retry-After of %s is parsed', async (_, headers, retryAfterMs) => {
  for (const status of [404, 429, 503]) {
    const { retryAfterMs: parsed } = await endOf(calls['sends reports']!, pageOfProxy(status, headers));
    expect(parsed).toBe(retryAfterMs);
  }
});

test.each([
  ['looks up a code', 404, { detail: 'No.' }, 'unknownCode'],
  ['looks up a code', 400, { code: ['No.'] }, 'malformed'],
  ['looks up a code', 429, { detail: 'No.' }, 'tooMany'],
  ['knocks', 400, { student_id: ['No.'] }, 'notListed'],
  ['knocks', 400, { name: ['No.'] }, 'nameless'],
  ['knocks', 400, { email: ['No.'] }, 'emailInvalid'],
  ['knocks', 400, { other: ['No.'] }, 'failed'],
  ['knocks', 409, { detail: 'No.' }, 'otherSeat'],
  ['opens a link', 404, { detail: 'No.' }, 'linkUnknown'],
  ['opens a link', 410, { detail: 'No.', link_ended: 'over' }, 'linkOver'],
  ['opens a link', 410, { detail: 'No.', link_ended: 'used' }, 'linkUsed'],
  ['opens a link', 410, { detail: 'No.', link_ended: 'replaced' }, 'linkReplaced'],
  ['opens a link', 410, { detail: 'No.', link_ended: 'revoked' }, 'linkRevoked'],
  ['opens a link', 410, { detail: 'No.', link_ended: 'lost' }, 'linkUnknown'],
  ['uses a link up', 409, { detail: 'No.' }, 'noLesson'],
  ['sends an answer', 400, { text: ['No.'] }, 'noAnswer'],
])('a page that %s names what %i %j means', async (call, status, json, sentence) => {
  expect(await endOf(calls[call]!, Response.json(json, { status }))).toMatchObject({ sentence });
});
