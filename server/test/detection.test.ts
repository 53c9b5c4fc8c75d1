import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { makeMonths } from '../src/domain/detection/months';
import { detectionSessions, detections } from '../src/domain/tables/detection';
import { sectionStudents } from '../src/domain/tables/section';
import { callsOf, report as reportTo, sighting } from './support/lessons';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  teacher = await newTeacher(server);
  token = teacher.access;
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const { get, start, stop, statusOf: status } = callsOf(() => ({ server, teacher }));
const logs = (id: number) => get(`/detection/logs/?section=${id}`);
const report = (body: unknown, key?: string) => reportTo(server, body, key);
/** Creates a section with two students and an active session. */
async function activeSection(): Promise<number> {
  const id = await newSection(server, teacher, [kai, mei]);
  await start(id);
  return id;
}

describe('sessions', () => {
  test('start and stop; repeating either is not an error', async () => {
    const id = await newSection(server, teacher);
    const inactive = {
      is_active: false,
      started_at: null,
      ends_at: null,
      agents_seen_at: null,
      agents_state: null,
      agents_refusal: null,
      resumable_until: null,
    };
    expect(await status(id)).toEqual(inactive);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const active = {
      is_active: true,
      started_at: new Date().toISOString(),
      ends_at: null,
      agents_seen_at: null,
      agents_state: 'awaited',
      agents_refusal: null,
      paused: null,
    };
    for (let times = 0; times < 2; times++) {
      const { status, body } = await start(id);
      expect([status, body]).toEqual([200, active]);
      vi.setSystemTime(Date.now() + 1000);
    }
    expect(await status(id)).toEqual(active);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await stop(id);
      expect([status, body]).toEqual([200, { ...inactive, resumable_until: expect.any(String) }]);
    }
    expect(await status(id)).toMatchObject({ is_active: false, started_at: null });
  });

  test('started from two windows at once are one session', async () => {
    const id = await newSection(server, teacher);
    await Promise.all([start(id), start(id), start(id)]);
    const rows = await server.database.db.select().from(detectionSessions).where(eq(detectionSessions.sectionId, id));
    expect(rows).toHaveLength(1);
    await stop(id);
    await start(id);
    expect(await status(id)).toMatchObject({ is_active: true });
  });

  test.each([
    [{ section_id: '1', is_active: true }, { section_id: ['This must be a whole number.'] }],
    [{ section_id: 1, is_active: false }, { is_active: ['This must be true.'] }],
    [{}, { section_id: ['This field is required.'] }],
  ])('refuse %j', async (body, expected) => {
    expect(await server.call('POST', '/detection/sessions/start/', { token, body })).toMatchObject({
      status: 400,
      body: expected,
    });
  });
});

describe('reports of agents', () => {
  test('show in the logs, newest first', async () => {
    const id = await activeSection();
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    expect(await report(sighting(id, { timestamp, details: '<b>gone</b>' }))).toMatchObject({
      status: 201,
      body: { recorded: 1 },
    });
    expect(await report([sighting(id, { student_email: ` ${mei.toUpperCase()}` }), sighting(id)])).toMatchObject({
      status: 201,
      body: { recorded: 2 },
    });
    const { results, next } = await logs(id);
    expect(next).toBeNull();
    expect(results.map((log: { student_email: string }) => log.student_email)).toEqual([kai, mei, kai]);
    expect(results[2]).toEqual({
      id: expect.any(Number),
      timestamp,
      student_name: 'Kai Driftwoodson',
      student_email: kai,
      activity_type: 'no_face',
      details: '<b>gone</b>',
      screenshot: null,
      session_id: expect.any(Number),
      source: 'Test agent',
      clock_off_seconds: null,
      review: null,
    });
  });

  test('require the key', async () => {
    const id = await activeSection();
    expect((await report(sighting(id), 'wrong')).status).toBe(401);
    expect((await server.call('POST', '/detection/logs/', { body: sighting(id), token })).status).toBe(401);
    expect((await server.call('GET', '/detection/agents/sections/', { token })).status).toBe(401);
  });

  test('require an active session of an existing section', async () => {
    const id = await newSection(server, teacher, [kai]);
    expect(await report(sighting(id))).toMatchObject({
      status: 409,
      body: { detail: `Section ${id} has no active session.` },
    });
    expect((await report(sighting(2_000_000_000))).status).toBe(404);
  });

  test.each([
    [{ section_id: 'x' }, { section_id: ['This must be a whole number.'] }],
    [{ activity_type: '' }, { activity_type: ['This field is required.'] }],
    [{ timestamp: 'yesterday' }, { timestamp: ['Enter a date and time.'] }],
    [{ timestamp: '0000-01-01T00:00:00Z' }, { timestamp: ['Enter when it was seen, during the session.'] }],
    [{ timestamp: '9999-01-01T00:00:00Z' }, { timestamp: ['Enter when it was seen, during the session.'] }],
    [{ timestamp: '2025-12-31T23:59:60Z' }, { timestamp: ['Enter when it was seen, during the session.'] }],
    [{ id: undefined }, { id: ['This field is required.'] }],
    [{ details: 'a\u0000b' }, { detail: 'The text has a character that cannot be kept.' }],
    [{ id: 'a\ud800b' }, { detail: 'The text has a character that cannot be kept.' }],
    [{ details: '\udc00' }, { detail: 'The text has a character that cannot be kept.' }],
    [{ activity_type: '\ud800\ud800' }, { detail: 'The text has a character that cannot be kept.' }],
    [{ student_email: '\udc00\ud800' }, { detail: 'The text has a character that cannot be kept.' }],
  ])('are refused with %j', async (changes, expected) => {
    const id = await activeSection();
    expect(await report(sighting(id, changes))).toMatchObject({ status: 400, body: expected });
  });

  test('with characters that cannot be stored do not stop the others', async () => {
    const id = await activeSection();
    const { body } = await report([sighting(id, { id: '\ud800' }), sighting(id, { id: '\udbff' }), sighting(id)]);
    expect(body).toMatchObject({ recorded: 1, results: [{ status: 400 }, { status: 400 }, { status: 201 }] });
    // A surrogate pair is one character.
    expect((await report(sighting(id, { details: '\ud83d\ude00' }))).status).toBe(201);
    expect((await logs(id)).results[0].details).toBe('😀');
  });

  test('have 1 to 500 events', async () => {
    const id = await activeSection();
    expect((await report([])).status).toBe(400);
    expect((await report(Array(501).fill(sighting(id)))).status).toBe(400);
    expect((await report({})).status).toBe(400);
  });

  test('may have five hundred events', async () => {
    const id = await activeSection();
    expect((await report(Array.from({ length: 500 }, () => sighting(id)))).body.recorded).toBe(500);
    expect((await logs(id)).results).toHaveLength(500);
  });

  test('agents learn which students to watch', async () => {
    const id = await activeSection();
    const watched = async () =>
      (await server.call('GET', '/detection/agents/sections/', { headers: { 'x-agent-key': agentKey } })).body.find(
        ({ section_id }: { section_id: number }) => section_id === id,
      );
    expect((await watched()).students.map(({ email }: { email: string }) => email)).toEqual([kai, mei]);
    await stop(id);
    expect(await watched()).toBeUndefined();
  });
});

describe('pages of logs', () => {
  test('yield every log once, also with times equal to the microsecond', async () => {
    const id = await activeSection();
    const [member] = await server.database.db.select().from(sectionStudents).limit(1);
    const row = { sectionId: id, studentId: member!.studentId, activityType: 'no_face' };
    const time = (index: number) =>
      sql`timestamptz '2026-01-01Z' + ${Math.floor(index / 400)} * interval '1 microsecond'`;
    const rows = Array.from({ length: 1203 }, (_, index) => ({ ...row, seenAt: time(index) }));
    await makeMonths(server.database.db, [new Date('2026-01-01Z')]);
    await server.database.db.insert(detections).values(rows);
    const seen: number[] = [];
    const sizes: number[] = [];
    let path: string | null = `/detection/logs/?section=${id}`;
    while (path !== null) {
      const { body }: { body: { results: { id: number }[]; next: string | null } } = await server.call('GET', path, {
        token,
      });
      seen.push(...body.results.map((log) => log.id));
      sizes.push(body.results.length);
      path = body.next;
    }
    expect(sizes).toEqual([500, 703]);
    expect(new Set(seen).size).toBe(1203);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  test.each(['', '?section=x', '?section=1&before=0', '?section=1&before=9007199254740992', '?section=1&section=2'])(
    'refuse %j',
    async (query) => {
      expect((await server.call('GET', `/detection/logs/${query}`, { token })).status).toBe(400);
    },
  );
});

describe('screenshots', () => {
  const gif = `data:image/gif;base64,${Buffer.from('GIF89a pixels').toString('base64')}`;
  const webp = `data:image/webp;base64,${Buffer.from('RIFF....WEBP').toString('base64')}`;
  const jpeg = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64')}`;
  const png = drawSeat(2);

  const screenshotOf = async (screenshot: string) => {
    const id = await activeSection();
    expect((await report(sighting(id, { screenshot }))).status).toBe(201);
    return (await logs(id)).results[0].screenshot;
  };

  test.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/webp', webp],
    ['image/jpeg', jpeg],
  ])('of type %s come back byte for byte by a signed address', async (type, screenshot) => {
    const address = await screenshotOf(screenshot);
    expect(address).toMatch(/^\/detection\/screenshots\/\d+\/\?seen_at=\d+&expires=\d+&signature=[\w-]{43}$/);
    const { status: found, headers, bytes } = await server.call('GET', address);
    expect(found).toBe(200);
    expect(bytes.toString('base64')).toBe(screenshot.split(',')[1]);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toMatch(/^private/);
  });

  test('with an https address keep it', async () => {
    expect(await screenshotOf('https://pictures.example/one.png')).toBe('https://pictures.example/one.png');
  });

  test('have addresses that work for ten to twenty minutes and for one picture only', async () => {
    const address = await screenshotOf(png);
    const statusAt = async (path: string) => (await server.call('GET', path)).status;
    const forged = address.replace(/signature=./, (first: string) =>
      first.endsWith('A') ? 'signature=B' : 'signature=A',
    );
    expect(await statusAt(forged)).toBe(403);
    expect(await statusAt(address.replace(/expires=\d/, 'expires=9'))).toBe(403);
    expect(await statusAt(address.replace(/screenshots\/\d+/, 'screenshots/1'))).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9.9 * 60_000 });
    expect(await statusAt(address)).toBe(200);
    vi.setSystemTime(Date.now() + 10.2 * 60_000);
    expect(await statusAt(address)).toBe(403);
  });

  test('have the same addresses in consecutive lists', async () => {
    const id = await activeSection();
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 600_000) * 600_000 });
    await report(sighting(id, { screenshot: png }));
    const [first] = (await logs(id)).results;
    vi.setSystemTime(Date.now() + 599_000);
    expect((await logs(id)).results[0].screenshot).toBe(first.screenshot);
  });

  test('are deleted with their section', async () => {
    const id = await activeSection();
    await report(sighting(id, { screenshot: png }));
    const { screenshot } = (await logs(id)).results[0];
    await server.call('DELETE', `/section/${id}/delete/`, { token, body: { password } });
    expect((await server.call('GET', screenshot)).status).toBe(404);
  });

  test.each([
    'javascript:alert(1)',
    'http://pictures.example/one.png',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml;base64,PHN2Zy8+',
    `data:image/png;base64,${Buffer.from('GIF89a').toString('base64')}`,
    'data:image/png;base64,',
    'data:constructor;base64,AAAA',
    'one.png',
  ])('security 7: refuse %s', async (screenshot) => {
    const id = await activeSection();
    expect(await report(sighting(id, { screenshot }))).toMatchObject({
      status: 400,
      body: { screenshot: [expect.stringContaining('PNG')] },
    });
    expect((await logs(id)).results).toEqual([]);
  });
});
