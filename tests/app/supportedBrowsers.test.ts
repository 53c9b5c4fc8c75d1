import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import config from '../../vite.config';
import { apiUrl, stubBackend } from '../support/backend';
import { createServices, signal } from '../support/services';

/*
 * The README names the oldest supported browsers, and the build targets them. It converts syntax only; missing APIs
 * must not be used. The types cover the language (`lib` in tsconfig.json).
 */

const root = join(import.meta.dirname, '../..');

/** APIs that some of them lack, as written in the source. */
const tooNew = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Iterator.from',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Response.json',
  'URL.canParse',
  'URL.parse',
  'checkVisibility',
  'requestIdleCallback',
  'showPopover',
  'startViewTransition',
  'togglePopover',
];

afterEach(() => void vi.unstubAllGlobals());

test('7 the README names the browsers that the build targets', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const named = /Chrome and Edge (\d+), Firefox (\d+) and Safari ([\d.]+)/.exec(readme)?.slice(1) ?? [];
  const [chromium, firefox, safari] = named;
  expect(config).toMatchObject({
    build: { target: [`chrome${chromium}`, `edge${chromium}`, `firefox${firefox}`, `safari${safari}`] },
  });
});

test('7 nothing is used that one of them lacks, unless they are asked first', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.d)\.tsx?$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(50);
  const used = sources.flatMap((path) => {
    const source = withoutComments(readFileSync(join(root, 'src', path), 'utf8'));
    return tooNew
      .filter((name) => new RegExp(`\\b${name.replace('.', '\\??\\.')}\\b`).test(source))
      .filter((name) => !source.includes(`if ('${name}' in window)`))
      .map((name) => `${path}: ${name}`);
  });
  expect(used).toEqual([]);
});

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

test('7 a browser without them signs in, and reads sections and logs', async () => {
  stubBackend({
    'POST /account/login/teacher/': { json: { access: 'a', refresh: 'r' } },
    'GET /account/current-user/': { json: { id: 1 } },
    'GET /section/list/': { json: [{ id: 7, name: '4b', subject: 'History' }] },
    'GET /detection/logs/': ({ path }) => ({
      json: { results: [{ id: path, screenshot: '/1.png' }], next: path.includes('page') ? null : '?section=7&page=2' },
    }),
  });
  const { account, records, section } = createServices();

  await withoutTheNew(async () => {
    const credentials = { email: 'ada@school.example', password: 'horse' };
    expect(await account.logIn(credentials, signal)).toEqual({ access: 'a', refresh: 'r' });
    expect(await account.fetchCurrentUser(signal)).toEqual({ id: 1 });
    expect(await section.fetchSections(signal)).toMatchObject([{ name: '4b' }]);
    const { logs } = await records.fetchLogs('7', null, signal);
    expect(logs.map(({ screenshot }) => screenshot)).toEqual([`${apiUrl}/1.png`, `${apiUrl}/1.png`]);
  });
});

/** Runs the task in a browser without the newer APIs, except those of the test's own backend. */
async function withoutTheNew(task: () => Promise<void>) {
  const taken = tooNew.flatMap((name) => {
    const [owner, member] = name.split('.');
    const object: unknown = Reflect.get(globalThis, owner!);
    if (member === undefined || name === 'Response.json' || typeof object !== 'function') return [];
    const property = Object.getOwnPropertyDescriptor(object, member);
    return property === undefined ? [] : [{ object, member, property }];
  });
  expect(taken.map(({ member }) => member)).toEqual(expect.arrayContaining(['any', 'canParse']));
  for (const { object, member } of taken) Reflect.deleteProperty(object, member);
  try {
    expect('any' in AbortSignal).toBe(false);
    await task();
  } finally {
    for (const { object, member, property } of taken) Object.defineProperty(object, member, property);
  }
}
