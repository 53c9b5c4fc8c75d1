import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { count } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { drawSeat } from '../simulator/picture';
import { inviteTeacher } from '../src/domain/account/registration';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { emailCodes, passwordResets, refreshTokens, signIns, teachers } from '../src/domain/tables/account';
import { detectionSessions, detections, screenshots } from '../src/domain/tables/detection';
import { developmentMails, queuedMails } from '../src/domain/tables/mail';
import { sectionStudents, sections, students } from '../src/domain/tables/section';
import { rateLimits } from '../src/platform/http/tables';
import { agentKey, startTestServer, type TestServer } from './support/server';
import {
  kai,
  logIn,
  mei,
  newEmail,
  newEventId,
  newSection,
  newTeacher,
  register,
  type TestTeacher,
} from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const rowsOf = async (table: PgTable) => (await server.database.db.select({ rows: count() }).from(table))[0]?.rows;

/** Gives the teacher a section with an active session and two detections, one with a screenshot. @returns its id */
async function holdClass(teacher: TestTeacher): Promise<number> {
  const id = await newSection(server, teacher, [kai, mei]);
  const token = teacher.access;
  await server.call('POST', '/detection/sessions/start/', { token, body: { section_id: id, is_active: true } });
  const sighting = { section_id: id, student_email: kai, activity_type: 'no_face' };
  const { status } = await server.call('POST', '/detection/logs/', {
    headers: { 'x-agent-key': agentKey },
    body: [sighting, { ...sighting, screenshot: drawSeat(2) }].map((event) => ({ ...event, id: newEventId() })),
  });
  expect(status).toBe(201);
  return id;
}

test('deletes everything of the account immediately, and nothing of anybody else', async () => {
  const stayer = await newTeacher(server);
  const section = await holdClass(stayer);
  const tables = [
    ...[teachers, signIns, refreshTokens, emailCodes, passwordResets],
    ...[sections, sectionStudents, detectionSessions, detections, screenshots],
    ...[students, developmentMails, queuedMails, rateLimits],
  ];
  const { db } = server.database;
  const before = await Promise.all(tables.map(rowsOf));

  const leaver = await newTeacher(server);
  await holdClass(leaver);
  await newSection(server, leaver);
  await server.call('POST', '/account/forgot-password/', { body: { email: leaver.email } });
  const later = new Date(Date.now() + 60_000);
  const mail = { subject: 'Code', text: '123456', expiresAt: later, nextTryAt: later };
  await db.insert(queuedMails).values({ ...mail, to: leaver.email });
  const keys = [`sign-in:10.0.0.1 ${leaver.email}`, `forgot:${leaver.email}`];
  const kept = [`forgot:a-${leaver.email}`, 'sign-ins:10.0.0.1'];
  await db
    .insert(rateLimits)
    .values([...keys, ...kept].map((key) => ({ key, points: 1, expire: later })))
    .onConflictDoNothing();
  const { port } = server.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/detection/?token=${leaver.access}`);
  const closed = once(socket, 'close').then(([code]) => code);
  await once(socket, 'open');
  socket.send('{"type":"get_status"}');
  await once(socket, 'message');

  // Read once the requested mail is there.
  await server.call('GET', '/dev/mail.json', { address: '127.0.0.1' });
  expect(await deleteAccount(db, ` ${leaver.email.toUpperCase()}`)).toEqual({
    sections: 2,
    detections: 2,
    screenshots: 1,
  });

  expect(await closed).toBe(4401);
  expect((await server.call('GET', '/section/list/', { token: leaver.access })).status).toBe(401);
  expect((await server.call('POST', '/account/refresh/', { body: { refresh: leaver.refresh } })).status).toBe(401);
  expect((await logIn(server, leaver.email)).status).toBe(401);
  const limits = await db.select({ key: rateLimits.key }).from(rateLimits);
  for (const key of kept) expect(limits).toContainEqual({ key });
  for (const key of keys) expect(limits).not.toContainEqual({ key });
  await db.delete(rateLimits);
  const after = await Promise.all(tables.map(rowsOf));
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  const { body } = await server.call('GET', `/detection/logs/?section=${section}`, { token: stayer.access });
  expect(body.results).toHaveLength(2);
});

test('frees the email; an email without an account has nothing to delete', async () => {
  const email = await register(server);
  expect(await deleteAccount(server.database.db, email)).toEqual({ sections: 0, detections: 0, screenshots: 0 });
  expect(await deleteAccount(server.database.db, email)).toBeNull();
  expect(await register(server, email)).toBe(email);
});

test('withdraws an invitation', async () => {
  const { db } = server.database;
  const email = newEmail();
  await inviteTeacher(db, { publicUrl: 'https://vigil.example', smtpUrl: undefined }, email);
  expect(await deleteAccount(db, email)).toBe('invitation');
  expect(await deleteAccount(db, email)).toBeNull();
});
