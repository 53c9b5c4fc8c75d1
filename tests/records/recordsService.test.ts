import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Problem } from '../../src/problem';
import { type Answer, apiUrl, pageForSuccess, pageOfProxy, stubBackend } from '../support/backend';
import { createServices, type ServiceOptions, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

const logsKey = 'GET /detection/logs/';

async function logsOf(json: unknown, options: ServiceOptions = {}) {
  stubBackend({ [logsKey]: { json } });
  return (await createServices(options).records.fetchLogs('7', null, signal)).logs;
}

const screenshotOf = async (screenshot: unknown, options?: ServiceOptions) =>
  (await logsOf([{ id: 1, screenshot }], options))[0]!.screenshot;

describe('3 detection logs', () => {
  const time = Date.UTC(2026, 10, 23, 9);
  test('an extension: who reported it, if known', async () => {
    const sources = ['Room 12', 'simulated', '', null, 7, undefined];
    const logs = await logsOf(sources.map((source, id) => ({ id, source })));
    expect(logs.map(({ source }) => source)).toEqual(['Room 12', 'simulated', '', '', '', '']);
  });

  test('an extension: what the student has answered', async () => {
    const logs = await logsOf(['My \u202epen', '', null, 7, undefined].map((answer, id) => ({ id, answer })));
    expect(logs.map(({ answer }) => answer)).toEqual(['My pen', undefined, undefined, undefined, undefined]);
  });

  test('an extension: how far the agent’s clock was off', async () => {
    const logs = await logsOf(
      [180, -240, null, '3', undefined].map((clock_off_seconds, id) => ({ id, clock_off_seconds })),
    );
    expect(logs.map(({ clockOffSeconds }) => clockOffSeconds)).toEqual([180, -240, undefined, undefined, undefined]);
  });

  test('extensions: the session and the review; a missing field differs from no review yet', async () => {
    const review = { state: 'dismissed', note: 'A poster', reviewed_at: '2026-11-23T09:00:00Z' };
    const read = await logsOf([
      { id: 1, session_id: 12, review },
      { id: 2, session_id: null, review: null },
      { id: 3 },
      { id: 4, session_id: {}, review: { state: 'burnt' } },
      { id: 5, review: { state: 'seen' } },
    ]);
    expect(read.map(({ sessionId }) => sessionId)).toEqual(['12', null, null, null, null]);
    expect(read.map((log) => log.review)).toEqual([
      { state: 'dismissed', note: 'A poster', reviewedAt: time },
      null,
      undefined,
      null,
      { state: 'seen', note: '', reviewedAt: null },
    ]);
  });

  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  /** Saves the reviews of all logs of a call but those that have this one. */
  const reviewing = (refused: number) => (request: { body: unknown }) => {
    const { ids } = request.body as { ids: number[] };
    if (ids.includes(refused)) return { status: 500 };
    return { json: ids.map((id) => ({ id, review: { state: 'seen', note: '', reviewed_at: null } })) };
  };

  test('one call reviews at most 500 logs, by number; a part that fails is told, and the rest not sent', async () => {
    const key = 'POST /detection/logs/review/';
    const { calls } = stubBackend({ [key]: reviewing(501) });
    const { change, left } = await createServices().records.reviewLogs(
      numbers(1, 1_200).map(String),
      { state: 'seen' },
      signal,
    );
    expect(calls(key).map(({ body }) => body)).toEqual([
      { state: 'seen', ids: numbers(1, 500) },
      { state: 'seen', ids: numbers(501, 1_000) },
    ]);
    expect(change.kind === 'reviewed' && Object.keys(change.reviews)).toEqual(numbers(1, 500).map(String));
    expect(left).toMatchObject({
      sentence: 'The review of 700 of 1200 detections could not be saved. Please try again.',
      kind: 'failed',
    });
  });

  test('logs are deleted four at a time; once one fails, the rest stay and are counted', async () => {
    const calls: string[] = [];
    stubBackend(
      Object.fromEntries(
        numbers(1, 40).map((id) => [
          `DELETE /detection/logs/${id}/`,
          () => {
            calls.push(String(id));
            return { status: id === 6 ? 500 : 204 };
          },
        ]),
      ),
    );
    const { records } = createServices();
    const { change, left } = await records.deleteLogs(numbers(1, 40).map(String), signal);
    const ids = change.kind === 'deleted' ? change.ids : [];
    expect([...ids, '6'].toSorted()).toEqual(calls.toSorted());
    expect(ids.length).toBeGreaterThanOrEqual(4);
    expect(ids.length).toBeLessThan(20);
    expect(left?.sentence).toBe(`${40 - ids.length} of 40 detections could not be deleted. Please try again.`);
  });

  test('a review is sent with its note, and the answer holds the stored review of each log', async () => {
    const key = 'POST /detection/logs/review/';
    const reviewed_at = '2026-11-23T09:00:00Z';
    const { calls } = stubBackend({
      [key]: {
        json: [
          { id: 1, review: { state: 'dismissed', note: 'The lamp', reviewed_at } },
          { id: 2, review: null },
        ],
      },
    });
    const { records } = createServices();
    expect(await records.reviewLogs(['1', '2'], { state: 'dismissed', note: 'The lamp' }, signal)).toEqual({
      change: {
        kind: 'reviewed',
        reviews: { 1: { state: 'dismissed', note: 'The lamp', reviewedAt: Date.parse(reviewed_at) }, 2: null },
      },
      left: null,
    });
    expect(calls(key)[0]?.body).toEqual({ ids: [1, 2], state: 'dismissed', note: 'The lamp' });
  });

  test('a missing log counts as deleted: browsers resend a DELETE whose connection broke', async () => {
    stubBackend({ 'DELETE /detection/logs/1/': { status: 404 }, 'DELETE /detection/sessions/12/': { status: 404 } });
    const { records } = createServices();
    expect((await records.deleteLogs(['1'], signal)).change).toEqual({ kind: 'deleted', ids: ['1'] });
    expect(await records.deleteLesson('12', signal)).toEqual({ kind: 'lessonDeleted', lessonId: '12' });
  });

  test('a review of a deleted log says so', async () => {
    stubBackend({ 'POST /detection/logs/review/': { status: 404 } });
    await expect(createServices().records.reviewLogs(['1'], { state: 'seen' }, signal)).rejects.toMatchObject({
      problem: { sentence: 'This detection has been deleted in the meantime.', kind: 'notFound' },
    });
    await expect(createServices().records.reviewLogs(['1', '2'], { state: 'seen' }, signal)).rejects.toMatchObject({
      problem: { sentence: 'Some of these detections have been deleted in the meantime. Please try again.' },
    });
  });

  test.each<[string, Answer, Partial<Problem>]>([
    ['is refused', { status: 400 }, { kind: 'refused' }],
    ['is not answered', 'fail', { kind: 'unanswered', hint: 'No answer from the server' }],
    ['is answered with a page', pageForSuccess, { kind: 'failed' }],
    ['is answered by a proxy that knows of nothing', pageOfProxy(404), { kind: 'unanswered' }],
  ])('changing what %s says what to do', async (_, answer, problem) => {
    stubBackend({ 'POST /detection/logs/review/': answer, 'DELETE /detection/logs/1/': answer });
    const { records } = createServices();
    await expect(records.reviewLogs(['1'], { state: 'seen' }, signal)).rejects.toMatchObject({
      problem: { sentence: 'Your review could not be saved. Please try again.', ...problem },
    });
    await expect(records.deleteLogs(['1'], signal)).rejects.toMatchObject({
      problem: { sentence: 'The detection could not be deleted. Please try again.', ...problem },
    });
  });
});

describe('7 logs', () => {
  test('a 401 on a later page is renewed like any other', async () => {
    const backend = stubBackend({
      [logsKey]: ({ path, headers }) => {
        if (!path.includes('page')) return { json: { results: [], next: '/detection/logs/?section=7&page=2' } };
        return headers.get('authorization') === 'Bearer access-2' ? { json: [{ id: 1 }] } : { status: 401 };
      },
    });
    const { records, renewAccessToken } = createServices({ renewed: 'access-2' });
    expect((await records.fetchLogs('7', null, signal)).logs).toHaveLength(1);
    expect(renewAccessToken.mock.calls).toEqual([['access-1', false]]);
    expect(backend.sent).toHaveLength(3);
  });
});

describe('extensions: very many logs', () => {
  const first = '/detection/logs/?section=7';
  const since = (change: number) => `${first}&since=${change}`;
  const named = (...ids: number[]) => ids.map((id) => ({ id, timestamp: id }));

  test('with a total, every page but the last publishes the logs so far and how many are missing', async () => {
    stubBackend({
      [logsKey]: ({ path }) => ({
        json: path.includes('page=3')
          ? { results: named(1) }
          : path.includes('page=2')
            ? { results: named(3, 2), next: `${first}&page=3` }
            : { count: 5, results: named(5, 4), next: `${first}&page=2`, newer: since(8) },
      }),
    });
    const parts: [string[], number][] = [];
    const answer = await createServices().records.fetchLogs('7', null, signal, (logs, missing) =>
      parts.push([logs.map(({ id }) => id), missing]),
    );
    expect(parts).toEqual([
      [['5', '4'], 3],
      [['5', '4', '3', '2'], 1],
    ]);
    expect(answer).toMatchObject({ kind: 'all', logs: { length: 5 }, newer: `${apiUrl}${since(8)}` });
  });

  test('without a total nothing is published before all are loaded: the count would be wrong', async () => {
    stubBackend({
      [logsKey]: ({ path }) => ({
        json: { results: named(1), next: path.includes('page') ? null : `${first}&page=2` },
      }),
    });
    const onPart = vi.fn();
    await createServices().records.fetchLogs('7', null, signal, onPart);
    expect(onPart).not.toHaveBeenCalled();
  });

  test('a very long list is published in parts: the first page, then ten thousand at a time between frames', async () => {
    const ids = Array.from({ length: 20_021 }, (_, place) => 20_021 - place);
    stubBackend({ [logsKey]: { json: named(...ids.toReversed()) } });
    const parts: [newest: string | undefined, count: number, missing: number][] = [];
    let breaths = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      breaths += 1;
    };
    const answer = await createServices().records.fetchLogs('7', null, signal, (logs, missing) => {
      expect(breaths).toBe(parts.length);
      port2.postMessage(null);
      parts.push([logs[0]?.id, logs.length, missing]);
    });
    port1.close();
    expect(parts).toEqual([
      ['20021', 20, 20_001],
      ['20021', 10_020, 10_001],
      ['20021', 20_020, 1],
    ]);
    expect(answer.logs.map(({ id }) => id)).toEqual(ids.map(String));
  });

  test('a list of ten thousand is published at once', async () => {
    stubBackend({ [logsKey]: { json: named(...Array.from({ length: 10_000 }, (_, place) => place + 1)) } });
    const onPart = vi.fn();
    await createServices().records.fetchLogs('7', null, signal, onPart);
    expect(onPart).not.toHaveBeenCalled();
  });

  test('newer logs take one request, with the token', async () => {
    const backend = stubBackend({ [logsKey]: { json: { results: named(6), deleted: [2, '3'], newer: since(9) } } });
    const answer = await createServices().records.fetchLogs('7', `${apiUrl}${since(8)}`, signal);
    expect(answer).toMatchObject({
      ...{ kind: 'newer', logs: [{ id: '6' }], deletedIds: ['2', '3'], newer: `${apiUrl}${since(9)}` },
    });
    expect(backend.sent.map(({ url }) => url)).toEqual([`${apiUrl}${since(8)}`]);
    expect(backend.sent[0]?.headers.get('authorization')).toBe('Bearer access-1');
  });

  test.each(['https://evil.example/', '//evil.example/', 7])(
    'a newer of another origin, %j, is none',
    async (newer) => {
      stubBackend({ [logsKey]: { json: { results: [], newer } } });
      expect((await createServices().records.fetchLogs('7', null, signal)).newer).toBeNull();
    },
  );

  test.each([409, 410])('an expired address (%i) fetches everything', async (status) => {
    const backend = stubBackend({
      [logsKey]: ({ path }) => (path.includes('since') ? { status } : { json: { results: named(1), newer: since(9) } }),
    });
    const answer = await createServices().records.fetchLogs('7', `${apiUrl}${since(1)}`, signal);
    expect(answer).toMatchObject({ kind: 'all', logs: [{ id: '1' }], newer: `${apiUrl}${since(9)}` });
    expect(backend.sent).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['503', { status: 503 }],
    ['404', { status: 404 }],
    ['no answer', 'fail'],
  ])('%s does not fetch everything', async (_, answer) => {
    const backend = stubBackend({ [logsKey]: answer });
    await expect(createServices().records.fetchLogs('7', `${apiUrl}${since(1)}`, signal)).rejects.toThrow();
    expect(backend.sent).toHaveLength(1);
  });
});

describe('3 screenshots: only what can be shown safely', () => {
  test.each([
    'https://pictures.example/1.png',
    'data:image/png;base64,AAAA',
    'data:image/jpeg;base64,AAAA',
    'data:image/webp;base64,AAAA',
    'data:image/gif;base64,AAAA',
    'DATA:IMAGE/PNG;base64,AAAA',
  ])('security 7: %s is', async (screenshot) => {
    expect(await screenshotOf(screenshot)).toBe(screenshot);
  });

  test('security 7: an address on the backend’s own origin is, even without https, and relative ones resolve there', async () => {
    const options = { baseUrl: 'http://localhost:8000' };
    expect(await screenshotOf('/media/1.png', options)).toBe('http://localhost:8000/media/1.png');
    expect(await screenshotOf('http://localhost:8000/media/1.png', options)).toBe('http://localhost:8000/media/1.png');
    expect(await screenshotOf('http://localhost:9000/media/1.png', options)).toBeNull();
  });

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'data:image/pngx;base64,AAAA',
    'data:,image/png;',
    'http://pictures.example/1.png',
    'blob:https://pictures.example/1',
    'blob:https://api.school.example/1',
    'file:///etc/passwd',
    'vbscript:x',
    'https://[',
    '',
    null,
  ])('security 7: %j is not', async (screenshot) => {
    expect(await screenshotOf(screenshot)).toBeNull();
  });
});

describe('lessons', () => {
  const sessionsKey = 'GET /detection/sessions/';

  test('are read from every page, newest first, skipping unreadable ones', async () => {
    const lesson = (id: unknown, day: number, ended_at: unknown = null) => ({
      ...{ id, section: 7, counts: {}, student_count: 0 },
      ...{ started_at: `2026-11-${day}T08:02:00Z`, ended_at },
    });
    const backend = stubBackend({
      [sessionsKey]: ({ path }) => ({
        json: path.includes('before=12')
          ? { results: [lesson('11', 18, '2026-11-18T08:47:00Z'), lesson(10, 19, 'later')], next: null }
          : {
              results: [lesson(13, 23), { id: 12 }, { ...lesson(9, 20), started_at: null }],
              next: '/detection/sessions/?section=7&before=12',
            },
      }),
    });
    expect(await createServices().records.fetchLessons('7', signal)).toEqual([
      { id: '13', startedAt: Date.UTC(2026, 10, 23, 8, 2), endedAt: null },
      { id: '10', startedAt: Date.UTC(2026, 10, 19, 8, 2), endedAt: null },
      { id: '11', startedAt: Date.UTC(2026, 10, 18, 8, 2), endedAt: Date.UTC(2026, 10, 18, 8, 47) },
    ]);
    expect(backend.sent.map(({ path }) => path)).toEqual([
      '/detection/sessions/?section=7',
      '/detection/sessions/?section=7&before=12',
    ]);
  });
});
