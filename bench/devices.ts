import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deviceHeartbeatMs } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { epochOf } from '../server/src/domain/agent/agent';
import { attendances, attendanceTokens } from '../server/src/domain/tables/attendance';
import { hashToken } from '../server/src/platform/config/secrets';
import type { Database } from '../server/src/platform/database/database';
import { type ComparedDatabase, onEachDatabase } from './databases';
import { processorMillisecondsOf, startMeasured } from './processes';
import { bearer } from './requests';
import { type Group, inDigits, percentile, type Row, type Run, row } from './run';
import { busyCount } from './school';
import { measureSignIns, type SignedIn } from './signIns';
import { openWindow } from './sockets';

const deviceCount = 2000;
const runMilliseconds = 60_000;
/** Each device reports one episode in the run: its start, and later its end. */
const episodeMilliseconds = 10_000;

interface Device {
  token: string;
  sectionId: number;
}

const tokenOf = (number: number) => `device-${number}-`.padEnd(43, '0');

/** Measures a minute of a school in which 2,000 students attend on their own devices, and what their teachers' pages receive. */
export const measureDevices: Group = (run) => onEachDatabase(run, (database) => measureOn(run, database));

async function measureOn(
  { started }: Run,
  { settings, teachers, name, open, atMost }: ComparedDatabase,
): Promise<Row[]> {
  const busy = teachers.slice(0, busyCount);
  const { db, close } = await open();
  const devices = await admitEverybody(db).finally(close);
  const product = await startMeasured(started, settings);
  const { signedIn } = await measureSignIns(product.url, busy);
  const attended = new Set(devices.map(({ sectionId }) => sectionId));
  const pages = await Promise.all(
    signedIn.flatMap((teacher) =>
      teacher.sectionIds.flatMap((id) => (attended.has(id) ? [openPage(product.url, teacher, id)] : [])),
    ),
  );
  for (const page of pages) started.add(page.close);

  const heartbeats: number[] = [];
  const reports: number[] = [];
  const call = async (device: Device, path: string, body: object, durations: number[]) => {
    const begin = performance.now();
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Attend ${device.token}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200 || text.includes('refused')) throw new Error(`${path}: ${answer.status} ${text}`);
    durations.push(performance.now() - begin);
  };
  const beat = (device: Device) => call(device, '/attend/heartbeat/', { state: 'watching' }, heartbeats);
  const epoch = epochOf(new Date());
  const since = performance.now();
  const now = () => Math.round(performance.now() - since);
  const episodes = new Map<Device, object>();
  const report = async (device: Device) => {
    const known = episodes.get(device);
    const event = known ?? { id: randomUUID(), activity_type: 'no_face', epoch, elapsed_ms: now() };
    episodes.set(device, event);
    const events = [known === undefined ? event : { ...event, ended_elapsed_ms: now() }];
    pages.find(({ sectionId }) => sectionId === device.sectionId)?.expectLogs();
    await call(device, '/attend/reports/', { events }, reports);
  };
  const calls = devices.flatMap((device, index) => {
    const phase = (index / devices.length) * deviceHeartbeatMs;
    // Spread differently, so that a class does not report at once.
    const episode = ((index * 0.618) % 1) * (runMilliseconds - episodeMilliseconds);
    return [
      ...Array.from({ length: runMilliseconds / deviceHeartbeatMs }, (_, number) => ({
        ...{ at: phase + number * deviceHeartbeatMs, call: () => beat(device) },
      })),
      ...[episode, episode + episodeMilliseconds].map((at) => ({ at, call: () => report(device) })),
    ];
  });

  for (const page of pages) page.forget();
  const before = await processorMillisecondsOf(product.pid);
  const sent: Promise<void>[] = [];
  for (const { at, call } of calls.toSorted((one, other) => one.at - other.at)) {
    // Paced by the clock: a slow answer does not delay the next call.
    const early = at - (performance.now() - since);
    if (early > 1) await pause(early);
    const calling = call();
    // Failures are reported below.
    calling.catch(() => {});
    sent.push(calling);
  }
  await Promise.all(sent);
  const elapsed = performance.now() - since;
  const after = await processorMillisecondsOf(product.pid);
  await pause(1000);
  const arrivals = pages.flatMap(({ arrivals }) => arrivals);
  const messages = pages.map(({ messages }) => messages);
  const kilobytes = pages.map(({ bytes }) => bytes / 1000);

  const what = `${inDigits(deviceCount)} students’ devices for a minute`;
  return [
    ...(before === undefined || after === undefined
      ? []
      : [row(`${what}, share of a core, ${name}`, ((after - before) / elapsed) * 100, '%', atMost(50))]),
    row(`${what}, a heartbeat, p99, ${name}`, percentile(heartbeats, 0.99), 'ms', atMost(100)),
    row(`${what}, a report, p99, ${name}`, percentile(reports, 0.99), 'ms', atMost(250)),
    row(`${what}, from a report to a message at its teacher, p99, ${name}`, percentile(arrivals, 0.99), 'ms'),
    row(`${what}, messages to a section’s page, most, ${name}`, Math.max(...messages), '/min'),
    row(`${what}, logs fetched by a section’s page, most, ${name}`, Math.max(...kilobytes), 'KB/min'),
  ];
}

/** Starts a lesson in some sections of thirty, and admits a device for each student. */
async function admitEverybody(db: Database): Promise<Device[]> {
  await db.execute(sql`
    insert into detection_sessions (section_id, started_at)
    select distinct section_id, now() from section_students
    where section_id not in (select section_id from detection_sessions where ended_at is null)`);
  const Members = v.object({
    rows: v.array(v.object({ session_id: v.number(), section_id: v.number(), student_id: v.number() })),
  });
  const { rows } = v.parse(
    Members,
    await db.execute(sql`
      select detection_sessions.id as session_id, section_id, student_id
      from detection_sessions join section_students using (section_id)
      where ended_at is null order by section_id, student_id limit ${deviceCount}`),
  );
  const now = new Date();
  const moments = { since: now, heardAt: now, knockedAt: now, admittedAt: now };
  const admitted = await db
    .insert(attendances)
    .values(
      rows.map(({ session_id, student_id }) => ({
        ...{
          sessionId: session_id,
          studentId: student_id,
          status: 'admitted' as const,
          watch: 'watching' as const,
          ...moments,
        },
      })),
    )
    .returning({ id: attendances.id });
  await db.insert(attendanceTokens).values(
    admitted.map(({ id }, number) => ({
      ...{ tokenHash: hashToken(tokenOf(number)), attendanceId: id, expiresAt: new Date(now.getTime() + 86_400_000) },
    })),
  );
  await db.execute(sql`analyze`);
  return rows.map(({ section_id }, number) => ({ token: tokenOf(number), sectionId: section_id }));
}

const Logs = v.object({ newer: v.string() });

/** Opens a section's page as far as the server notices: its socket, and the changes of logs and attendance that it fetches. */
async function openPage(url: string, { token }: SignedIn, sectionId: number) {
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, url), { headers: bearer(token) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
  const newerIn = (text: string) => v.parse(v.pipe(v.string(), v.parseJson(), Logs), text).newer;
  const page = {
    sectionId,
    messages: 0,
    bytes: 0,
    /** Milliseconds from the report to the next message about its section. */
    arrivals: [] as number[],
    expectLogs: () => void expected.push(performance.now()),
    forget() {
      [this.messages, this.bytes, this.arrivals] = [0, 0, []];
      expected.length = 0;
    },
    close: () => socket.terminate(),
  };
  const expected: number[] = [];
  let newer = newerIn(await get(`/detection/logs/?section=${sectionId}`));
  const socket = await openWindow(url, token);
  let [fetching, isOutdated] = [false, false];
  const fetchNewer = async () => {
    isOutdated = fetching;
    if (fetching) return;
    fetching = true;
    const text = await get(newer);
    newer = newerIn(text);
    page.bytes += text.length;
    fetching = false;
    if (isOutdated) await fetchNewer();
  };
  socket.on('message', (data) => {
    const message = String(data);
    if (!message.includes(`"section_id":${sectionId},`) && !message.includes(`"section_id":${sectionId}}`)) return;
    page.messages += 1;
    if (message.includes('attendance_changed')) void get(`/attendance/sections/${sectionId}/`).catch(console.error);
    if (!message.includes('logs_changed')) return;
    page.arrivals.push(...expected.splice(0).map((at) => performance.now() - at));
    void fetchNewer().catch(console.error);
  });
  return page;
}
