import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { drawSeat } from '../simulator/picture';
import { attendanceLinks, attendances } from '../src/domain/tables/attendance';
import { excuses } from '../src/domain/tables/detection';
import { namedStudents, sectionStudents, sections, sectionTeachers, students } from '../src/domain/tables/section';
import { readContract } from '../src/platform/http/contract';
import { report, sighting } from './support/lessons';
import { isLong } from './support/long';
import { atEnds, type Likely, mostly, type OddRequest, requests } from './support/requests';
import { type Answer, agentKey, startTestServer, type TestServer } from './support/server';
import { kai, logIn, mailTo, newTeacher, password, type TestTeacher } from './support/teachers';

/*
 * Whatever one teacher or a stranger sends, the server answers by the contract, and nothing of another teacher's shows or changes, not
 * even to a teacher with whom it was shared before.
 */

const times = isLong ? 20_000 : 1000;
const longestMilliseconds = isLong ? 900_000 : 150_000;
/** Repeats a run: SEED=… npx vitest run --project server server/test/properties.test.ts */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** In every text that the other teacher owns, and in no request. */
const mark = 'quetzal';
/** As a student's device sends it. */
const smallJpeg = `data:image/jpeg;base64,${Buffer.from(`ffd8ffdb004300${'10'.repeat(64)}ffc0000b0800f0014001011100ffda0008010100003f005affd9`, 'hex').toString('base64')}`;

let server: TestServer;
let sender: TestTeacher;
let other: TestTeacher;
let otherIds: number[];
let throwaway: string[];
/** The sender's last lesson, which is over, and the one that goes on. */
let lessons: Lesson[] = [];
/** The other teacher's. The first is stopped and restarted. */
let othersLessons: Lesson[];
/** The made-up students, of whom each lesson has the first ones. They take turns. */
let classmates: Student[];
/** Messages to the sender's two sockets and to the other teacher's. */
const heard = { sender: '', stranger: '', other: '' };
const sockets: WebSocket[] = [];

type Student = typeof students.$inferSelect;

/** What requests name of a lesson. */
interface Lesson {
  section: number;
  session: number;
  code: string;
  students: Student[];
  attendees: number[];
  /** Tokens of devices that were admitted; the last one is only for leaving. */
  devices: string[];
  /** What the screen of the stranger who knocks shows. */
  number: string;
  /** The secret of a student's link. */
  link: string;
  epoch: string;
  logs: number[];
  /** The log of the first device's student, who answers once the lesson is over. */
  answered: number;
  /** The cursor of later changes of the logs. */
  since: number;
  /** The signed address of a log's picture. */
  picture: URL;
}

const by = ({ access }: TestTeacher) => ({ token: access });
const post = (teacher: TestTeacher, path: string, body: object) => server.call('POST', path, { ...by(teacher), body });
const switchSession = (action: 'start' | 'stop', teacher: TestTeacher, section_id: number) =>
  post(teacher, `/detection/sessions/${action}/`, { section_id, ...(action === 'start' && { is_active: true }) });

/** Adds a student without an email to a section. */
async function addNamed(sectionId: number, name: string): Promise<Student> {
  const { db } = server.database;
  const [{ id } = expect.fail()] = await db.insert(students).values({ name, email: randomUUID() }).returning();
  const [student = expect.fail()] = await db
    .update(students)
    .set({ email: `id:${id}` })
    .where(eq(students.id, id))
    .returning();
  await db.insert(namedStudents).values({ sectionId, studentId: id });
  await db.insert(sectionStudents).values({ sectionId, studentId: id });
  return student;
}

/**
 * Starts a lesson in a new section that asks for pictures. Its first student is excused and has a link. The others attend, and have
 * logs except for the last one. One more has no email. A stranger knocks.
 * @param text in everything that is written in it
 */
async function newLesson(
  teacher: TestTeacher,
  subject: string,
  members: Student[],
  [text, screenshot]: [text: string, screenshot: string],
): Promise<Lesson> {
  const { db } = server.database;
  const { id: teacherId } = (await server.call('GET', '/account/current-user/', by(teacher))).body;
  // A teacher's calls may create only a few a minute.
  const section = { teacherId, name: text, subject, asksForPictures: true };
  const [{ id: section_id } = expect.fail()] = await db.insert(sections).values(section).returning();
  const [linked = expect.fail(), ...attending] = members;
  await db.insert(sectionStudents).values(members.map(({ id }) => ({ sectionId: section_id, studentId: id })));
  await switchSession('start', teacher, section_id);
  const { code } = (await post(teacher, '/attendance/invite/', { section_id })).body;
  const knock = async (visitor: object) =>
    (await server.call('POST', '/attend/knock/', { body: { code, ...visitor } })).body;
  const knocked = [];
  for (const { id } of attending) knocked.push(await knock({ student_id: id }));
  const ids = knocked.map(({ attendee_id }) => attendee_id);
  await post(teacher, '/attendance/admit/', { section_id, ids });
  const devices = knocked.map(({ token }) => token);
  const beat = { state: 'paused', reason: text, sends_pictures: true };
  const tell = async (token: string, body: object) =>
    (await server.call('POST', '/attend/heartbeat/', { body, headers: { authorization: `Attend ${token}` } })).body;
  const { epoch } = await tell(devices[0], beat);
  const { attendee_id, token } = await knock({ name: text, email: `${text}@guests.example` });
  const { number } = await tell(token, { ...beat, state: 'waiting' });
  const event = { activity_type: text, details: text, screenshot };
  const reported = attending.slice(0, -1);
  await report(
    server,
    reported.map(({ email }) => sighting(section_id, { ...event, student_email: email })),
  );
  const excuse = { section_id, student_id: linked.id, minutes: 120, reason: text };
  const { session_id } = (await post(teacher, '/attendance/excuse/', excuse)).body;
  await post(teacher, '/attendance/links/', { section_id, student_ids: [linked.id] });
  const { results, newer } = (await server.call('GET', `/detection/logs/?section=${section_id}`, by(teacher))).body;
  return {
    ...{ section: section_id, session: session_id, code, devices, number, epoch },
    students: [...members, await addNamed(section_id, text)],
    attendees: [...ids, attendee_id],
    link: new URL((await mailTo(server, linked.email)).link).hash.slice('#link='.length),
    logs: results.map(({ id }: { id: number }) => id),
    answered: results.find(({ student_email }: { student_email: string }) => student_email === attending[0]?.email).id,
    since: Number(new URL(newer, 'http://localhost').searchParams.get('since')),
    picture: new URL(results[0].screenshot, 'http://localhost'),
  };
}

/** Ends the sender's lesson, has a student answer, and starts the next one, as requests end lessons, use up links and delete what they can. */
async function nextLesson(): Promise<void> {
  for (const { section, devices, answered: log_id } of lessons) {
    await switchSession('stop', sender, section);
    const headers = { authorization: `Attend ${devices[0]}` };
    await server.call('POST', '/attend/answer/', { body: { log_id, text: 'I was here.' }, headers });
  }
  classmates.push(...classmates.splice(0, 1));
  const next = await newLesson(sender, 'Physics', classmates.slice(0, 4), ['no_face', drawSeat(1)]);
  lessons = [...lessons, next].slice(-2);
}

beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  const { db } = server.database;
  classmates = await db.select().from(students);
  [sender, other] = [await newTeacher(server), await newTeacher(server)];
  throwaway = [];
  // Of a third one, because the sender's own sockets close with every password change.
  const { email } = await newTeacher(server);
  for (let count = 0; count < 10; count++) throwaway.push((await logIn(server, email)).body.refresh);

  othersLessons = [];
  for (const subject of [`${mark} one`, `${mark} two`]) {
    const people = ['ada', 'bo', 'cy', 'di'].map((name) => ({
      name: `${mark} ${name}`,
      email: `${name}@${subject.replace(' ', '-')}.example`,
    }));
    const members = await db.insert(students).values(people).returning();
    othersLessons.push(await newLesson(other, subject, members, [mark, `https://x.example/${mark}`]));
  }
  otherIds = othersLessons.map(({ section }) => section);
  // The sender was a teacher of both: one sharing is over, the other was taken back.
  const [over = expect.fail(), takenBack = expect.fail()] = otherIds;
  const sharing = { email: sender.email, role: 'co-teacher' as const, until: new Date(Date.now() - 1) };
  await db.insert(sectionTeachers).values({ ...sharing, sectionId: over });
  await post(other, `/section/${takenBack}/teachers/`, { ...sharing, until: null });
  await post(other, `/section/${takenBack}/remove-teacher/`, { email: sender.email });
  for (let count = 0; count < 2; count++) await nextLesson();

  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  for (const [name, token] of [
    ['sender', sender.access],
    ['stranger', 'nonsense'],
    ['other', other.access],
  ] as const) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/detection/?token=${token}`);
    socket.on('message', (data) => {
      heard[name] += `${data}\n`;
    });
    await once(socket, 'open');
    sockets.push(socket);
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await server.close();
});

/** Without what the sender shares, and `recent_starts`, because the test itself restarts one of the sessions. */
async function sectionsOfTheOther(): Promise<Pick<Answer, 'status' | 'body'>> {
  const { status, body } = await server.call('GET', '/section/list/', by(other));
  const own = body.filter((section: object) => !('shared' in section));
  return { status, body: own.map((section: object) => ({ ...section, recent_starts: undefined })) };
}

/** Returns everything that the other teacher can see. */
async function whatTheOtherHas(): Promise<string> {
  const seen: Pick<Answer, 'status' | 'body'>[] = [
    await server.call('GET', '/account/current-user/', by(other)),
    await sectionsOfTheOther(),
  ];
  for (const id of otherIds) {
    seen.push(await server.call('GET', `/detection/logs/?section=${id}`, by(other)));
    const { status, body } = await server.call('GET', `/detection/sessions/status/${id}/`, by(other));
    // Without `started_at`, because one of the sessions is stopped and restarted.
    seen.push({ status, body: body.is_active });
  }
  seen.push(await logIn(server, other.email));
  const { db } = server.database;
  const { session } = othersLessons.at(-1)!;
  const attended = [
    await db.select().from(attendances).where(eq(attendances.sessionId, session)).orderBy(attendances.id),
    await db.select().from(attendanceLinks).where(eq(attendanceLinks.sessionId, session)),
    await db.select().from(excuses).where(eq(excuses.sessionId, session)),
  ];
  return JSON.stringify([...seen.map(({ status, body }) => [status, Object(body).access ? true : body]), attended]);
}

type Weigh = (operation: string) => number;
type Draw = <Known extends Likely>(likely: Known) => Known;

/** @param drawn changes the plausible values @param weightOf how often an operation is called, compared with others */
function oddRequests(drawn: Draw, weightOf: Weigh): fc.Arbitrary<OddRequest> {
  /** One of what these lessons have by the time of a request. */
  const of = <Value>(those: () => Lesson[], valuesOf: (lesson: Lesson) => Value[]) =>
    fc.noBias(fc.nat()).map((index) => {
      const values = those().flatMap(valuesOf);
      return values[index % values.length];
    });
  // The one that goes on counts twice.
  const own = () => [...lessons, ...lessons.slice(-1)];
  const all = () => [...own(), ...othersLessons, ...othersLessons.slice(-1)];
  const over = () => lessons.slice(0, 1);
  const running = () => lessons.slice(-1);
  const sectionIds = of(all, ({ section }) => [section]);
  const sessionIds = of(all, ({ session }) => [session]);
  const logIds = fc.oneof(
    of(own, ({ logs }) => logs),
    of(all, ({ logs }) => logs),
  );
  const studentIds = mostly(
    of(running, (lesson) => lesson.students.map(({ id }) => id)),
    of(all, (lesson) => lesson.students.map(({ id }) => id)),
  );
  const ofPicture = (read: (picture: URL) => unknown) => of(running, ({ picture }) => [read(picture)]);
  const likely = {
    id: fc.oneof(
      sectionIds,
      logIds,
      of(over, ({ answered }) => [answered]),
    ),
    ids: fc.oneof(
      logIds,
      of(all, ({ attendees }) => attendees),
    ),
    section: sectionIds,
    section_id: sectionIds,
    sectionId: sectionIds,
    before: sectionIds,
    sessionId: sessionIds,
    'deleteLesson.id': sessionIds,
    studentId: studentIds,
    student_id: studentIds,
    student_ids: studentIds,
    email: fc.constantFrom(sender.email, other.email, 'nobody@school.example'),
    ...Object.fromEntries(
      ['password', 'password2', 'old_password', 'new_password', 'confirm_password'].map((name) => [
        name,
        fc.constant(password),
      ]),
    ),
    refresh: fc.constantFrom(...throwaway),
    student_emails: fc.constantFrom(kai, ` ${kai}`, 'nobody@x.example', ''),
    student_email: of(own, (lesson) => lesson.students.map(({ email }) => email)),
    activity_type: fc.constantFrom('no_face', 'multiple_faces'),
    timestamp: fc.constant(0).map(() => new Date().toISOString()),
    epoch: of(own, ({ epoch }) => [epoch]),
    elapsed_ms: fc.integer({ min: 0, max: 1000 }),
    ended_elapsed_ms: fc.integer({ min: 0, max: 1000 }),
    screenshot: fc.constantFrom(drawSeat(2), smallJpeg, 'https://x.example/1.png'),
    code: mostly(
      of(own, ({ code }) => [code]),
      fc.constantFrom('000000', '123456'),
    ),
    link: of(own, ({ link }) => [link]),
    log_id: mostly(
      of(over, ({ logs }) => logs),
      of(all, ({ logs }) => logs),
    ),
    since: of(own, ({ since }) => [since]),
    from: fc.constant(0).map(() => new Date(Date.now() - 3_600_000).toISOString()),
    to: fc.constant(0).map(() => new Date().toISOString()),
    number: of(running, ({ number }) => [number]),
    q: fc.constantFrom('kai', 'ma', mark.slice(0, 2)),
    'getScreenshot.id': ofPicture(({ pathname }) => Number(pathname.split('/')[3])),
    seen_at: ofPicture(({ searchParams }) => Number(searchParams.get('seen_at'))),
    expires: ofPicture(({ searchParams }) => Number(searchParams.get('expires'))),
    signature: ofPicture(({ searchParams }) => searchParams.get('signature')),
    // Only a student's address has it.
    reader: fc.constant(undefined),
  };
  const { activity_type, screenshot } = likely;
  const { epoch, elapsed_ms, ended_elapsed_ms } = drawn(likely);
  const events = fc.record(
    { id: fc.uuid(), activity_type, epoch, elapsed_ms, ended_elapsed_ms, screenshot },
    { requiredKeys: ['id', 'activity_type', 'epoch', 'elapsed_ms'] },
  );
  const headers = fc.constantFrom<Record<string, string>>(
    ...Array(6).fill({ authorization: `Bearer ${sender.access}`, 'x-agent-key': agentKey }),
    {},
    { authorization: `Bearer ${sender.access.slice(0, -2)}xx`, 'x-agent-key': 'wrong' },
    { authorization: `Bearer ${other.refresh}` },
    { authorization: `Bearer ${'x'.repeat(5000)}` },
    { authorization: `Bearer ${sender.access}`, 'if-none-match': '*', 'x-agent-key': '' },
    // The other teacher's claims with the sender's signature.
    { authorization: `Bearer ${[...other.access.split('.').slice(0, 2), sender.access.split('.')[2]].join('.')}` },
  );
  return requests({ ...drawn(likely), events }, headers, weightOf);
}

/** The directory and the development mailbox are shared. */
const everybodys = ['searchStudents', 'listDevelopmentMail'];
/** Detection agents see every class. */
const agents = ['listWatchedSections'];
/** They need secrets that only a mail or Google provides, or an administrator; or few tries are allowed, and few fit. */
const unlikely = [
  ...['loginGoogle', 'resetPassword', 'verifyOtp', 'giveStudentEmail'],
  ...readContract().flatMap(({ operationId, security }) => (security?.includes('administrator') ? operationId : [])),
];

/** Several ids in one request have to belong together. */
const fitSeldom = ['correctRegister', 'replyToAnswer'];

/** Take most of the numbers, and add them. */
const takeEvents = ['recordDetections', 'reportFromDevice', 'noteAttendance'];

test.each<[string, Draw, Weigh]>([
  ['generated from the contract', (likely) => likely, (operation) => (fitSeldom.includes(operation) ? 5 : 1)],
  ['with numbers at both ends of their range', atEnds, (operation) => (takeEvents.includes(operation) ? 20 : 1)],
])(`${times} requests %s (seed ${seed})`, { timeout: 2 * longestMilliseconds }, async (_what, drawn, weightOf) => {
  const before = await whatTheOtherHas();
  expect(before).toContain(mark);
  const secrets = [mark, ...othersLessons.flatMap(({ code, link, devices }) => [code, link, ...devices])];
  const succeeded = new Map<string, boolean>();
  let count = 0;
  const property = fc.asyncProperty(
    oddRequests(drawn, weightOf),
    async ({ operation, method, url, body, headers: { authorization, ...rest }, address, isOfDevice }) => {
      const isLeaving = operation === 'leaveLesson';
      const tokens = lessons.flatMap(({ devices }) => (isLeaving ? devices.slice(-1) : devices.slice(0, -1)));
      const device = `Attend ${tokens[count % tokens.length]}`;
      const usual = isOfDevice && authorization?.endsWith(sender.access) ? device : authorization;
      // With the access token alone, a sign-out would end the sign-in that all other requests use.
      const own = operation === 'logout' ? undefined : usual;
      const headers = own === undefined ? rest : { authorization: own, ...rest };
      const answer = await server.call(method, url, { headers, address, ...(body !== undefined && { body }) });
      const isSetUp = operation !== 'loginGoogle';
      if (answer.status >= 500 && isSetUp) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      const told = `${JSON.stringify(answer.headers)} ${answer.bytes}`;
      if (secrets.some((secret) => told.includes(secret)) && ![...everybodys, ...agents].includes(operation))
        throw new Error(`It told ${told}`);
      succeeded.set(operation, (succeeded.get(operation) ?? false) || answer.status < 300);
      if (++count % 250 === 0) {
        for (const action of ['stop', 'start'] as const) await switchSession(action, other, otherIds[0]!);
        await nextLesson();
      }
      if (count % 50 === 0)
        for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"get_status"}');
    },
  );
  await fc.assert(property, {
    numRuns: times,
    seed,
    interruptAfterTimeLimit: longestMilliseconds,
    markInterruptAsFailure: true,
  });

  expect(await whatTheOtherHas()).toBe(before);
  expect(count).toBeGreaterThanOrEqual(times);
  // Otherwise the rest proves little. Some succeed once in a thousand times, so only long runs must reach all; with numbers at both
  // ends, ids seldom fit, and those that add them must.
  const never = [...succeeded].flatMap(([operation, has]) => (has || unlikely.includes(operation) ? [] : operation));
  if (isLong) expect(drawn === atEnds ? takeEvents.filter((one) => never.includes(one)) : never).toEqual([]);
  expect(never.length).toBeLessThan(succeeded.size * (drawn === atEnds ? 0.7 : 0.5));
  const sectionsIn = (text: string) => new Set([...text.matchAll(/"section_id":(\d+)/g)].map(([, id]) => Number(id)));
  expect([...sectionsIn(heard.other)]).toEqual(expect.arrayContaining(otherIds));
  expect(sectionsIn(heard.sender).size).toBeGreaterThan(0);
  for (const id of otherIds) expect(sectionsIn(heard.sender)).not.toContain(id);
  expect(heard.stranger).toBe('');
});
