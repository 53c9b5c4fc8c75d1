import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countToLookAt } from '../src/domain/detection/toLookAt';
import { detections } from '../src/domain/tables/detection';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newEventId, newTeacher } from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('students are to look at while an episode of theirs has no review', async () => {
  const { db } = server.database;
  const teacher = await newTeacher(server);
  const section = await newActiveSection(server, teacher, [kai, mei]);
  const body = [kai, kai, mei].map((student_email) => ({
    id: newEventId(),
    section_id: section,
    student_email,
    activity_type: 'no_face',
  }));
  await server.call('POST', '/detection/logs/', { body, headers: { 'x-agent-key': agentKey } });
  const logs = (await server.call('GET', `/detection/logs/?section=${section}`, { token: teacher.access })).body
    .results;
  const session: number = logs[0].session_id;
  const count = async () => (await countToLookAt(db, [session])).get(session);
  const review = (id: number) =>
    server.call('POST', '/detection/logs/review/', { token: teacher.access, body: { ids: [id], state: 'seen' } });
  const idsOf = (email: string): number[] =>
    logs.filter((log: { student_email: string }) => log.student_email === email).map(({ id }: { id: number }) => id);
  const [early, late] = idsOf(kai);
  const [only] = idsOf(mei);

  expect(await count()).toBe(2);
  await review(early!);
  expect(await count()).toBe(1);
  const earlier = sql`${detections.seenAt} - interval '61 seconds'`;
  await db.update(detections).set({ seenAt: earlier }).where(eq(detections.id, early!));
  expect(await count()).toBe(2);
  await review(late!);
  await review(only!);
  expect(await count()).toBeUndefined();
  expect(await countToLookAt(db, [])).toEqual(new Map());
});
