import { hash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKnockPrice } from '../src/domain/attendance/knockPrice';
import { bounds } from '../src/domain/bounds';
import { createKeys } from '../src/domain/keys';
import { createLimits } from '../src/domain/limits';
import { findStudent } from '../src/domain/school/exportStudent';
import { attendances } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { students } from '../src/domain/tables/section';
import { keyedHash } from '../src/platform/config/secrets';
import { byDevice, type Device } from './support/lessons';
import { casesOf } from './support/long';
import { jwtSecret, startTestServer, type TestServer } from './support/server';
import { newActiveSection, newTeacher, type TestTeacher } from './support/teachers';

/** The class, its neighbours and the attacker share it. */
const address = '203.0.113.9';
const classSize = 28;

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400, students: 'teachers' });
  teacher = await newTeacher(server);
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const { knocks: keyOfKnocks } = await createKeys(jwtSecret);

const post = (path: string, body: object) => server.call('POST', path, { token: teacher.access, body, address });
const listed = async (id: number) =>
  (await server.call('GET', `/attendance/sections/${id}/`, { token: teacher.access, address })).body;

/** How a device comes by what a knock costs: with work, or, for one whose work is not what the test is about, with the server's key. */
type Purse = 'works' | 'forges' | 'none';

/** A page on a device, which pays for its knock. */
async function knock(code: string, as: object, { cookie, purse }: { cookie: string; purse: Purse }) {
  const ask = (proof?: object) =>
    server.call('POST', '/attend/knock/', {
      body: { code, ...as, ...(proof && { proof }) },
      headers: { cookie },
      address,
    });
  const answer = await ask();
  if (answer.status !== 428 || purse === 'none') return answer;
  return ask(purse === 'works' ? solve(answer.body) : forge(answer.body));
}
/** Asks for no work at all, signed by the server: a program that hashes at any speed gets this far. */
function forge({ challenge }: { challenge: string }) {
  const [lesson, , ...rest] = challenge.split('.').slice(0, -1);
  const terms = [lesson, 0, ...rest].join('.');
  return { challenge: `${terms}.${keyedHash(keyOfKnocks, terms)}`, answer: 0 };
}
function solve({ challenge, bits }: { challenge: string; bits: number }) {
  for (let answer = 0; ; answer++)
    if (hash('sha256', `${challenge}:${answer}`, 'buffer').readUInt32BE() >>> (32 - bits) === 0)
      return { challenge, answer };
}
async function cookieOf(code: string): Promise<string> {
  const door = await server.call('POST', '/attend/door/', { body: { code }, address });
  expect(door.status).toBe(200);
  return String(door.headers['set-cookie']).split(';')[0] ?? '';
}
const beat = async ({ token }: Device) =>
  (
    await server.call('POST', '/attend/heartbeat/', {
      body: { state: 'waiting' },
      ...byDevice({ token }),
      address,
    })
  ).body;

const attacks = [
  { attacker: 'without cookies, with a program that pays for each', keepsCookies: false, purse: 'forges' },
  { attacker: 'with cookies, which does not pay', keepsCookies: true, purse: 'none' },
] as const;
describe.each(casesOf(attacks, ({ keepsCookies }) => !keepsCookies))(
  'security 50: ten knocks a second for a minute $attacker',
  ({ keepsCookies, purse }) => {
    test('keep no student out, let nobody in, and cost the teacher two presses', async () => {
      const pupils = await server.database.db
        .select()
        .from(students)
        .orderBy(students.id)
        .limit(classSize + 1);
      const id = await newActiveSection(
        server,
        teacher,
        pupils.map(({ email }) => email),
      );
      const { code } = (await post('/attendance/invite/', { section_id: id })).body;
      const start = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: start });
      const attackersCookie = keepsCookies ? await cookieOf(code) : '';

      const fakes: Device[] = [];
      const honest: { pupil: { id: number }; device: Device; number: string }[] = [];
      let longest = 0;
      for (let tick = 0; tick < 600; tick++) {
        vi.setSystemTime(start + tick * 100);
        // Everybody in turn, and now and then somebody made up.
        const as =
          tick % 10 === 9
            ? { name: `Fake ${tick}`, email: `fake${tick}@x.example` }
            : { student_id: pupils[tick % pupils.length]?.id };
        const answer = await knock(code, as, { cookie: attackersCookie, purse });
        if (answer.status === 201) fakes.push(answer.body);
        // The class comes from the twentieth second on, but for one.
        const pupil = tick >= 200 && tick % 10 === 0 ? pupils[honest.length] : undefined;
        if (pupil !== undefined && honest.length < classSize) {
          const began = performance.now();
          const knocked = await knock(code, { student_id: pupil.id }, { cookie: await cookieOf(code), purse: 'works' });
          expect(knocked.status).toBe(201);
          const { state, number } = await beat(knocked.body);
          longest = Math.max(longest, performance.now() - began);
          expect(state).toBe('knocking');
          honest.push({ pupil, device: knocked.body, number });
        }
        // Those who wait poll; half of them would do.
        if (tick % 100 === 0) for (const { device } of honest) expect((await beat(device)).state).toBe('knocking');
      }
      expect(longest).toBeLessThan(10_000);
      expect(honest).toHaveLength(classSize);
      expect(fakes.length).toBeGreaterThan(purse === 'none' ? 100 : 599);

      // The list stays small, one row for each student, and offers nobody for whom nobody has vouched.
      const list = await listed(id);
      const rows = list.attendees.filter(({ student_id }: { student_id: number | null }) => student_id !== null);
      expect(rows).toHaveLength(pupils.length);
      expect(JSON.stringify(list).length).toBeLessThan(30_000);
      expect(list.is_flooded).toBe(true);
      const all = { section_id: id, ids: rows.map((row: { id: number }) => row.id), only_uncontested: true };
      expect((await post('/attendance/admit/', all)).body.not_admitted).toHaveLength(pupils.length);

      // Asks each student for the number: a press each. The flood costs two more.
      let presses = 0;
      const press = async (path: string, body: object) => {
        presses++;
        const answer = await post(path, { section_id: id, ...body });
        expect(answer.status).toBe(200);
        return answer.body;
      };
      for (const { number } of honest) await press('/attendance/admit-number/', { number });
      await press('/attendance/refuse-waiting/', { up_to: (await listed(id)).waiting_up_to });
      const renewed = await press('/attendance/invite/', { replaces: true });
      expect(presses).toBe(classSize + 2);

      for (const { device } of honest) expect((await beat(device)).state).toBe('admitted');
      const states = new Set(await Promise.all(fakes.slice(-50).map(async (fake) => (await beat(fake)).state)));
      expect(states).not.toContain('admitted');
      const after = await listed(id);
      const inside = after.attendees.filter(({ state }: { state: string }) => state !== 'refused');
      expect(inside.map((one: { id: number }) => one.id)).toEqual(honest.map(({ device }) => device.attendee_id));
      expect((await knock(code, { student_id: pupils[0]?.id }, { cookie: '', purse: 'works' })).status).toBe(404);
      // Who comes late waits at once, and the teacher asks for the number.
      const late = await knock(
        renewed.code,
        { student_id: pupils[classSize]?.id },
        { cookie: await cookieOf(renewed.code), purse: 'works' },
      );
      const { number } = await beat(late.body);
      await press('/attendance/admit-number/', { number });
      expect((await beat(late.body)).state).toBe('admitted');

      // One entry of the audit trail for all knocks of the network in a quarter of an hour.
      vi.useRealTimers();
      const { db } = server.database;
      const knocks = async () =>
        (await db.select().from(auditEntries)).filter(
          ({ action, sectionId }) => action === 'knocked' && sectionId === id,
        );
      await expect.poll(knocks, { timeout: 5000 }).not.toEqual([]);
      const entries = await knocks();
      expect(entries.length).toBeLessThanOrEqual(2);
      expect(new Set(entries.map((entry) => entry.address))).toEqual(new Set([address]));
    }, 240_000);
  },
);

describe('security 50: a door', () => {
  const kai = 'kai.driftwoodson@students.example';
  async function newLesson() {
    const id = await newActiveSection(server, teacher, [kai]);
    const { code } = (await post('/attendance/invite/', { section_id: id })).body;
    const sessionId: number = (await listed(id)).session_id;
    const studentId = Number(await findStudent(server.database.db, kai));
    /** Adds devices that wait or gave up. */
    const add = async (count: number, heardAt: Date) => {
      const row = { sessionId, studentId, status: 'knocking' as const, since: heardAt, heardAt, knockedAt: heardAt };
      await server.database.db.insert(attendances).values(Array.from({ length: count }, () => row));
    };
    return { id, code, studentId, add };
  }

  test('keeps few of those that gave up, and none of them pushes out who waits', async () => {
    const { code, studentId, add, id } = await newLesson();
    const { body: waiting } = await knock(code, { student_id: studentId }, { cookie: '', purse: 'works' });
    await add(2 * bounds.atTheDoor.gone + 1, new Date(Date.now() - 60_000));
    await knock(code, { student_id: studentId }, { cookie: '', purse: 'works' });
    const rows = await server.database.db.$count(attendances);
    expect((await beat(waiting)).state).toBe('knocking');
    expect((await listed(id)).attendees).toMatchObject([{ numbers: [expect.any(String), expect.any(String)] }]);
    await add(2 * bounds.atTheDoor.gone, new Date(Date.now() - 60_000));
    await knock(code, { student_id: studentId }, { cookie: '', purse: 'works' });
    expect(await server.database.db.$count(attendances)).toBeLessThanOrEqual(rows + bounds.atTheDoor.gone);
  });

  test('that is full asks to try again shortly, and one press of the teacher empties it', async () => {
    const { code, studentId, add, id } = await newLesson();
    await add(bounds.atTheDoor.waiting, new Date());
    const ask = () => knock(code, { student_id: studentId }, { cookie: '', purse: 'works' });
    expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
    await post('/attendance/refuse-waiting/', { section_id: id, up_to: (await listed(id)).waiting_up_to });
    expect((await ask()).status).toBe(201);
  });

  test('has a price while it is busy, which is paid once, in time and at this door only', async () => {
    vi.useFakeTimers();
    const limits = createLimits({ db: server.database.db, isShared: false });
    const door = createKnockPrice(randomBytes(32), limits);
    const lesson = { id: 1, section: { students: ['one'] } };
    const priceAt = (at = lesson, proof?: { challenge: string; answer: number }) =>
      door.charge(at, proof).then(
        () => null,
        ({ status, body }) => ({ ...body, status }),
      );
    // 20, and two for each of the section.
    for (let count = 0; count < 22; count++) expect(await priceAt()).toBeNull();
    const asked = await priceAt();
    expect(asked).toMatchObject({ status: 428, bits: 13 });
    const paid = solve(asked);
    const cheap = paid.challenge.split('.').with(1, '1').join('.');
    expect(await priceAt(lesson, { ...paid, challenge: cheap })).not.toBeNull();
    expect(await priceAt(lesson, { ...paid, answer: paid.answer + 1 })).not.toBeNull();
    expect(await priceAt(lesson, paid)).toBeNull();
    expect(await priceAt(lesson, paid)).not.toBeNull();
    const other = { ...lesson, id: 2 };
    for (let count = 0; count < 22; count++) expect(await priceAt(other)).toBeNull();
    expect(await priceAt(other, solve(await priceAt()))).not.toBeNull();
    const late = solve(await priceAt());
    // Ten times as many cost eight times as much, and it goes no higher.
    for (let count = 0; count < 400; count++) await priceAt();
    expect((await priceAt()).bits).toBe(16);
    vi.advanceTimersByTime(30_000);
    expect(await priceAt()).toBeNull();
    vi.advanceTimersByTime(90_001);
    for (let count = 0; count < 22; count++) await priceAt();
    expect(await priceAt(lesson, late)).not.toBeNull();
  });
});
