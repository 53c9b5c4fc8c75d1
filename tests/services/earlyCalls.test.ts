import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiUrl, type Sent, stubBackend } from '../support/backend';
import { forgetEarlyScript, runEarlyScript } from '../support/earlyScript';
import { createServices, signal } from '../support/services';

/* What a document asks for before the front end is there (src/early.ts), and who gets the answers. */

const list = '/section/list/';
const ofSection = ['/detection/sessions/status/7/', '/detection/logs/?section=7', '/detection/sessions/?section=7'];

let backend: ReturnType<typeof stubBackend>;

beforeEach(() => {
  backend = stubBackend({
    'GET /section/list/': { json: [] },
    'GET /detection/sessions/status/7/': 'hang',
    'GET /detection/logs/': 'hang',
    'GET /detection/sessions/': 'hang',
  });
});

afterEach(() => {
  vi.stubGlobal('window', globalThis);
  forgetEarlyScript();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the document of a page, by its name, in a browser that holds a token. */
async function openDocument(name: string, pathname: string, accessToken: string | null = 'access-1') {
  const dataset = { frame: name };
  const root = { dataset, querySelector: () => null, replaceChildren() {} };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => root }));
  vi.stubGlobal('location', { origin: apiUrl, pathname, search: '' });
  vi.stubGlobal('localStorage', { getItem: () => accessToken });
  await runEarlyScript();
  await vi.waitFor(() => expect(backend.sent).toHaveLength(globalThis.earlyCalls?.size ?? 0));
}

const asked = () => backend.sent.map(({ path }) => path);
const givenUp = () => backend.sent.filter(({ signal: { aborted } }) => aborted).map(({ path }) => path);

describe('a document requests its page’s data at once, with the stored token', () => {
  test.each([
    ['dashboard', '/dashboard', [list]],
    ['changePassword', '/change-password', []],
    ['section', '/sections/7', [list, ...ofSection]],
    ['addStudents', '/sections/7/add-students', [list, ...ofSection]],
    ['detectionLogs', '/sections/7/detection-logs', [list, ...ofSection]],
    ['lesson', '/sections/7/lessons/12', [list, ...ofSection]],
  ])('%s', async (name, pathname, paths) => {
    await openDocument(name, pathname);
    expect(asked()).toEqual(paths);
    const token = ({ headers }: Sent) => headers.get('Authorization');
    expect(backend.sent.map(token)).toEqual(paths.map(() => 'Bearer access-1'));
  });

  test('and nothing when signed out', async () => {
    await openDocument('dashboard', '/dashboard', null);
    expect(asked()).toEqual([]);
  });
});

describe('an answer', () => {
  test('is used by the same call, once', async () => {
    await openDocument('dashboard', '/dashboard');
    const { section } = createServices();
    await section.fetchSections(signal);
    expect(asked()).toEqual([list]);
    expect(globalThis.earlyCalls?.size).toBe(0);
    await section.fetchSections(signal);
    expect(asked()).toEqual([list, list]);
  });

  test('is for the opened page: leaving it aborts and forgets unused answers', async () => {
    await openDocument('section', '/sections/7');
    const { section } = createServices();
    await section.fetchSections(signal);
    globalThis.dropEarlyCalls?.();
    expect(givenUp()).toEqual(ofSection);
    expect(globalThis.earlyCalls).toBeUndefined();
  });

  test('belongs to its session: the first call of another one aborts all of them and is sent itself', async () => {
    await openDocument('section', '/sections/7');
    await createServices({ access: 'access-2' }).section.fetchSections(signal);
    expect(backend.sent.at(-1)?.headers.get('Authorization')).toBe('Bearer access-2');
    expect(givenUp()).toEqual([list, ...ofSection]);
    expect(globalThis.earlyCalls).toBeUndefined();
  });

  test.each([
    [29_999, 'taken', 0],
    [30_000, 'asked for anew', 1],
  ])('after %i ms is %s', async (ms, _, calls) => {
    await openDocument('dashboard', '/dashboard');
    const [early] = globalThis.earlyCalls?.values() ?? [];
    vi.useFakeTimers({ toFake: ['Date'], now: (early?.at ?? 0) + ms });
    await createServices().section.fetchSections(signal);
    expect(asked()).toHaveLength(1 + calls);
    expect(givenUp()).toHaveLength(calls);
  });
});
