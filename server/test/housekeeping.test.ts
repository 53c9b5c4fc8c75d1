import { setTimeout as pause } from 'node:timers/promises';
import { count, eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { listMonthsBefore, makeMonths } from '../src/domain/detection/months';
import { startHousekeeping } from '../src/domain/housekeeping';
import {
  emailCodes,
  invitations,
  passwordResets,
  refreshTokens,
  signIns,
  teachers,
} from '../src/domain/tables/account';
import { attendances, attendanceTokens } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { detectionSessions, detections, screenshots } from '../src/domain/tables/detection';
import { queuedMails } from '../src/domain/tables/mail';
import { students } from '../src/domain/tables/section';
import { rowsOf } from '../src/platform/database/rows';
import { rateLimits } from '../src/platform/http/tables';
import { startTestServer, type TestServer } from './support/server';
import { newSection, newTeacher, type TestTeacher } from './support/teachers';

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date();
/** Days since the middle of last month: slightly older detections lie in the month of the limit. */
const middle = Math.round(
  (now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, now.getUTCHours())) / day,
);

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const rows = async (table: PgTable) => (await server.database.db.select({ rows: count() }).from(table))[0]?.rows;
const inMilliseconds = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** Runs one round on a number of instances. */
async function clean(retentionDays?: number, instances = 1): Promise<void> {
  const done = vi.fn();
  const failed = vi.fn();
  const log = { ...server.app.log, info: done, error: failed } as unknown as FastifyBaseLogger;
  const started = Array.from({ length: instances }, () =>
    startHousekeeping(server.database, { retentionDays, auditDays: 365 }, log),
  );
  await expect.poll(() => done.mock.calls.length, { timeout: 30_000 }).toBe(instances);
  for (const { close } of started) await close();
  expect(failed.mock.calls).toEqual([]);
}

/** Inserts detections of these many days ago, each with a screenshot. */
async function addDetections(sectionId: number, days: number[]): Promise<void> {
  const { db } = server.database;
  const [student] = await db.select({ id: students.id }).from(students).limit(1);
  const moments = days.map((ago) => inMilliseconds(-ago * day));
  await makeMonths(db, moments);
  const added = await db
    .insert(detections)
    .values(
      days.map((ago, index) => ({
        sectionId,
        studentId: student?.id ?? 0,
        activityType: 'no_face',
        details: String(ago),
        screenshotType: 'image/png',
        seenAt: moments[index]!,
      })),
    )
    .returning({ detectionId: detections.id, seenAt: detections.seenAt });
  await db.insert(screenshots).values(added.map((one) => ({ ...one, bytes: Buffer.alloc(100) })));
}

describe('old detections', () => {
  beforeEach(async () => {
    await server.database.db.delete(detections);
  });

  test('are deleted with their screenshots once older than RETENTION_DAYS', async () => {
    const [one, other] = [await newSection(server, teacher), await newSection(server, teacher)];
    await addDetections(one, [0, 29.99, 30.01, 400]);
    await addDetections(other, [31]);
    const { access: token } = teacher;
    const { headers } = await server.call('GET', `/detection/logs/?section=${other}`, { token });
    const unchanged = { 'if-none-match': String(headers.etag) };
    await clean(30);
    const answer = await server.call('GET', `/detection/logs/?section=${other}`, { token, headers: unchanged });
    expect([answer.status, answer.body.results]).toEqual([200, []]);
    const left = await server.database.db.select({ details: detections.details }).from(detections);
    expect(left.map(({ details }) => details).sort()).toEqual(['0', '29.99']);
    expect(await rows(screenshots)).toBe(2);
    // Administrators see in the audit trail that the setting works.
    const [entry] = await server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.detail, 'expired detections and lessons: 3'));
    expect(entry).toMatchObject({ action: 'deletion', teacherId: null });
  });

  test('security 44: are dropped with their month when it is wholly past, else deleted by the day', async () => {
    const { db } = server.database;
    const [one, other] = [await newSection(server, teacher), await newSection(server, teacher)];
    await addDetections(one, [0, middle - 0.001, middle + 0.001, middle + 70]);
    await addDetections(other, [0, middle + 0.001]);
    const gone = `${inMilliseconds(-(middle + 70) * day)
      .toISOString()
      .slice(0, 7)
      .replace('-', '_')}`;
    const names = sql`(${`detections_${gone}`}, ${`screenshots_${gone}`})`;
    const tables = async () =>
      (await rowsOf(db, v.object({}), sql`select relname from pg_class where relname in ${names}`)).length;
    expect(await tables()).toBe(2);
    const { access: token } = teacher;
    const newer = await Promise.all(
      [one, other].map(
        async (id) => (await server.call('GET', `/detection/logs/?section=${id}`, { token })).body.newer,
      ),
    );
    await clean(middle, 2);
    expect(await tables()).toBe(0);
    const left = await db.select({ details: detections.details }).from(detections);
    expect(left.map(({ details }) => details).sort()).toEqual(['0', '0', String(middle - 0.001)]);
    expect(await rows(screenshots)).toBe(3);
    // Dropped months make clients read everything again. Single deletions are listed by id.
    expect((await server.call('GET', newer[0], { token })).status).toBe(409);
    expect((await server.call('GET', newer[1], { token })).body).toMatchObject({
      results: [],
      deleted: [expect.any(Number)],
    });
  });

  test.runIf(inject('postgres'))(
    'security 44: are deleted by the day in a month that a long query blocks from being dropped',
    async () => {
      const { db } = server.database;
      await addDetections(await newSection(server, teacher), [0, middle + 70]);
      const months = () => listMonthsBefore(db, inMilliseconds(-middle * day));
      await db.transaction(async (tx) => {
        await tx.execute(sql`select from detections limit 1`);
        await clean(middle);
      });
      expect([await rows(detections), await rows(screenshots)]).toEqual([1, 1]);
      expect(await months()).toHaveLength(1);
      await clean(middle);
      expect(await months()).toEqual([]);
    },
  );

  test('take ended lessons with them once the lessons have no detections left', async () => {
    const { db } = server.database;
    const id = await newSection(server, teacher);
    const lessons = [
      { startedAt: inMilliseconds(-31.2 * day), endedAt: inMilliseconds(-31.1 * day) },
      { startedAt: inMilliseconds(-30.2 * day), endedAt: inMilliseconds(-30.1 * day) },
      { startedAt: inMilliseconds(-30.1 * day), endedAt: inMilliseconds(-29.9 * day) },
      { startedAt: inMilliseconds(-40 * day) },
    ].map((times) => ({ ...times, sectionId: id }));
    const added = await db.insert(detectionSessions).values(lessons).returning({ id: detectionSessions.id });
    await addDetections(id, [31.15, 29.95]);
    const sessionId = sql`case details when '31.15' then ${added[0]!.id}::integer else ${added[1]!.id}::integer end`;
    await db.update(detections).set({ sessionId });
    const left = async () => {
      const kept = await db.select().from(detectionSessions).where(eq(detectionSessions.sectionId, id));
      return kept.map((lesson) => added.findIndex((one) => one.id === lesson.id)).sort();
    };
    await clean();
    expect(await left()).toEqual([0, 1, 2, 3]);
    await clean(30);
    expect(await left()).toEqual([1, 2, 3]);
    expect(await rows(detections)).toBe(1);
  });

  test('are kept forever unless it is set', async () => {
    await addDetections(await newSection(server, teacher), [3650]);
    await clean();
    expect(await rows(detections)).toBe(1);
  });

  test('are deleted in batches, and two instances do not conflict', async () => {
    const id = await newSection(server, teacher);
    await addDetections(id, [...Array.from({ length: 1001 }, () => middle + 1), 1]);
    await clean(middle, 2);
    expect(await rows(detections)).toBe(1);
    expect(await rows(screenshots)).toBe(1);
  });

  test('are deleted in batches even when PostgreSQL joins row by row', async () => {
    const id = await newSection(server, teacher);
    const { db } = server.database;
    await addDetections(
      id,
      Array.from({ length: 1000 }, () => middle + 1),
    );
    const transaction = db.transaction.bind(db);
    const batches = vi.spyOn(db, 'transaction').mockImplementation((use, options) =>
      transaction(async (tx) => {
        for (const other of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'indexscan', 'bitmapscan', 'material'])
          await tx.execute(sql.raw(`set local enable_${other} to off`));
        return use(tx);
      }, options),
    );
    await clean(middle);
    const deleted = await Promise.all(batches.mock.results.map(async ({ value }) => (await value).length));
    batches.mockRestore();
    expect(deleted.filter((number) => number > 0)).toEqual([200, 200, 200, 200, 200]);
  });

  test('let a closing server stop after the batch', async () => {
    await addDetections(
      await newSection(server, teacher),
      Array.from({ length: 1000 }, () => middle + 1),
    );
    const { close } = startHousekeeping(server.database, { retentionDays: middle, auditDays: 365 }, server.app.log);
    await close();
    expect(await rows(detections)).toBeGreaterThanOrEqual(800);
  });
});

test('expired rows are deleted, and nothing else', async () => {
  const { db } = server.database;
  const [{ id: teacherId = 0 } = {}] = await db.select().from(teachers).where(eq(teachers.email, teacher.email));
  const gone = await newTeacher(server);
  const [{ id: goneId = 0 } = {}] = await db.select().from(teachers).where(eq(teachers.email, gone.email));
  const expiring = [signIns, refreshTokens, emailCodes, passwordResets, invitations, queuedMails, rateLimits];
  const before = await Promise.all(expiring.map(rows));

  for (const [owner, end] of [
    [teacherId, hour],
    [goneId, -hour],
  ] as const) {
    const expiresAt = inMilliseconds(end);
    const [signIn] = await db.insert(signIns).values({ teacherId: owner, expiresAt, endsAt: expiresAt }).returning();
    await db.insert(refreshTokens).values({ tokenHash: `token ${end}`, signInId: signIn?.id ?? '', expiresAt });
    await db.insert(emailCodes).values({ teacherId: owner, codeHash: 'code', expiresAt, triesLeft: 5 });
    await db.insert(passwordResets).values({ teacherId: owner, tokenHash: `reset ${end}`, expiresAt });
    const mail = { to: 'a@b.example', subject: 'Code', text: '1', expiresAt, nextTryAt: inMilliseconds(hour) };
    await db.insert(queuedMails).values(mail);
    await db.insert(invitations).values({ email: `${end}@b.example`, tokenHash: 'token', expiresAt });
    await db.insert(rateLimits).values({ key: `forgot:${end}`, points: 1, expire: expiresAt });
  }
  await clean();
  expect(await Promise.all(expiring.map(rows))).toEqual(before.map((number = 0) => number + 1));
  expect((await server.call('GET', '/section/list/', { token: teacher.access })).status).toBe(200);
  expect((await server.call('GET', '/section/list/', { token: gone.access })).status).toBe(200);
});

test('attendance: knocks that were not admitted are deleted after a day, and expired tokens', async () => {
  const { db } = server.database;
  const sectionId = await newSection(server, teacher);
  const lesson = { sectionId, startedAt: inMilliseconds(-2 * day), endedAt: inMilliseconds(-2 * day + hour) };
  const [{ id: sessionId = 0 } = {}] = await db.insert(detectionSessions).values(lesson).returning();
  for (const [name, status, age, expires, admitted] of [
    ['old', 'knocking', day + hour, -hour],
    ['turned away', 'refused', day + hour, hour],
    ['young', 'knocking', day - hour, -hour],
    ['present', 'admitted', day + hour, hour],
    ['turned away later', 'refused', day + hour, hour, day + 2 * hour],
  ] as const) {
    const heardAt = inMilliseconds(-age);
    const admittedAt = admitted === undefined ? null : inMilliseconds(-admitted);
    const device = {
      sessionId,
      name,
      email: 'a@b.example',
      status,
      since: heardAt,
      heardAt,
      knockedAt: heardAt,
      admittedAt,
    };
    const [{ id: attendanceId = 0 } = {}] = await db.insert(attendances).values(device).returning();
    await db.insert(attendanceTokens).values({ tokenHash: name, attendanceId, expiresAt: inMilliseconds(expires) });
  }
  await clean();
  const left = await db.select().from(attendances).where(eq(attendances.sessionId, sessionId));
  expect(left.map(({ name }) => name)).toEqual(['young', 'present', 'turned away later']);
  const tokens = await db.select().from(attendanceTokens);
  expect(tokens.map(({ tokenHash }) => tokenHash)).toEqual(['present', 'turned away later']);
});

test('security 45: an account unverified for seven days is deleted, and no other', async () => {
  const { db } = server.database;
  const ages = [
    ['old', { createdAt: inMilliseconds(-7 * day - hour) }, false],
    ['young', { createdAt: inMilliseconds(-7 * day + hour) }, true],
    ['verified', { createdAt: inMilliseconds(-8 * day), verifiedAt: now }, true],
    ['disabled', { createdAt: inMilliseconds(-8 * day), disabledAt: now }, true],
  ] as const;
  for (const [name, values] of ages)
    await db.insert(teachers).values({ email: `${name}@b.example`, firstName: name, lastName: '', ...values });
  await clean();
  const left = (await db.select().from(teachers)).map(({ firstName }) => firstName);
  for (const [name, , stays] of ages) expect(left.includes(name), name).toBe(stays);
});

test('a round starts every day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const info = vi.fn();
  const log = { ...server.app.log, info } as unknown as FastifyBaseLogger;
  const { close } = startHousekeeping(server.database, { retentionDays: undefined, auditDays: 365 }, log);
  // The test runner's polling would advance the fake clock.
  const rounds = async (number: number) => {
    while (info.mock.calls.length < number) await pause(20);
  };
  await rounds(1);
  vi.advanceTimersByTime(day - 1);
  await pause(200);
  expect(info).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await rounds(2);
  await close();
});
