import { findStudent } from '../../src/domain/school/exportStudent';
import { type Answer, agentKey, type TestServer } from './server';
import { kai, mei, newActiveSection, newEventId, type TestTeacher } from './teachers';

/** An event that an agent reports, by default of Kai. */
export const sighting = (section_id: number, changes: object = {}) => ({
  ...{ id: newEventId(), section_id, student_email: kai, activity_type: 'no_face' },
  ...changes,
});

/** Reports as an agent. */
export const report = (server: TestServer, body: unknown, key = agentKey): Promise<Answer> =>
  server.call('POST', '/detection/logs/', { body, headers: { 'x-agent-key': key } });

/** A student's device at a lesson's door or in the lesson. */
export interface Device {
  token: string;
  attendee_id: number;
}

/** Authenticates as a student's device. */
export const byDevice = ({ token }: Pick<Device, 'token'>) => ({ headers: { authorization: `Attend ${token}` } });

/** A section with an active lesson and its code. */
export interface Lesson {
  id: number;
  code: string;
}

/**
 * Returns what a teacher does, and the students in their lessons.
 * @param at returns the teacher and their server, which a test file has only once it runs
 * @param studentsServer returns the server that the students' devices call, by default the teacher's
 */
export function callsOf(
  at: () => { server: TestServer; teacher: TestTeacher },
  studentsServer: () => TestServer = () => at().server,
) {
  const post = (path: string, body: object, token = at().teacher.access) =>
    at().server.call('POST', path, { token, body });
  const get = async (path: string) => (await at().server.call('GET', path, { token: at().teacher.access })).body;
  const idOf = async (email: string) => Number(await findStudent(at().server.database.db, email));
  const listed = (id: number) => get(`/attendance/sections/${id}/`);
  const invite = async (id: number): Promise<string> =>
    (await post('/attendance/invite/', { section_id: id })).body.code;
  const decide = (action: 'admit' | 'refuse', id: number, devices: Device[]) =>
    post(`/attendance/${action}/`, { section_id: id, ids: devices.map(({ attendee_id }) => attendee_id) });
  const admit = (id: number, ...devices: Device[]) => decide('admit', id, devices);
  async function knock(code: string, email: string): Promise<Device> {
    const body = { code, student_id: await idOf(email) };
    return (await studentsServer().call('POST', '/attend/knock/', { body })).body;
  }
  return {
    ...{ post, get, idOf, listed, invite, admit, knock },
    refuse: (id: number, ...devices: Device[]) => decide('refuse', id, devices),
    start: (id: number) => post('/detection/sessions/start/', { section_id: id, is_active: true }),
    stop: (id: number) => post('/detection/sessions/stop/', { section_id: id }),
    statusOf: (id: number) => get(`/detection/sessions/status/${id}/`),
    logsOf: async (id: number) => (await get(`/detection/logs/?section=${id}`)).results,
    async newLesson(emails = [kai, mei]): Promise<Lesson> {
      const id = await newActiveSection(at().server, at().teacher, emails);
      return { id, code: await invite(id) };
    },
    /** Knocks with a student's device, which is admitted. */
    async admitted({ id, code }: Lesson, email: string): Promise<Device> {
      const device = await knock(code, email);
      await admit(id, device);
      return device;
    },
    beat: (device: Pick<Device, 'token'>, state = 'watching', more: object = {}) =>
      studentsServer().call('POST', '/attend/heartbeat/', { body: { state, ...more }, ...byDevice(device) }),
  };
}
