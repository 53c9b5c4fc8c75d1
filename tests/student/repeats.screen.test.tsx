import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttendanceSystem } from '../../student/src/attendanceSystem';
import { createTabLock } from '../../student/src/services/tabLock';
import { browserTickets, type Ticket, tabTickets } from '../../student/src/services/tabStorage';

/* What joining needs may be refused, and answers may be lost. */

const fetched: { path: string; body: { token?: string } }[] = [];
let answer: (path: string) => Response;
const door = { section: '4b', subject: 'Waves', teacher: 'Noor Haddad', students: [{ id: 1, name: 'Ada' }] };

beforeEach(() => {
  fetched.length = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const path = new URL(address).pathname;
    fetched.push({ path, body: JSON.parse(body) });
    return answer(path);
  });
  answer = (path) => {
    if (path === '/attend/door/') return Response.json({ ...door, screenshots: false });
    if (path === '/attend/link/') return Response.json({ ...door, student: 'Ada' });
    return Response.json({ token: 'T1', attendee_id: 1 }, { status: 201 });
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  location.hash = '';
});

const refused = () => {
  throw new DOMException('Site data is blocked', 'SecurityError');
};
const refusedLocks: LockManager = { request: async () => refused(), query: async () => refused() };

async function opened(hash: string) {
  location.hash = hash;
  const { actor } = createAttendanceSystem({ tabLock: createTabLock(refusedLocks) });
  actor.start();
  await vi.waitFor(() => expect(actor.getSnapshot().matches('recalling')).toBe(false));
  return actor;
}
const asked = (path: string) => fetched.filter((one) => one.path === path);

test.each([
  ['locks', () => {}],
  ['locks and the storage of the tab', () => vi.stubGlobal('sessionStorage', { getItem: refused, setItem: refused })],
  ['locks and the storage of the browser', () => vi.stubGlobal('localStorage', { getItem: refused, setItem: refused })],
  ['locks and databases', () => vi.stubGlobal('indexedDB', { open: refused })],
])('a student joins where the browser refuses %s', async (_, refuse) => {
  refuse();
  const actor = await opened('#K7M2PQ');
  await vi.waitFor(() => expect(actor.getSnapshot().matches('naming')).toBe(true));
  actor.send({ type: 'knock.submit', as: { studentId: 1 }, name: 'Ada' });
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ joined: { place: 'door' } })).toBe(true));
  expect(asked('/attend/knock/')).toHaveLength(1);
  actor.stop();
});

test('a mailed link is not spent where the browser refuses locks', async () => {
  const actor = await opened('#link=L1');
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ linked: 'confirming' })).toBe(true));
  actor.send({ type: 'link.redeem' });
  await vi.waitFor(() => expect(actor.getSnapshot().matches('joined')).toBe(true));
  expect(asked('/attend/redeem/')).toHaveLength(1);
  actor.stop();
});

test('an answer that is lost is asked for with the same token, which the browser has kept before', async () => {
  const lose = answer;
  answer = (path) => {
    if (path !== '/attend/knock/') return lose(path);
    throw new TypeError('The network is down');
  };
  const actor = await opened('#K7M2PQ');
  await vi.waitFor(() => expect(actor.getSnapshot().matches('naming')).toBe(true));
  for (let press = 1; press <= 2; press++) {
    actor.send({ type: 'knock.submit', as: { studentId: 1 }, name: 'Ada' });
    await vi.waitFor(() => expect(asked('/attend/knock/')).toHaveLength(press));
    await vi.waitFor(() => expect(actor.getSnapshot().matches({ naming: 'choosing' })).toBe(true));
  }
  const [first, second] = asked('/attend/knock/');
  expect(first?.body.token).toMatch(/^[\w-]{43}$/);
  expect(second?.body.token).toBe(first?.body.token);
  expect((await browserTickets.read())?.token).toBe(first?.body.token);
  actor.stop();
});

test('another tab goes on in the browser’s seat if the server says so, without the consent of the first', async () => {
  const seat: Ticket = {
    id: 's1',
    token: 'T1',
    name: '',
    code: 'K7M2PQ',
    choice: null,
    pictures: false,
    pause: null,
    cameraId: null,
  };
  browserTickets.store(seat);
  answer = (path) =>
    path === '/attend/door/'
      ? Response.json({ ...door, screenshots: false, seat: { student: 'Ada' } })
      : Response.json({}, { status: 503 });
  const actor = await opened('#K7M2PQ');
  await vi.waitFor(() => expect(actor.getSnapshot().matches('joined')).toBe(true));
  expect(asked('/attend/door/')[0]?.body).toEqual({ code: 'K7M2PQ', token: 'T1' });
  expect(actor.getSnapshot().context).toMatchObject({ name: 'Ada', choice: null });
  expect(await tabTickets.read()).toEqual({ ...seat, name: 'Ada' });
  actor.stop();
});
