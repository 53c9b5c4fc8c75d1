import type { Request } from 'autocannon';
import { preparePostgres } from './databases';
import { measureAll } from './load';
import { processorMillisecondsOf, startMeasured } from './processes';
import { bearer, picture, reportOf } from './requests';
import type { Group, Row } from './run';
import { agentKey, places, studentsIn } from './school';
import { measureSignIns } from './signIns';

/** Measures the input of docs/scaling.md: processor time per request, on PostgreSQL. */
export const measureCosts: Group = async ({ started, uses }) => {
  const { settings, teachers, version } = await preparePostgres(started);
  uses(`PostgreSQL ${version}`);
  const product = await startMeasured(started, settings);
  const { signedIn } = await measureSignIns(product.url, teachers.slice(0, 1));
  const [teacher] = signedIn;
  if (!teacher) throw new Error('The school has no teacher.');
  const logs = `/detection/logs/?section=${teacher.sectionIds[places.lesson]}`;
  const answer = await fetch(product.url + logs, { headers: bearer(teacher.token) });
  await answer.arrayBuffer();
  const unmodified = { ...bearer(teacher.token), 'if-none-match': answer.headers.get('etag') ?? '' };
  const section = teacher.sectionIds[places.reporting];
  const event = {
    section_id: section,
    student_email: studentsIn(places.reporting)[0],
    activity_type: 'no_face',
    details: 'Nobody in view',
  };

  const rows: Row[] = [];
  const requests: [name: string, times: number, status: number, request: Request][] = [
    ['unmodified logs', 10_000, 304, { path: logs, headers: unmodified }],
    ['status', 4000, 200, { path: `/detection/sessions/status/${section}/`, headers: bearer(teacher.token) }],
    ['a detection that comes alone', 1000, 201, reportOf(agentKey, [event])],
    ['one with a picture of 100 kB', 200, 201, reportOf(agentKey, [{ ...event, screenshot: picture }])],
  ];
  for (const [name, times, status, request] of requests) {
    const ask = (count: number) => measureAll(product.url, count, [request], status);
    // Warm up first.
    await ask(times / 10);
    const before = await processorMillisecondsOf(product.pid);
    await ask(times);
    const after = await processorMillisecondsOf(product.pid);
    if (before === undefined || after === undefined) continue;
    const figure = `${((after - before) / times).toFixed(2)} ms`;
    rows.push({ name: `processor time of ${name}`, figure, budget: '', verdict: '' });
  }
  return rows;
};
