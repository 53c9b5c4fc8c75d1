import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import { teachers } from '../../src/domain/tables/account';
import type { Answer, TestServer } from './server';

export const password = 'correct horse';

let emails = 0;
let events = 0;

/** Returns a unique event id. */
export const newEventId = () => `event ${++events}`;

/** Returns a unique email. */
export const newEmail = () => `teacher${++emails}@school.example`;

export const registration = (email: string, changes: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Muster',
  email,
  password,
  password2: password,
  ...changes,
});

/** Returns the newest mail to an address. */
export async function mailTo(server: TestServer, email: string): Promise<{ code: string; link: string; text: string }> {
  const { body } = await server.call('GET', '/dev/mail.json', { address: '127.0.0.1' });
  const mail = body.find(({ to }: { to: string }) => to === email);
  expect(mail, `a mail to ${email}`).toBeDefined();
  return mail;
}

export async function register(server: TestServer, email = newEmail()): Promise<string> {
  expect((await server.call('POST', '/account/register/teacher/', { body: registration(email) })).status).toBe(201);
  return email;
}

export async function verify(server: TestServer, email: string): Promise<void> {
  const { code } = await mailTo(server, email);
  expect((await server.call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(200);
}

export const logIn = (server: TestServer, email: string, secret = password): Promise<Answer> =>
  server.call('POST', '/account/login/teacher/', { body: { email, password: secret } });

/** Returns the cookies that a browser sends after this answer. */
export function cookieIn({ headers }: Answer): string {
  const [pair = ''] = String(headers['set-cookie'] ?? '').split(';');
  expect(pair, 'a cookie').not.toBe('');
  return pair;
}

export interface TestTeacher {
  email: string;
  access: string;
  refresh: string;
}

/** Argon2 reads its cost from the hash, so passwords of these teachers are cheap to compare. */
const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 });

/** Inserts a verified teacher and signs them in. */
export async function newTeacher(server: TestServer): Promise<TestTeacher> {
  const email = newEmail();
  const verified = { email, firstName: 'Ada', lastName: 'Muster', passwordHash, verifiedAt: new Date() };
  await server.database.db.insert(teachers).values(verified);
  const { status, body } = await logIn(server, email);
  expect(status).toBe(200);
  return { email, ...body };
}

/** Creates a section. @returns its id */
export async function newSection(
  server: TestServer,
  { access: token }: TestTeacher,
  emails: string[] = [],
): Promise<number> {
  const { body } = await server.call('POST', '/section/create/', { token, body: { name: '8b', subject: 'Physics' } });
  if (emails.length > 0) {
    await server.call('POST', `/section/${body.id}/add-students/`, { token, body: { student_emails: emails } });
  }
  return body.id;
}

/** Creates a section with an active session. @returns its id */
export async function newActiveSection(
  server: TestServer,
  teacher: TestTeacher,
  emails: string[] = [],
): Promise<number> {
  const id = await newSection(server, teacher, emails);
  const body = { section_id: id, is_active: true };
  const { status } = await server.call('POST', '/detection/sessions/start/', { token: teacher.access, body });
  expect(status).toBe(200);
  return id;
}

export const kai = 'kai.driftwoodson@students.example';
export const mei = 'mei.lanternfield@students.example';
