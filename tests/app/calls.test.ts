import { afterEach, describe, expect, test, vi } from 'vitest';
import { ProblemError, UnansweredError } from '../../src/problem';
import { clockOffset } from '../../src/services/app/serverClock';
import { apiUrl, pageOfProxy, stubBackend } from '../support/backend';
import { createServices, googleApiUrl, type Services, signal } from '../support/services';

/* Each call of section 7: what it sends, and that no answer shows up as rubbish. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Call {
  /** Method and path as specified, with the query. */
  sends: string;
  body?: unknown;
  host?: string;
  run(services: Services, signal: AbortSignal): Promise<unknown>;
  /** A successful answer. */
  answer: unknown;
  /** Error text if the answer has none. Null: the call has no text, only a verdict. */
  failure: string | null;
  /** A 401 may be about the password in the request. */
  carriesPassword?: true;
  /** A 401 is an answer and never triggers a renewal. */
  neverRenewed?: true;
  /** The call is about an account, not a session: its answer counts even if another teacher has signed in meanwhile. */
  ofNoSession?: true;
  /** It is about one section: a 404 means that the section is gone. */
  ofSection?: true;
  /** A 404 counts as success. */
  deletes?: true;
  /** A 404 means that the backend does not offer it, which the teacher is told. */
  mayBeAbsent?: true;
  /** It is polled in every tab. */
  isPolled?: true;
  /** The current user is re-checked first. */
  rechecksUser?: true;
  /** Error text of a 401 that remains after a renewal, if different from other failures. */
  rejected?: string;
}

const expired = 'Session expired. Please log in again.';
const user = { id: 1, first_name: 'Ada' };
const section = { id: 7, name: '4b', subject: 'History', students: [] };

const calls: Record<string, Call> = {
  register: {
    sends: 'POST /account/register/teacher/',
    body: { first_name: 'Ada', last_name: 'L', email: 'ada@school.example', password: 'horse', password2: 'horse' },
    run: ({ account }, signal) =>
      account.register(
        { first_name: 'Ada', last_name: 'L', email: 'ada@school.example', password: 'horse', password2: 'horse' },
        signal,
      ),
    answer: { message: 'Welcome.' },
    failure: 'Registration failed. Please try again.',
    ofNoSession: true,
  },
  'sign in': {
    sends: 'POST /account/login/teacher/',
    body: { email: 'ada@school.example', password: 'horse' },
    run: ({ account }, signal) => account.logIn({ email: 'ada@school.example', password: 'horse' }, signal),
    answer: { access: 'a', refresh: 'r' },
    failure: 'Invalid credentials',
    neverRenewed: true,
  },
  'current user': {
    sends: 'GET /account/current-user/',
    isPolled: true,
    run: ({ account }, signal) => account.fetchCurrentUser(signal),
    answer: user,
    failure: 'Failed to fetch user data',
    rejected: expired,
  },
  refresh: {
    sends: 'POST /account/refresh/',
    body: { refresh: 'refresh-1' },
    run: ({ account }, signal) => account.refresh('refresh-1', signal),
    answer: { access: 'a' },
    failure: null,
    neverRenewed: true,
  },
  'log out': {
    sends: 'POST /account/logout/',
    body: { refresh: 'refresh-1' },
    run: ({ account }) => account.logOut({ access: 'access-1', refresh: 'refresh-1' }),
    answer: {},
    failure: null,
    neverRenewed: true,
  },
  'verify OTP': {
    sends: 'POST /account/verify-otp/',
    body: { email: 'ada@school.example', code: '012345' },
    run: ({ account }, signal) => account.verifyOtp({ email: 'ada@school.example', code: '012345' }, signal),
    answer: { message: 'Verified.' },
    failure: 'Invalid OTP. Please try again.',
    ofNoSession: true,
  },
  'resend OTP': {
    sends: 'POST /account/resend-otp/',
    body: { email: 'ada@school.example' },
    run: ({ account }, signal) => account.resendOtp('ada@school.example', signal),
    answer: {},
    failure: 'Failed to resend OTP. Please try again.',
    ofNoSession: true,
  },
  'change password': {
    sends: 'POST /account/change-password/',
    body: { old_password: 'horse', new_password: 'staples!', confirm_password: 'staples!' },
    run: ({ account }, signal) =>
      account.changePassword({ old_password: 'horse', new_password: 'staples!', confirm_password: 'staples!' }, signal),
    answer: { message: 'Changed.', access: 'a' },
    failure: 'Password change failed. Please try again.',
    carriesPassword: true,
  },
  'forgot password': {
    sends: 'POST /account/forgot-password/',
    body: { email: 'ada@school.example' },
    run: ({ account }, signal) => account.forgotPassword('ada@school.example', signal),
    answer: { message: 'Sent.' },
    failure: 'Failed to send password reset instructions. Please try again.',
    ofNoSession: true,
  },
  'reset password': {
    sends: 'POST /account/reset-password/',
    body: { token: 't', new_password: 'staples!', confirm_password: 'staples!' },
    run: ({ account }, signal) =>
      account.resetPassword({ token: 't', new_password: 'staples!', confirm_password: 'staples!' }, signal),
    answer: { message: 'Reset.', access: 'a' },
    failure: 'Failed to reset password. Please try again or request a new reset link.',
    ofNoSession: true,
  },
  'Google sign-in': {
    sends: 'POST /account/login/google/',
    host: googleApiUrl,
    body: { code: 'google-code' },
    run: ({ account }, signal) => account.logInWithGoogle('google-code', signal),
    answer: { access: 'a' },
    failure: 'Google login failed. Please try again.',
    neverRenewed: true,
  },
  'create section': {
    sends: 'POST /section/create/',
    body: { name: '4b', subject: 'History' },
    run: (services, signal) => services.section.createSection({ name: '4b', subject: 'History' }, signal),
    answer: section,
    failure: 'Failed to create section.',
    rejected: expired,
  },
  'list sections': {
    sends: 'GET /section/list/',
    run: (services, signal) => services.section.fetchSections(signal),
    answer: [section],
    failure: 'Failed to fetch sections.',
    rejected: expired,
  },
  'add students': {
    sends: 'POST /section/7/add-students/',
    body: { student_emails: ['ada@school.example', 'bob@school.example'] },
    run: (services, signal) =>
      services.section.addStudents(
        '7',
        { emails: ['ada@school.example', 'bob@school.example'], newStudents: [] },
        signal,
      ),
    answer: section,
    ofSection: true,
    failure: 'Failed to add students. Please try again.',
    rejected: expired,
  },
  'remove a student': {
    sends: 'POST /section/7/remove-students/',
    body: { student_emails: ['ada@school.example'] },
    run: (services, signal) => services.section.removeStudent('7', 'ada@school.example', signal),
    answer: section,
    ofSection: true,
    failure: 'Failed to remove student',
    rejected: expired,
  },
  'delete section': {
    sends: 'DELETE /section/7/delete/',
    body: { password: 'horse' },
    run: (services, signal) => services.section.deleteSection('7', 'horse', signal),
    answer: {},
    ofSection: true,
    failure: 'Failed to delete section. Please try again.',
    carriesPassword: true,
    rejected: 'Incorrect password',
  },
  'make students': {
    sends: 'POST /section/7/add-students/',
    body: { student_emails: [], new_students: [{ name: 'Ada' }, { name: 'Bob', email: 'bob@school.example' }] },
    run: (services, signal) => {
      const newStudents = [{ name: 'Ada' }, { name: 'Bob', email: 'bob@school.example' }];
      return services.section.addStudents('7', { emails: [], newStudents }, signal);
    },
    answer: section,
    ofSection: true,
    failure: 'Failed to add students. Please try again.',
    rejected: expired,
  },
  'give a student an email': {
    sends: 'POST /section/7/student-email/',
    body: { student_id: 17, email: 'ada@school.example' },
    run: (services, signal) =>
      services.section.giveStudentEmail('7', { id: '17', email: 'ada@school.example' }, signal),
    answer: section,
    ofSection: true,
    failure: 'The email was not saved. Please try again.',
    rejected: expired,
  },
  'invite students': {
    sends: 'POST /attendance/invite/',
    body: { section_id: 7 },
    run: ({ attendance }, signal) => attendance.invite('7', false, signal),
    answer: { code: 'K7M2XQ', attend_url: 'https://school.example/attend' },
    ofSection: true,
    failure: 'Failed to get the code. Please try again.',
    rejected: expired,
  },
  'admit students': {
    sends: 'POST /attendance/admit/',
    body: { section_id: 7, ids: [31] },
    run: ({ attendance }, signal) => attendance.admit('7', { ids: ['31'] }, signal),
    answer: { session_id: 12, code: 'K7M2XQ', attendees: [] },
    ofSection: true,
    failure: 'Failed to admit. Please try again.',
    rejected: expired,
  },
  'turn students away': {
    sends: 'POST /attendance/refuse/',
    body: { section_id: 7, ids: [31] },
    run: ({ attendance }, signal) => attendance.refuse('7', { ids: ['31'] }, signal),
    answer: { session_id: 12, code: 'K7M2XQ', attendees: [] },
    ofSection: true,
    failure: 'Failed to turn away. Please try again.',
    rejected: expired,
  },
  'fetch who attends': {
    sends: 'GET /attendance/sections/7/',
    run: ({ attendance }, signal) => attendance.fetchAttendance('7', signal),
    answer: { session_id: 12, code: 'K7M2XQ', attendees: [] },
    ofSection: true,
    failure: 'Failed to load who is attending. Vigil tries again every few seconds.',
    rejected: expired,
    isPolled: true,
  },
  'fetch who was observed': {
    sends: 'GET /attendance/sections/7/lessons/12/coverage/',
    run: ({ attendance }, signal) => attendance.fetchCoverage('7', '12', signal),
    answer: { started_at: '2026-11-20T08:02:00Z', until: '2026-11-20T08:47:00Z', is_over: true, students: [] },
    ofSection: true,
    failure: 'Failed to check who was observed.',
    rejected: expired,
    isPolled: true,
  },
  'rename section': {
    sends: 'POST /section/7/rename/',
    body: { name: '4b', subject: 'History' },
    run: (services, signal) => services.section.renameSection('7', { name: '4b', subject: 'History' }, signal),
    answer: section,
    ofSection: true,
    failure: 'Failed to rename section. Please try again.',
    rejected: expired,
  },
  'fetch who teaches a section': {
    sends: 'GET /section/7/teachers/',
    run: (services, signal) => services.section.fetchTeachers('7', signal),
    answer: { owner: { name: 'Noor Haddad', email: 'noor@school.example' }, teachers: [] },
    ofSection: true,
    failure: 'Failed to fetch the teachers of this section.',
    rejected: expired,
  },
  'share a section': {
    sends: 'POST /section/7/teachers/',
    body: { email: 'sam@school.example', role: 'substitute', until: '2026-11-23T23:00:00.000Z' },
    run: (services, signal) =>
      services.section.shareSection(
        '7',
        { email: 'sam@school.example', role: 'substitute', until: new Date('2026-11-23T23:00:00Z') },
        signal,
      ),
    answer: {},
    ofSection: true,
    failure: 'Failed to share the section. Please try again.',
    rejected: expired,
  },
  'remove a teacher': {
    sends: 'POST /section/7/remove-teacher/',
    body: { email: 'sam@school.example' },
    run: (services, signal) => services.section.removeTeacher('7', 'sam@school.example', signal),
    answer: {},
    ofSection: true,
    failure: 'Failed to remove the teacher. Please try again.',
    rejected: expired,
  },
  'ask for pictures': {
    sends: 'POST /section/7/pictures/',
    body: { asks_for_pictures: true },
    run: (services, signal) => services.section.askForPictures('7', true, signal),
    answer: section,
    ofSection: true,
    failure: 'Failed to save your choice about pictures. Please try again.',
    rejected: expired,
  },
  'search students': {
    sends: 'GET /section/search-students/?q=b%C3%B6%26b',
    run: (services, signal) => services.section.searchStudents('bö&b', signal),
    answer: [],
    failure: 'Failed to search students. Please try again.',
    rejected: expired,
  },
  'start detection': {
    sends: 'POST /detection/sessions/start/',
    body: { section_id: 7, is_active: true },
    run: ({ detection }, signal) => detection.startDetection('7', undefined, signal),
    answer: {},
    ofSection: true,
    failure: 'Failed to start detection. Please try again.',
    rechecksUser: true,
    rejected: expired,
  },
  'stop detection': {
    sends: 'POST /detection/sessions/stop/',
    body: { section_id: 7 },
    run: ({ detection }, signal) => detection.stopDetection('7', signal),
    answer: {},
    ofSection: true,
    failure: 'Failed to stop detection. Please try again.',
    rechecksUser: true,
    rejected: expired,
  },
  status: {
    sends: 'GET /detection/sessions/status/7/',
    run: ({ detection }, signal) => detection.fetchStatus('7', signal),
    isPolled: true,
    answer: { is_active: true },
    ofSection: true,
    failure: 'The status could not be checked just now. Vigil keeps trying.',
    rejected: expired,
  },
  logs: {
    sends: 'GET /detection/logs/?section=7',
    run: ({ records }, signal) => records.fetchLogs('7', null, signal),
    answer: [],
    ofSection: true,
    failure: 'Failed to fetch detection logs: ',
    rejected: expired,
  },
  lessons: {
    sends: 'GET /detection/sessions/?section=7',
    run: ({ records }, signal) => records.fetchLessons('7', signal),
    answer: [],
    ofSection: true,
    failure: 'Failed to fetch the lessons.',
    rejected: expired,
  },
  'delete a lesson': {
    sends: 'DELETE /detection/sessions/12/',
    run: ({ records }, signal) => records.deleteLesson('12', signal),
    answer: {},
    deletes: true,
    failure: 'Failed to delete the lesson. Please try again.',
    rejected: expired,
  },
};

const each = Object.entries(calls);
const keyOf = ({ sends }: Call) => sends.replace(/\?.*/, '');
const recheck = 'GET /account/current-user/';
const list = 'GET /section/list/';

type Answer = NonNullable<Parameters<typeof stubBackend>[0]>[string];

/** Gives every request of the call the same answer. A preceding user check succeeds. */
const stub = (call: Call, answer: Answer) =>
  stubBackend({ ...(call.rechecksUser ? { [recheck]: { json: user } } : {}), [keyOf(call)]: answer });

/** Returns the requests of the call itself. */
const sentBy = (call: Call, { calls: sent }: ReturnType<typeof stubBackend>) => sent(keyOf(call));

/** Returns the call's result, or the error it threw. */
const endOf = (call: Call, services: Services): Promise<unknown> =>
  call.run(services, signal).catch((error: unknown) => error);

describe.each(each)('7 %s', (_, call) => {
  test('sends the specified JSON, with credentials and the bearer token', async () => {
    const backend = stub(call, { json: call.answer });
    await call.run(createServices(), signal);

    const [request] = sentBy(call, backend);
    expect(`${request!.method} ${request!.path}`).toBe(call.sends);
    expect(new URL(request!.url).origin).toBe(call.host ?? apiUrl);
    expect(request!.body).toEqual(call.body);
    expect(request!.credentials).toBe('include');
    expect(request!.cache).toBe(call.isPolled ? 'no-store' : 'default');
    expect(Object.fromEntries(request!.headers)).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Bearer access-1',
    });
  });

  test('sends no bearer token when none is stored', async () => {
    const backend = stub(call, { json: call.answer });
    await call.run(createServices({ access: null }), signal);
    // Logging out sends the token it has removed from the storage.
    const expected = call.sends.includes('logout') ? 'Bearer access-1' : null;
    expect(sentBy(call, backend)[0]!.headers.get('authorization')).toBe(expected);
  });

  test('is sent once', async () => {
    const backend = stub(call, { json: call.answer });
    await call.run(createServices(), signal);
    const expected = call.rechecksUser ? [recheck, call.sends] : [call.sends];
    expect(backend.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(expected);
  });

  // A logout outlives its page.
  if (call.sends.includes('logout')) return;

  test('ends when aborted', async () => {
    const backend = stub(call, 'hang');
    const givenUp = new AbortController();
    const end = call.run(createServices(), givenUp.signal).catch((error: unknown) => error);
    await expect.poll(() => sentBy(call, backend)).toHaveLength(1);
    givenUp.abort();
    const how = await end;
    if (call.failure === null) expect(how).toBe('unanswered');
    else expect(how).toBeInstanceOf(ProblemError);
  });
});

const json = (status: number, body: unknown) => Response.json(body, { status });
const text = (status: number, body: string, type: string) =>
  new Response(body, { status, headers: { 'Content-Type': type } });

const oddAnswers: [string, () => Response | 'fail'][] = [
  ['a network that is down', () => 'fail'],
  ...[200, 400, 500].flatMap((status): [string, () => Response][] => [
    [`${status} and nothing`, () => new Response(null, { status })],
    [`${status} and HTML`, () => text(status, '<!doctype html><title>Oops</title>', 'text/html')],
    [`${status} and broken JSON`, () => text(status, '{"detail": "Str', 'application/json')],
    [`${status} and null`, () => json(status, null)],
    [`${status} and a number`, () => json(status, 7)],
    [`${status} and a list`, () => json(status, ['Not', { a: 'sentence' }])],
    [`${status} and an empty list`, () => json(status, [])],
    [
      `${status} and objects for sentences`,
      () => json(status, { detail: {}, error: [{}], message: null, email: [[]] }),
    ],
    [`${status} and blanks for sentences`, () => json(status, { detail: ' ', error: '', message: ['  '] })],
  ]),
  ['204', () => new Response(null, { status: 204 })],
  ['205', () => new Response(null, { status: 205 })],
];

/** Must never appear in a text for teachers. */
const rubbish = /\[object|undefined|null|NaN|<|\{|TypeError|Unexpected|JSON/;

/** What a proxy or a school network answers while it does not reach the backend. */
const proxyAnswers: [string, Response][] = [
  ...[401, 403, 404].map((status): [string, Response] => [`${status} HTML`, pageOfProxy(status)]),
  ['404 text', text(404, '404 page not found', 'text/plain')],
  ['404 text that is a number', text(404, '404', 'text/plain')],
  ['404 HTML that says it is JSON', text(404, '<h1>Not found</h1>', 'application/json')],
];

describe.each(each)('4.15 %s', (_, call) => {
  test('what a proxy answers is no verdict, and starts no refresh', async () => {
    for (const [name, answer] of proxyAnswers) {
      stub(call, answer);
      const services = createServices({ renewed: 'access-2' });
      const end = await endOf(call, services);
      expect(services.renewAccessToken, name).not.toHaveBeenCalled();
      if (call === calls.refresh) expect(end, name).toBe('unanswered');
      else if (call.failure !== null) {
        const sentence = expect.stringContaining(call.failure);
        expect(end, name).toMatchObject({ problem: { kind: 'unanswered', sentence } });
      }
    }
  });
});

describe.each(each)('8 %s', (_, call) => {
  test('no answer, however odd, shows rubbish or throws anything but a problem', async () => {
    for (const [name, answer] of oddAnswers) {
      const backend = stub(call, answer);
      // If no updated section is sent, the list is requested and may be just as odd.
      backend.answer({ [list]: answer });
      const end = await endOf(call, createServices());
      if (end instanceof Error) expect(end, name).toBeInstanceOf(ProblemError);
      const sentence = end instanceof Error ? end.message : end;
      if (typeof sentence !== 'string') continue;
      expect(sentence, name).not.toMatch(rubbish);
      expect(sentence.trim(), name).not.toBe('');
    }
  });

  const { failure } = call;
  if (failure === null) return;

  test(`a failure without a sentence: ${failure}`, async () => {
    for (const [name, answer] of oddAnswers.filter(([name]) => name.startsWith('500'))) {
      stub(call, answer);
      const end = await endOf(call, createServices());
      expect(end, name).toMatchObject({ problem: { kind: 'failed', sentence: expect.stringContaining(failure) } });
    }
  });

  test('a missing answer is reported below the same sentence', async () => {
    stub(call, 'fail');
    const hint = call === calls.logs ? {} : { hint: 'No answer from the server' };
    expect(await endOf(call, createServices())).toMatchObject({
      problem: { kind: 'unanswered', sentence: expect.stringContaining(failure), ...hint },
    });
  });

  test('a truncated answer counts as none', async () => {
    const start = (controller: ReadableStreamDefaultController) => controller.error(new TypeError('network error'));
    stub(call, () => new Response(new ReadableStream({ start })));
    expect(await endOf(call, createServices())).toMatchObject({ problem: { kind: 'unanswered' } });
  });

  if (call.deletes || call.mayBeAbsent) return;
  test(`404 ${call.ofSection ? 'says that the section is gone' : 'is a refusal like any other'}`, async () => {
    stub(call, { status: 404 });
    expect(await endOf(call, createServices())).toMatchObject({
      problem: { kind: call.ofSection ? 'notFound' : 'refused', sentence: expect.stringContaining(failure) },
    });
  });
});

describe.each(each)('4 %s', (_, call) => {
  const ended = new ProblemError({ sentence: expired, kind: 'sessionExpired' });

  test('is not sent once the stored token belongs to another teacher', async () => {
    const backend = stub(call, { json: call.answer });
    const services = createServices();
    services.getAccessToken.mockImplementation(() => {
      throw ended;
    });
    const end = await endOf(call, services);
    // Logging out sends its own token.
    if (call.sends.includes('logout')) return expect(backend.sent).toHaveLength(1);
    expect(end).toBe(ended);
    expect(backend.sent).toEqual([]);
  });

  test('an answer counts only for the session that asked', async () => {
    stub(call, { json: call.answer });
    const services = createServices();
    services.guardAnswer.mockImplementation(() => {
      throw ended;
    });
    const end = await endOf(call, services);
    if (call.neverRenewed || call.ofNoSession) return expect(services.guardAnswer).not.toHaveBeenCalled();
    expect(end).toBe(ended);
    expect(services.guardAnswer.mock.calls).toEqual([['access-1']]);
  });

  test('our own error is not treated as a missing answer', async () => {
    const backend = stub(call, { json: call.answer });
    const defect = new TypeError('AbortSignal.any is not a function');
    vi.stubGlobal(
      'Headers',
      class {
        constructor() {
          throw defect;
        }
      },
    );
    expect(await endOf(call, createServices())).toBe(defect);
    expect(backend.sent).toEqual([]);
  });

  test('leaves no timer or listener behind, however it ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const ends: Answer[] = [{ json: call.answer }, { status: 500 }, { status: 401 }, 'fail'];
    for (const answer of ends) {
      stub(call, answer);
      await endOf(call, createServices({ renewed: 'access-2' }));
    }
    expect(vi.getTimerCount()).toBe(0);
    // Listeners with options belong to Node's own requests.
    const own = added.mock.calls.filter(({ length }) => length === 2);
    expect(own.length).toBeGreaterThanOrEqual(ends.length);
    expect(removed.mock.calls.filter(({ length }) => length === 2)).toEqual(own);
  });
});

describe.each(each.filter(([, { neverRenewed }]) => neverRenewed))('4 %s', (_, call) => {
  test('a 401 never starts a refresh', async () => {
    const backend = stub(call, { status: 401, json: { detail: 'No.' } });
    const services = createServices({ renewed: 'access-2' });
    await endOf(call, services);
    expect(services.renewAccessToken).not.toHaveBeenCalled();
    expect(sentBy(call, backend)).toHaveLength(1);
  });
});

describe.each(each.filter(([, { neverRenewed }]) => !neverRenewed))('4 %s', (_, call) => {
  const mayBePassword = call.carriesPassword ?? false;

  test('a 401 renews the access token once and resends the request with it', async () => {
    const backend = stub(call, ({ headers }) =>
      headers.get('authorization') === 'Bearer access-2' ? { json: call.answer } : { status: 401 },
    );
    const services = createServices({ renewed: 'access-2' });
    await call.run(services, signal);

    expect(services.renewAccessToken.mock.calls).toEqual([['access-1', mayBePassword]]);
    const [first, second, ...more] = sentBy(call, backend);
    expect(more).toEqual([]);
    expect(first!.headers.get('authorization')).toBe('Bearer access-1');
    expect(second).toMatchObject({ method: first!.method, url: first!.url, body: call.body, credentials: 'include' });
    expect(second!.headers.get('authorization')).toBe('Bearer access-2');
    expect(second!.headers.get('content-type')).toBe('application/json');
  });

  const sentence = call.rejected ?? call.failure;

  test(`a 401 to the new token as well is not renewed again: ${sentence}`, async () => {
    const backend = stub(call, { status: 401 });
    const services = createServices({ renewed: 'access-2' });
    const end = await endOf(call, services);
    expect(end).toMatchObject({ problem: { sentence } });
    expect(services.renewAccessToken).toHaveBeenCalledOnce();
    expect(sentBy(call, backend)).toHaveLength(2);
  });

  test('a renewal that leaves the token unchanged resends nothing', async () => {
    const backend = stub(call, { status: 401 });
    const end = await endOf(call, createServices());
    expect(end).toMatchObject({ problem: { sentence } });
    expect(sentBy(call, backend)).toHaveLength(1);
  });

  test('an ended session is reported as such by every call', async () => {
    stub(call, { status: 401 });
    const services = createServices();
    services.renewAccessToken.mockRejectedValue(new ProblemError({ sentence: expired, kind: 'sessionExpired' }));
    expect(await endOf(call, services)).toMatchObject({ problem: { sentence: expired, kind: 'sessionExpired' } });
  });

  test('an unanswered refresh fails the call but does not end the session', async () => {
    stub(call, { status: 401 });
    const services = createServices();
    services.renewAccessToken.mockRejectedValue(new UnansweredError('The refresh was not answered'));
    const end = await endOf(call, services);
    expect(end).toMatchObject({
      problem: { kind: 'unanswered', sentence: expect.stringContaining(call.failure ?? '') },
    });
  });

  test('an answer to the renewed token of another session does not count', async () => {
    stub(call, { status: 401 });
    const ended = new ProblemError({ sentence: expired, kind: 'sessionExpired' });
    const services = createServices({ renewed: 'access-2' });
    services.guardAnswer.mockImplementation((token) => {
      if (token === 'access-2') throw ended;
    });
    const end = await endOf(call, services);
    if (call.ofNoSession) return expect(services.guardAnswer).not.toHaveBeenCalled();
    expect(end).toBe(ended);
    expect(services.guardAnswer.mock.calls.slice(-2)).toEqual([['access-1'], ['access-2']]);
  });

  test('the renewed token of another session is not used', async () => {
    const backend = stub(call, { status: 401 });
    const ended = new ProblemError({ sentence: expired, kind: 'sessionExpired' });
    const services = createServices({ renewed: 'access-2' });
    services.renewAccessToken.mockImplementation(async () => {
      services.getAccessToken.mockImplementation(() => {
        throw ended;
      });
    });
    expect(await endOf(call, services)).toBe(ended);
    expect(sentBy(call, backend)).toHaveLength(1);
  });
});

test.each<[string, Response]>([
  ['JSON', Response.json({ detail: 'No.' }, { status: 401 })],
  [
    'JSON of a kind of its own',
    Response.json([], { status: 401, headers: { 'Content-Type': 'application/problem+json' } }),
  ],
  ['nothing', new Response(null, { status: 401 })],
  ['nothing, as HTML', text(401, '', 'text/html; charset=utf-8')],
])('4 a 401 of any backend counts, whether it holds %s', async (_, answer) => {
  stubBackend({ [list]: answer });
  const services = createServices();
  await expect(services.section.fetchSections(signal)).rejects.toMatchObject({ problem: { kind: 'sessionExpired' } });
  expect(services.renewAccessToken).toHaveBeenCalledOnce();
});

test('a proxy’s clock is not the server’s', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T08:00:00Z'), toFake: ['Date'] });
  const before = clockOffset();
  stubBackend({ [list]: pageOfProxy(404, { Date: 'Wed, 25 Nov 2026 09:00:00 GMT' }) });
  await endOf(calls['list sections']!, createServices());
  expect(clockOffset()).toBe(before);
});

describe('7 a request', () => {
  test('without an answer within 30 s fails and is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const backend = stubBackend({ [list]: 'hang' });
    const end = endOf(calls['list sections']!, createServices());
    while (backend.sent.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(29_999);
    expect(backend.sent[0]!.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(backend.sent[0]!.signal.aborted).toBe(true);
    expect(await end).toMatchObject({ problem: { kind: 'unanswered', sentence: 'Failed to fetch sections.' } });
  });

  test('whose answer stalls fails after 30 s as well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fetch = vi.fn(({ signal: given }: Request) => {
      const start = (controller: ReadableStreamDefaultController) =>
        given.addEventListener('abort', () => controller.error(given.reason));
      return Promise.resolve(new Response(new ReadableStream({ start })));
    });
    vi.stubGlobal('fetch', fetch);
    const end = endOf(calls['list sections']!, createServices());
    while (fetch.mock.calls.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
    expect(await end).toMatchObject({ problem: { kind: 'unanswered' } });
  });

  test('aborted before it began is not sent', async () => {
    const fetch = vi.fn(({ signal: given }: Request) =>
      given.aborted ? Promise.reject(given.reason) : Promise.resolve(Response.json([])),
    );
    vi.stubGlobal('fetch', fetch);
    const end = createServices().section.fetchSections(AbortSignal.abort());
    await expect(end).rejects.toMatchObject({ problem: { kind: 'unanswered' } });
  });

  test('may get a status unknown to any standard', async () => {
    const odd = Object.defineProperty(new Response('[]'), 'status', { value: 999 });
    vi.stubGlobal('fetch', () => Promise.resolve(odd));
    await expect(createServices().section.fetchSections(signal)).rejects.toMatchObject({
      problem: { kind: 'failed', sentence: 'Failed to fetch sections.' },
    });
  });
});

test('7 logging out sends the token of the ending session, and no other', async () => {
  const backend = stubBackend({ 'POST /account/logout/': { status: 204 } });
  const { account } = createServices({ access: 'access-of-another' });
  await account.logOut({ access: 'access-1', refresh: 'refresh-1' });
  await account.logOut({ access: null, refresh: 'refresh-1' });
  expect(backend.sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer access-1', null]);
});

test('4 checking the access token itself renews nothing', async () => {
  const backend = stubBackend({ [recheck]: { status: 401 } });
  const { account, guardAnswer, renewAccessToken } = createServices({ renewed: 'access-2' });
  await expect(account.fetchCurrentUser(signal, { renew: false })).rejects.toMatchObject({
    problem: { kind: 'sessionExpired', sentence: expired },
  });
  expect(renewAccessToken).not.toHaveBeenCalled();
  expect(guardAnswer.mock.calls).toEqual([['access-1']]);
  expect(backend.sent).toHaveLength(1);
});

test('7 a backend may live below a path of its host', async () => {
  const backend = stubBackend({ 'POST /api/v1/account/login/teacher/': { status: 401 } });
  const services = createServices({ baseUrl: `${apiUrl}/api/v1/` });
  await endOf(calls['sign in']!, services);
  expect(backend.sent.map(({ path }) => path)).toEqual(['/api/v1/account/login/teacher/']);
  expect(services.renewAccessToken).not.toHaveBeenCalled();
});
