import type { Request } from 'autocannon';
import type { Measured } from './figures';
import { measureRate } from './load';
import type { Bare } from './processes';
import { bearer, reportOf } from './requests';
import { agentKey, places, studentsIn } from './school';
import type { SignedIn } from './signIns';

const batchSize = 100;

/** Each connection belongs to a busy teacher. The bare server is measured right before and after. */
export interface Measuring {
  url: string;
  bare: Bare;
  teachers: SignedIn[];
  seconds: number;
}

/**
 * Measures a page that each teacher requests.
 * @param pathOf returns the teacher's own page
 */
export function measurePage(measuring: Measuring, pathOf: (teacher: SignedIn) => string): Promise<Measured> {
  return compare(measuring, (teacher) => ({ path: pathOf(teacher), headers: bearer(teacher.token) }), 200);
}

/** Measures a page the teacher already has and that has not changed. */
export async function measureUnchanged(measuring: Measuring, pathOf: (teacher: SignedIn) => string): Promise<Measured> {
  const tags = new Map<SignedIn, string>();
  for (const teacher of measuring.teachers) {
    const answer = await fetch(measuring.url + pathOf(teacher), { headers: bearer(teacher.token) });
    await answer.arrayBuffer();
    const tag = answer.headers.get('etag');
    if (!tag) return { missing: 'no ETag' };
    tags.set(teacher, tag);
  }
  const request = (teacher: SignedIn): Request => ({
    path: pathOf(teacher),
    headers: { ...bearer(teacher.token), 'if-none-match': tags.get(teacher) },
  });
  return compare(measuring, request, 304);
}

async function compare(
  { url, bare, teachers, seconds }: Measuring,
  request: (teacher: SignedIn) => Request,
  status: number,
): Promise<Measured> {
  const measureBare = () => measureRate(bare.url, seconds / 2, [{ path: '/', headers: bearer(bare.token) }], 200);
  const before = await measureBare();
  const value = await measureRate(url, seconds, teachers.map(request), status);
  return { value, bare: (before + (await measureBare())) / 2 };
}

/** Measures the events per second that agents can report, each from its own class. */
export async function measureIngest({ url, teachers, seconds }: Measuring): Promise<Measured> {
  const members = studentsIn(places.reporting);
  const request = ({ sectionIds }: SignedIn): Request =>
    reportOf(
      agentKey,
      Array.from({ length: batchSize }, (_, number) => ({
        section_id: sectionIds[places.reporting],
        student_email: members[number % members.length],
        activity_type: 'suspicious_application',
        details: `Opened a chat program ${number}`,
      })),
    );
  return { value: (await measureRate(url, seconds, teachers.map(request), 201)) * batchSize };
}
