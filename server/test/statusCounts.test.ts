import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listStatuses } from '../src/domain/detection/sessions';
import { teachers } from '../src/domain/tables/account';
import { attendances } from '../src/domain/tables/attendance';
import { detectionSessions } from '../src/domain/tables/detection';
import { callsOf } from './support/lessons';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newEventId, newTeacher, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer({ students: 'teachers' });
  teacher = await newTeacher(server);
});
afterAll(() => server.close());

const { start, invite, knock, admit, stop } = callsOf(() => ({ server, teacher }));
const teacherId = async () => {
  const found = await server.database.db.select().from(teachers).where(eq(teachers.email, teacher.email));
  return found[0]!.id;
};
const knockAs = (code: string, name: string) =>
  server.call('POST', '/attend/knock/', { body: { code, name, email: `${name}@y.example` } });
const statusOf = async (id: number) =>
  (await listStatuses(server.database.db, await teacherId())).find(({ sectionId }) => sectionId === id)?.status;

describe('who waits at the door', () => {
  test('is counted by people: a student once, however many devices; not who was admitted, left without a word or has no lesson', async () => {
    const { db } = server.database;
    const id = await newActiveSection(server, teacher, [kai, mei]);
    const waiting = async () => (await statusOf(id))?.waiting;
    expect(await waiting()).toBe(0);
    const code = await invite(id);
    await knock(code, kai);
    await knock(code, kai);
    await knockAs(code, 'some');
    await knockAs(code, 'other');
    expect(await waiting()).toBe(3);
    const device = await knock(code, mei);
    expect(await waiting()).toBe(4);
    await admit(id, device);
    expect(await waiting()).toBe(3);
    await db
      .update(attendances)
      .set({ heardAt: new Date(Date.now() - 43_000) })
      .where(eq(attendances.email, 'some@y.example'));
    expect(await waiting()).toBe(2);
    await stop(id);
    expect(await waiting()).toBeUndefined();
  });
});

describe('whom the teacher has not looked at', () => {
  test('is counted for 24 hours after a lesson, and not during the next one', async () => {
    const { db } = server.database;
    const id = await newActiveSection(server, teacher, [kai]);
    const body = [{ id: newEventId(), section_id: id, student_email: kai, activity_type: 'no_face' }];
    await server.call('POST', '/detection/logs/', { body, headers: { 'x-agent-key': agentKey } });
    const toLookAt = async () => (await statusOf(id))?.to_look_at;
    expect(await toLookAt()).toBe(1);
    await stop(id);
    expect(await toLookAt()).toBe(1);
    const endedHoursAgo = (hours: number) =>
      db
        .update(detectionSessions)
        .set({ endedAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(detectionSessions.sectionId, id));
    await endedHoursAgo(23.9);
    expect(await toLookAt()).toBe(1);
    await endedHoursAgo(24.1);
    expect(await toLookAt()).toBeUndefined();
    await endedHoursAgo(1);
    await start(id);
    expect(await toLookAt()).toBe(0);
  });
});
