import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportStudent } from '../src/domain/school/exportStudent';
import { attendances } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { detectionSessions, screenshots } from '../src/domain/tables/detection';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, type Device } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newEventId, newTeacher, type TestTeacher } from './support/teachers';

/* Small pictures from students' devices: only if the teacher asks and the student agrees. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const { post, idOf, ...calls } = callsOf(() => ({ server, teacher }));
const logsOf = (section: number): Promise<{ screenshot: string | null }[]> => calls.logsOf(section);
const ask = (section: number, asks_for_pictures: boolean) =>
  post(`/section/${section}/pictures/`, { asks_for_pictures });
const beat = async (device: Device, sends_pictures?: boolean) =>
  (await calls.beat(device, 'watching', { sends_pictures })).body;

async function newLesson(emails = [kai]) {
  const { id: section, code } = await calls.newLesson();
  const devices: Device[] = [];
  for (const email of emails) devices.push(await calls.knock(code, email));
  await calls.admit(section, ...devices);
  const ids = devices.map(({ attendee_id }) => attendee_id);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await database.db
    .update(detectionSessions)
    .set({ startedAt: anHourAgo })
    .where(eq(detectionSessions.sectionId, section));
  await database.db.update(attendances).set({ admittedAt: anHourAgo }).where(inArray(attendances.id, ids));
  return { section, code, devices, device: devices[0]! };
}

/** A segment of a JPEG: its marker, its length, what it holds. */
const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const frame = (width: number, height: number) =>
  segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x5a, 0xff, 0x00, 0xff, 0xd3, 0x5a];
/** What is kept of a picture. */
const image = (width = 320, height = 240) =>
  Buffer.from([0xff, 0xd8, ...segment(0xdb, 0, ...Array(64).fill(16)), ...frame(width, height), ...scan, 0xff, 0xd9]);
const texts = (text: string) => [...Buffer.from(text)];
const [head, rest] = [image().subarray(0, 2), image().subarray(2)];
const dataUrl = (bytes: Buffer, type = 'image/jpeg') => `data:${type};base64,${bytes.toString('base64')}`;

const secret = texts('SECRET PLACE');
/** A picture one of whose segments is longer than it may be. */
function withText(what: string): Buffer {
  const parts: Record<string, number[]> = {
    'quantisation tables': segment(0xdb, 0, ...Array(64).fill(16), ...secret),
    'restart interval': segment(0xdd, 0, 4, ...secret),
    'huffman tables': segment(0xc4, 0, ...Array(16).fill(0), ...secret),
    frame: segment(0xc0, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, ...secret),
    scan: [...frame(9, 9), ...segment(0xda, 1, 1, 0, 0, 63, 0, ...secret), 0x5a],
  };
  const whole = what === 'frame' ? [...parts[what]!, ...scan] : what === 'scan' ? parts[what]! : undefined;
  if (whole) return Buffer.from([0xff, 0xd8, ...segment(0xdb, 0, ...Array(64).fill(16)), ...whole, 0xff, 0xd9]);
  const tail = what === 'quantisation tables' ? rest.subarray(69) : rest;
  return Buffer.concat([head, Buffer.from(parts[what]!), tail]);
}
const withRestarts = Buffer.concat([head, Buffer.from(segment(0xdd, 0, 4)), rest]);

const comment = Buffer.from(segment(0xfe, ...texts('x'.repeat(250))));

/** Reports an episode with a picture from a student's device. */
async function report(device: Device, screenshot: string, id = newEventId()) {
  const { epoch } = await beat(device, true);
  return send(device, epoch, [{ id, screenshot }]);
}
let slots = 0;
/** Reports episodes of 8 s, none of which overlaps another. */
const send = async (device: Device, epoch: string, events: { id: string; screenshot?: string }[]) => {
  const sent = events.map((event) => {
    const elapsed_ms = -20_000 * ++slots;
    return { ...event, activity_type: 'no_face', epoch, elapsed_ms, ended_elapsed_ms: elapsed_ms + 8000 };
  });
  return (await server.call('POST', '/attend/reports/', { body: { events: sent }, ...byDevice(device) })).body.results;
};

test('a teacher asks for pictures, which the section remembers, students are told and the audit trail has', async () => {
  const { section, code, device } = await newLesson();
  const listed = async () =>
    (await server.call('GET', '/section/list/', { token: teacher.access })).body.find(
      ({ id }: { id: number }) => id === section,
    ).asks_for_pictures;
  const door = async () => (await server.call('POST', '/attend/door/', { body: { code } })).body.screenshots;
  const told = async () => (await beat(device)).lesson.asks_for_pictures;
  expect([await listed(), await door(), await told()]).toEqual([false, false, false]);
  expect(await ask(section, true)).toMatchObject({ status: 200, body: { id: section, asks_for_pictures: true } });
  expect([await listed(), await door(), await told()]).toEqual([true, true, true]);
  await ask(section, false);
  expect(await told()).toBe(false);
  const entries = () =>
    database.db.select({ detail: auditEntries.detail }).from(auditEntries).where(eq(auditEntries.sectionId, section));
  await expect
    .poll(async () => (await entries()).map(({ detail }) => detail))
    .toEqual(expect.arrayContaining(['from now on', 'no longer']));
  const { access } = await newTeacher(server);
  const body = { asks_for_pictures: true };
  expect((await server.call('POST', `/section/${section}/pictures/`, { token: access, body })).status).toBe(404);
});

describe('security 57: a picture', () => {
  test('is kept only while the lesson runs, the teacher asks and that student agrees; the report counts either way', async () => {
    const { section, devices } = await newLesson([kai, mei]);
    const [device, other] = devices as [Device, Device];
    const picture = dataUrl(image());
    const result = async (agrees: boolean | undefined) => {
      const { epoch } = await beat(device, agrees);
      await beat(other, true);
      return (await send(device, epoch, [{ id: newEventId(), screenshot: picture }]))[0];
    };
    const [kept, dropped] = [{ status: 'recorded' }, { status: 'recorded', picture_dropped: true }];
    expect(await result(true)).toMatchObject(dropped);
    await ask(section, true);
    expect(await result(undefined)).toMatchObject(dropped);
    expect(await result(false)).toMatchObject(dropped);
    expect(await result(true)).toEqual({ id: expect.any(String), ...kept });
    // The teacher no longer asks.
    await ask(section, false);
    expect(await result(true)).toMatchObject(dropped);
    await ask(section, true);
    // Withdrawn: silence about it is a no.
    expect(await result(undefined)).toMatchObject(dropped);
    // The lesson is over, and the device does not know yet.
    const { epoch } = await beat(device, true);
    await post('/detection/sessions/stop/', { section_id: section });
    expect(await send(device, epoch, [{ id: newEventId(), screenshot: picture }])).toMatchObject([dropped]);
    const logs = await logsOf(section);
    expect(logs).toHaveLength(7);
    expect(logs.filter(({ screenshot }) => screenshot !== null)).toHaveLength(1);
  });

  test.each<[what: string, screenshot: string, kept: Buffer | null]>([
    ['a small JPEG', dataUrl(image()), image()],
    [
      'one with a place, a comment and a page behind it',
      dataUrl(
        Buffer.concat([
          head,
          Buffer.from([...segment(0xe1, ...texts('Exif 52.5N')), ...segment(0xfe, ...texts('<script>'))]),
          rest,
          Buffer.from('<script>alert(1)</script>PK'),
        ]),
      ),
      image(),
    ],
    ...['quantisation tables', 'restart interval', 'huffman tables', 'frame', 'scan'].map(
      (what): [string, string, null] => [`one with a text hidden in its ${what}`, dataUrl(withText(what)), null],
    ),
    ['one with a quantisation table twice', dataUrl(Buffer.concat([head, rest.subarray(0, 69), rest])), null],
    ['one with a restart interval', dataUrl(withRestarts), withRestarts],
    ['too wide a one', dataUrl(image(321, 240)), null],
    ['too high a one', dataUrl(image(320, 20_000)), null],
    ['one without a size', dataUrl(image(0, 240)), null],
    ['one with a second, larger frame', dataUrl(Buffer.concat([head, Buffer.from(frame(9, 9)), rest])), null],
    ['one that is cut off', dataUrl(image().subarray(0, -2)), null],
    ['a header alone', dataUrl(Buffer.from([0xff, 0xd8, 0xff, 0xe0])), null],
    ['one above 30,000 bytes', dataUrl(Buffer.concat([head, ...Array(120).fill(comment), rest])), null],
    ['a page that is called a JPEG', dataUrl(Buffer.from('<!doctype html><script>alert(1)</script>')), null],
    ['another type', dataUrl(Buffer.from('GIF89a picture'), 'image/gif'), null],
    ['a drawing with a script', dataUrl(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml'), null],
    ['an address', 'https://pictures.example/1.jpg', null],
    ['a text', 'a picture', null],
  ])('is judged by its content: %s', async (_, screenshot, kept) => {
    const { section, device } = await newLesson();
    await ask(section, true);
    const [{ status, picture_dropped }] = await report(device, screenshot);
    expect([status, picture_dropped]).toEqual(['recorded', kept === null ? true : undefined]);
    const [log] = await logsOf(section);
    if (kept === null) return expect(log?.screenshot).toBeNull();
    const shown = await server.call('GET', String(log?.screenshot));
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect(Buffer.from(shown.bytes).equals(kept)).toBe(true);
  });

  test('is stored once, at most 60 times an hour, and the reports after that count without', async () => {
    const { section, device } = await newLesson();
    await ask(section, true);
    const picture = dataUrl(image());
    const id = newEventId();
    await report(device, picture, id);
    expect(await report(device, picture, id)).toMatchObject([{ status: 'duplicate' }]);
    const { epoch } = await beat(device, true);
    const answers: { status: string; picture_dropped?: boolean }[] = [];
    for (let call = 0; call < 7; call++)
      answers.push(
        ...(await send(
          device,
          epoch,
          Array.from({ length: 10 }, () => ({ id: newEventId(), screenshot: picture })),
        )),
      );
    expect(answers.every(({ status }) => status === 'recorded')).toBe(true);
    expect(answers.filter((one) => one.picture_dropped !== true)).toHaveLength(50);
    const stored = (await logsOf(section)).filter(({ screenshot }) => screenshot !== null);
    expect(stored).toHaveLength(51);
  });

  test('is in the student’s receipt by an address of their own, in their export, and deleted with the report', async () => {
    const { section, device } = await newLesson();
    await ask(section, true);
    await report(device, dataUrl(image()));
    await post('/detection/sessions/stop/', { section_id: section });
    const [log] = (await server.call('GET', '/attend/receipt/', byDevice(device))).body.logs;
    const shown = await server.call('GET', log.screenshot);
    expect(Buffer.from(shown.bytes).equals(image())).toBe(true);
    expect(shown.headers['cache-control']).toBe('no-store');
    // It is not the teacher's, who would then be named as its reader.
    expect((await server.call('GET', log.screenshot.replace('&reader=student', ''))).status).toBe(403);
    const entries = () =>
      database.db
        .select({ action: auditEntries.action, teacherId: auditEntries.teacherId, detail: auditEntries.detail })
        .from(auditEntries)
        .where(eq(auditEntries.sectionId, section));
    await expect
      .poll(entries)
      .toContainEqual({ action: 'screenshots read', teacherId: null, detail: 'by the student' });
    const text = await exportStudent(database.db, await idOf(kai), async (chunks) => {
      let whole = '';
      for await (const chunk of chunks) whole += chunk;
      return whole;
    });
    expect(text).toContain(dataUrl(image()));
    await server.call('DELETE', `/detection/logs/${log.id}/`, { token: teacher.access });
    expect((await server.call('GET', log.screenshot)).status).toBe(404);
    expect(await database.db.$count(screenshots, eq(screenshots.detectionId, log.id))).toBe(0);
  });
});
