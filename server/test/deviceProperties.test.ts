import { eq, inArray, isNotNull } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochOf } from '../src/domain/agent/agent';
import { findStudent } from '../src/domain/school/exportStudent';
import { attendanceSpans, attendances } from '../src/domain/tables/attendance';
import { detectionSessions, detections } from '../src/domain/tables/detection';
import { students } from '../src/domain/tables/section';
import { callsOf, report, sighting } from './support/lessons';
import { isLong } from './support/long';
import { hostile, mostly, type OddRequest, requests } from './support/requests';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { newTeacher, type TestTeacher } from './support/teachers';

/* Whatever students’ devices and strangers send to the students’ calls, at most what a device says of its own student is recorded. */

const times = isLong ? 20_000 : 1000;
/** A thousand take a tenth of it on an idle machine. */
const longestMilliseconds = isLong ? 900_000 : 150_000;
/** Repeats a run: SEED=… npx vitest run --project server server/test/deviceProperties.test.ts */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** In everything recorded about somebody who has no device, and in no request. */
const mark = 'quetzal';
const minute = 60_000;
/** In milliseconds. */
const shortest = new Map([
  ['no_face', 8000],
  ['multiple_faces', 5000],
  ['left_page', 3000],
]);
/** How exactly a device's times are known. */
const toleranceMilliseconds = 10_000;

/** How often each is called, compared with the others. */
const studentsCalls: Record<string, number> = {
  ...{ findDoor: 1, knock: 2, noteAttendance: 2, reportFromDevice: 6, leaveLesson: 1, getReceipt: 1, answerLog: 4 },
};

interface Device {
  id: number;
  token: string;
  studentId: number;
}

let server: TestServer;
let teacher: TestTeacher;
let emails: string[];
/** Devices whose reports may be recorded. */
let watching: Device[];
/** In a lesson that ended three minutes ago, too late for reports. */
let late: Device;
/** Still to leave, one after the other. */
let leaving: Device[];
/** At the door, refused and replaced ones. */
let outside: Device[];
/** Watches, and is in no request. */
let untouched: Device;
let codes: string[];
let lateLogIds: number[];
/** Of the device in the lesson that ended. */
let ownLogId: number | undefined;

const { post, newLesson } = callsOf(() => ({ server, teacher }));
const act = async (action: 'admit' | 'refuse', section_id: number, { id }: Device) =>
  expect((await post(`/attendance/${action}/`, { section_id, ids: [id] })).status).toBe(200);

async function knock(code: string, email: string): Promise<Device> {
  const studentId = Number(await findStudent(server.database.db, email));
  const { body } = await server.call('POST', '/attend/knock/', { body: { code, student_id: studentId } });
  return { id: body.attendee_id, token: body.token, studentId };
}

async function admitted({ id, code }: { id: number; code: string }, email: string): Promise<Device> {
  const device = await knock(code, email);
  await act('admit', id, device);
  return device;
}

const reportByAgent = (section_id: number, student_email: string, details: string) =>
  report(server, [sighting(section_id, { student_email, details })]);

beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  const { db } = server.database;
  teacher = await newTeacher(server);
  const directory = await db.select().from(students).orderBy(students.id);
  emails = directory.map(({ email }) => email);
  const [lesson, over] = [await newLesson(emails), await newLesson(emails)];
  codes = [lesson.code, over.code];

  const each = (from: number, to: number) =>
    Promise.all(emails.slice(from, to).map((email) => admitted(lesson, email)));
  watching = await each(0, 12);
  leaving = await each(12, 18);
  const [first = '', second = '', third = '', fourth = '', bystander = ''] = emails.slice(18);
  untouched = await admitted(lesson, first);
  const refused = await admitted(lesson, second);
  await act('refuse', lesson.id, refused);
  const replaced = await admitted(lesson, third);
  // Its successor is in no request either.
  await admitted(lesson, third);
  outside = [await knock(lesson.code, fourth), refused, replaced];

  late = await admitted(over, first);
  await reportByAgent(over.id, first, 'No face found');
  for (const { id } of [lesson, over]) await reportByAgent(id, bystander, mark);
  const lateLogs = await db.select({ id: detections.id, studentId: detections.studentId }).from(detections);
  lateLogIds = lateLogs.map(({ id }) => id);
  ownLogId = lateLogs.find(({ studentId }) => studentId === late.studentId)?.id;
  await post('/detection/sessions/stop/', { section_id: over.id });
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
  await db.update(detectionSessions).set({ startedAt: ago(40) });
  await db
    .update(attendances)
    .set({ admittedAt: ago(20) })
    .where(isNotNull(attendances.admittedAt));
  await db
    .update(detectionSessions)
    .set({ endedAt: ago(3) })
    .where(isNotNull(detectionSessions.endedAt));
});
afterAll(() => server.close());

/** Events of a device. The ids are few, so that they are replayed, with other times and by other devices. */
function events(): fc.Arbitrary<object> {
  const now = Date.now();
  const epochs = (...ages: number[]) => fc.constantFrom(...ages.map((age) => epochOf(new Date(now - age * minute))));
  const right = {
    id: fc.constantFrom(...Array.from({ length: 12 }, (_, number) => `event ${number}`)),
    activity_type: fc.constantFrom('no_face', 'multiple_faces', 'left_page'),
    details: fc.constant('Left the page for 9 s'),
    epoch: epochs(0, 1, 5),
    elapsed_ms: fc.integer({ min: -10 * minute, max: 0 }),
    ended_elapsed_ms: fc.integer({ min: -minute, max: 0 }),
    student_email: fc.constantFrom(...emails),
    section_id: fc.integer({ min: 1, max: 5 }),
    attendance_id: fc.constantFrom(untouched.id, late.id),
    source: hostile,
  };
  const elapsed = mostly(fc.integer({ min: -40 * minute, max: 5 * minute }), hostile);
  const odd = {
    ...right,
    id: mostly(right.id, hostile),
    activity_type: mostly(right.activity_type, hostile),
    details: mostly(right.details, hostile),
    epoch: mostly(epochs(0, 15, 30, 60 * 24, -1), hostile),
    ...{ elapsed_ms: elapsed, ended_elapsed_ms: elapsed },
  };
  return mostly(
    fc.record(right, { requiredKeys: ['id', 'activity_type', 'epoch', 'elapsed_ms'] }),
    fc.record(odd, { requiredKeys: [] }),
  );
}

function oddRequests(): fc.Arbitrary<OddRequest> {
  const likely = {
    events: events(),
    code: fc.constantFrom(...Array(4).fill(codes[0]), codes[1], 'AAAAA2'),
    name: fc.constant('Kim Guest'),
    email: fc.constantFrom('kim@guests.example', ...emails),
    student_id: fc.constantFrom(untouched.studentId, ...watching.map(({ studentId }) => studentId)),
    log_id: fc.constantFrom(...Array(4).fill(ownLogId), ...lateLogIds),
    text: fc.constant('I was in the library.'),
  };
  const own = [...watching, ...outside, late].map(({ token }) => ({ authorization: `Attend ${token}` }));
  const [{ token } = untouched] = watching;
  const headers = fc.oneof(
    { arbitrary: fc.constantFrom<Record<string, string>>(...own), weight: 9 },
    {
      arbitrary: fc.constantFrom<Record<string, string>>(
        {},
        { authorization: `Attend ${token.slice(1)}x` },
        { authorization: `Attend ${token} ${token}` },
        { authorization: `Attend ${'x'.repeat(5000)}` },
        { authorization: `Bearer ${token}` },
        { authorization: `Bearer ${teacher.access}` },
        { authorization: `Attend ${teacher.access}` },
        { 'x-agent-key': agentKey },
      ),
      weight: 1,
    },
  );
  return requests(likely, headers, (operation) => studentsCalls[operation] ?? 0);
}

/** Everything about those who sent nothing. */
async function ofOthers() {
  const { db } = server.database;
  const others = [untouched.id, late.id, ...outside.map(({ id }) => id)];
  return {
    admitted: await db
      .select({ id: attendances.id })
      .from(attendances)
      .where(isNotNull(attendances.admittedAt))
      .orderBy(attendances.id),
    untouched: await db.select().from(attendances).where(eq(attendances.id, untouched.id)),
    spans: await db.select().from(attendanceSpans).where(inArray(attendanceSpans.attendanceId, others)),
    marked: await db.select().from(detections).where(eq(detections.details, mark)).orderBy(detections.id),
  };
}

describe(`${times} of them, seed ${seed}`, () => {
  test('security 50, 51, 53, 54, 56: requests generated against the students’ calls', {
    timeout: 2 * longestMilliseconds,
  }, async () => {
    const { db } = server.database;
    const before = await ofOthers();
    expect(before.marked).toHaveLength(2);
    /** By token and the event's id: the answers that said `recorded`. */
    const recorded = new Map<string, number>();
    const succeeded = new Set<string>();
    const reports: Pick<OddRequest, 'url' | 'body' | 'headers'>[] = [];
    let count = 0;

    async function send({ method, url, body, headers, address, operation }: OddRequest): Promise<void> {
      const answer = await server.call(method, url, { headers, address, ...(body !== undefined && { body }) });
      if (answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      if (String(answer.bytes).includes(mark)) throw new Error(`It told ${answer.bytes}`);
      if (answer.status < 300) succeeded.add(operation);
      if (operation !== 'reportFromDevice' || answer.status !== 200) return;
      for (const { id, status } of answer.body.results) {
        const key = `${headers.authorization} ${id}`;
        if (status === 'recorded') recorded.set(key, (recorded.get(key) ?? 0) + 1);
      }
    }

    const variations = fc.record({
      replayed: fc.option(fc.nat(), { freq: 3 }),
      isTwice: fc.boolean(),
      isHuge: fc.integer({ min: 0, max: 49 }).map((number) => number === 0),
      isOfLate: fc.boolean(),
    });
    const property = fc.asyncProperty(
      oddRequests(),
      variations,
      async (request, { replayed, isTwice, isHuge, isOfLate }) => {
        count += 1;
        const { operation } = request;
        const earlier = replayed === null ? undefined : reports[replayed % reports.length];
        if (operation === 'reportFromDevice') {
          // Another device's, or its own again, is only a body: the token is this one's.
          if (earlier) Object.assign(request, { body: earlier.body });
          reports.push(request);
        }
        if (isHuge && request.body !== undefined) request.body = JSON.stringify({ events: ['x'.repeat(600_000)] });
        const isOwn = request.headers.authorization?.startsWith('Attend') === true;
        // A token ends when its device leaves.
        const device = operation === 'leaveLesson' ? leaving[count % leaving.length] : late;
        const isMoved =
          isOwn && (operation === 'leaveLesson' || (isOfLate && ['getReceipt', 'answerLog'].includes(operation)));
        if (isMoved && device) request.headers = { ...request.headers, authorization: `Attend ${device.token}` };
        await Promise.all(isTwice ? [send(request), send(request)] : [send(request)]);
      },
    );
    const isAnyMissing = () => succeeded.size < Object.keys(studentsCalls).length;
    // Some of them seldom succeed.
    for (let round = 0; round === 0 || (isAnyMissing() && round < 10); round += 1)
      await fc.assert(property, {
        ...{ numRuns: times, seed: seed + round, endOnFailure: true },
        interruptAfterTimeLimit: longestMilliseconds,
        markInterruptAsFailure: true,
      });

    // Otherwise the rest proves little.
    expect([...succeeded].toSorted()).toEqual(Object.keys(studentsCalls).toSorted());
    expect(await ofOthers()).toEqual(before);
    // The start and the end of an event, each once.
    expect(recorded.size).toBeGreaterThan(20);
    expect([...recorded.values()].filter((number) => number > 2)).toEqual([]);
    const known = await db.select().from(detections);
    const made = known.filter(({ id }) => !lateLogIds.includes(id));
    const perStudent = watching.map(({ token, studentId }) => ({
      studentId,
      logs: [...recorded.keys()].filter((key) => key.startsWith(`Attend ${token} `)).length,
    }));
    expect(
      watching.map(({ studentId }) => ({ studentId, logs: made.filter((log) => log.studentId === studentId).length })),
    ).toEqual(perStudent);
    expect(made.length).toBe(recorded.size);
    const rows = await db
      .select()
      .from(attendances)
      .innerJoin(detectionSessions, eq(detectionSessions.id, attendances.sessionId));
    for (const { studentId, sessionId, sectionId, activityType, seenAt, endedAt, source } of made) {
      const row = rows.find(
        ({ attendances: one }) => one.studentId === studentId && one.id !== late.id && one.admittedAt !== null,
      );
      expect([sessionId, sectionId, source]).toEqual([
        row?.attendances.sessionId,
        row?.detection_sessions.sectionId,
        "student's device",
      ]);
      const admittedAt = row?.attendances.admittedAt?.getTime() ?? Number.NaN;
      expect(seenAt.getTime()).toBeGreaterThan(admittedAt - toleranceMilliseconds);
      for (const at of [seenAt, endedAt ?? seenAt])
        expect(at.getTime()).toBeLessThan(Date.now() + toleranceMilliseconds);
      if (endedAt !== null)
        expect(endedAt.getTime() - seenAt.getTime()).toBeGreaterThanOrEqual((shortest.get(activityType) ?? 0) - 2);
    }
    // One of a kind at a time.
    const inOrder = made.toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
    for (const [index, one] of inOrder.entries()) {
      const next = inOrder.slice(index + 1).find((other) => {
        return other.studentId === one.studentId && other.activityType === one.activityType;
      });
      if (next) expect(one.endedAt?.getTime()).toBeLessThanOrEqual(next.seenAt.getTime() + 2);
    }
    expect(known.filter(({ answer }) => answer !== null).map(({ studentId }) => studentId)).toEqual([late.studentId]);
  });
});
