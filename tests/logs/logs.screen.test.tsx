import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, wordlessRefusals } from '../support/backend';
import { active, openSection, studentsLogs } from '../support/classroom';
import { address, alerts, pageText, pass, settle } from '../support/screen';

const logs = 'GET /detection/logs/';

/** Logs one minute apart, the newest named `Student 1`, in an order of the server's own. */
const manyLogs = (count: number, first = 1) =>
  studentsLogs(count, first).sort((a, b) => ((a.id * 7) % 5) - ((b.id * 7) % 5));

/** Of the students in the table. */
const names = () =>
  screen
    .queryAllByText(/^Student \d+$/)
    .filter((name) => name.closest('table') !== null)
    .map(({ textContent }) => textContent);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Student ${from + index}`);

const openLogs = (answers: Answers = {}) => openSection(answers, '/detection-logs');

describe('the overview', () => {
  test('2.16, 9.1 shows the 5 newest, newest first, and the count of all', async () => {
    const { press } = await openSection({ [logs]: { json: manyLogs(23) } });
    expect(names()).toEqual(numbered(1, 5));
    expect(screen.getByRole('button', { name: 'Refresh Logs' })).toBeTruthy();
    await press('View All Logs (23)', 'link');
    expect(address()).toBe('/sections/7/detection-logs');
    expect(names()).toEqual(numbered(1, 20));
  });

  test('8.27 says so when there are none, and keeps saying so while it looks again', async () => {
    const { backend, press } = await openSection({ [logs]: { json: { results: [], next: null } } });
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View All Logs (0)' })).toBeTruthy();
    const late = lateAnswer();
    backend.answer({ [logs]: () => late.answer });
    await press('Refresh Logs');
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
    late.give({ json: manyLogs(1) });
    await settle();
    expect(screen.queryByText('No detection logs available.')).toBeNull();
    expect(names()).toEqual(['Student 1']);
  });

  test('before the first answer it says neither that there are none nor that something failed', async () => {
    await openSection({ [logs]: 'hang' });
    expect(pageText()).not.toMatch(/No detection logs|Failed/);
  });
});

describe('fetching', () => {
  test('7.21 asks by the section, as any other call', async () => {
    const { backend } = await openLogs();
    const [call] = backend.calls(logs);
    expect(call?.url).toBe('https://api.school.example/detection/logs/?section=7');
    expect(call?.headers.get('Authorization')).toBe('Bearer A1');
    expect(call?.credentials).toBe('include');
  });

  test.each([
    ['a whole address', 'https://api.school.example/detection/logs/?section=7&page=2'],
    ['an address without its host', '/detection/logs/?section=7&page=2'],
    ['a query', '?section=7&page=2'],
    ['an address that a proxy has made plain', 'http://api.school.example/detection/logs/?section=7&page=2'],
  ])('7.21, 2.16 follows next, %s', async (_name, next) => {
    const { backend } = await openSection({
      [logs]: ({ path }) => ({
        json: path.includes('page=2')
          ? { next: null, results: manyLogs(4, 4) }
          : { next, results: manyLogs(3), count: 7 },
      }),
    });
    expect(backend.calls(logs).map(({ url }) => url)).toEqual([
      'https://api.school.example/detection/logs/?section=7',
      'https://api.school.example/detection/logs/?section=7&page=2',
    ]);
    const second = backend.calls(logs)[1];
    expect(second?.headers.get('Authorization')).toBe('Bearer A1');
    expect(second?.credentials).toBe('include');
    expect(screen.getByRole('link', { name: 'View All Logs (7)' })).toBeTruthy();
    expect(names()).toEqual(numbered(1, 5));
  });

  test.each([
    ['another host', 'https://evil.example/detection/logs/?section=7&page=2'],
    ['another host by its name only', '//evil.example/'],
    ['another port', 'https://api.school.example:8443/detection/logs/'],
    ['no address', 'http://'],
    ['a script', 'javascript:alert(1)'],
    ['a number', 2],
  ])('7.21 the token goes nowhere else: next to %s is not followed', async (_name, next) => {
    const { backend } = await openLogs({ [logs]: { json: { next, results: manyLogs(3) } } });
    expect(backend.calls(logs)).toHaveLength(1);
    expect(names()).toEqual(numbered(1, 3));
  });

  test.each([
    ['itself', '&page=2', 2],
    ['the first page', '', 1],
  ])('7.21 a next that leads back to %s ends there', async (_, page, count) => {
    const { backend } = await openLogs({
      [logs]: { json: { next: `/detection/logs/?section=7${page}`, results: manyLogs(3) } },
    });
    expect(backend.calls(logs)).toHaveLength(count);
  });

  test('7.21, 2.16 a log that has slipped onto the next page meanwhile is one log', async () => {
    await openSection({
      [logs]: ({ path }) => ({
        json: path.includes('page=2')
          ? { next: null, results: manyLogs(3, 2) }
          : { next: '/detection/logs/?section=7&page=2', results: manyLogs(2) },
      }),
    });
    expect(names()).toEqual(numbered(1, 4));
    expect(screen.getByRole('link', { name: 'View All Logs (4)' })).toBeTruthy();
  });

  const reasons: [string, Answer, string][] = [
    ['detail', { status: 403, json: { message: 'M', error: 'E', detail: 'Not yours.' } }, 'Not yours.'],
    ['error', { status: 500, json: { error: 'Disk full.' } }, 'Disk full.'],
    ['message', { status: 500, json: { message: 'Try later.' } }, 'Try later.'],
    ['nothing', { status: 500 }, 'the server answered with 500.'],
    ['HTML', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'the server answered with 502.'],
    ['an object', { status: 400, json: { detail: {} } }, 'the server answered with 400.'],
    ['no answer', 'fail', 'the server did not answer.'],
  ];
  test.each(reasons)('8.15, 8.29 failing with %s says why; Retry tries again', async (_name, answer, reason) => {
    const { backend, press } = await openLogs({ [logs]: answer });
    expect(alerts()).toEqual([`Failed to fetch detection logs: ${reason}Retry`]);
    expect(pageText()).not.toContain('No detection logs');
    backend.answer({ [logs]: { json: manyLogs(2) } });
    await press('Retry');
    expect(alerts()).toEqual([]);
    expect(names()).toEqual(numbered(1, 2));
  });

  test('8.15 the overview says why, too, and offers Retry', async () => {
    const { backend, press } = await openSection({ [logs]: { status: 403, json: { detail: 'Not yours.' } } });
    expect(alerts()).toEqual(['Failed to fetch detection logs: Not yours.Retry']);
    backend.answer({ [logs]: { json: manyLogs(2) } });
    await press('Retry');
    expect(names()).toEqual(numbered(1, 2));
  });

  test.each([
    ...wordlessRefusals,
    ['an empty success', { status: 204 }],
    ['an odd success', { json: { logs: [] } }],
  ] as [string, Answer][])('8.15, 8.29 %s never shows as it is', async (_name, answer) => {
    await openLogs({ [logs]: answer });
    expect(alerts()).toEqual([expect.stringMatching(/^Failed to fetch detection logs: the server .+\.Retry$/)]);
    expect(pageText()).not.toMatch(/\[object|undefined|<h1>|TypeError|Failed to fetch(?! detection)/);
  });

  test('8.15 a page of the logs that fails leaves no half list with a wrong count', async () => {
    const { backend } = await openSection({
      [logs]: ({ path }) =>
        path.includes('page=2')
          ? { status: 500 }
          : { json: { next: '/detection/logs/?section=7&page=2', results: manyLogs(3) } },
    });
    expect(backend.calls(logs)).toHaveLength(2);
    expect(alerts()[0]).toMatch(/^Failed to fetch detection logs: /);
    expect(names()).toEqual([]);
  });

  test('8.15 a refresh that fails leaves what is there', async () => {
    const { backend, press } = await openLogs({ [logs]: { json: manyLogs(25) } });
    await press('Next');
    backend.answer({ [logs]: { status: 500, json: { detail: 'Busy.' } } });
    await press('Refresh Logs');
    expect(alerts()).toEqual(['Failed to fetch detection logs: Busy.Retry']);
    expect(names()).toEqual(numbered(21, 25));
  });

  test('2.16, 2.19 Refresh Logs fetches at once, and once while an answer is under way', async () => {
    const { backend, user } = await openLogs({ [logs]: { json: manyLogs(2) } });
    const late = lateAnswer();
    backend.answer({ [logs]: () => late.answer });
    await user.dblClick(screen.getByRole('button', { name: 'Refresh Logs' }));
    expect(backend.calls(logs)).toHaveLength(2);
    expect(names()).toEqual(numbered(1, 2));
    late.give({ json: manyLogs(3) });
    await settle();
    expect(names()).toEqual(numbered(1, 3));
  });
});

describe('what is said of a fetch', () => {
  test('8.15 is neither taken away nor announced again until one succeeds', async () => {
    const { backend, press } = await openLogs({ [logs]: { status: 500, json: { detail: 'Busy.' } } });
    const said = screen.getByText(/^Failed to fetch detection logs: Busy\./);
    const late = lateAnswer();
    backend.answer({ [logs]: () => late.answer });
    await press('Retry');
    expect(screen.getByText(/^Failed to fetch detection logs: Busy\./)).toBe(said);
    late.give({ status: 500, json: { detail: 'Busy.' } });
    await settle();
    expect(screen.getByText(/^Failed to fetch detection logs: Busy\./)).toBe(said);
    backend.answer({ [logs]: { json: manyLogs(1) } });
    await press('Retry');
    expect(alerts()).toEqual([]);
  });
});

describe('a screenshot that cannot be shown', () => {
  const pictures = () => [...document.querySelectorAll('img')];
  const withPictures = (address: string) => ({
    json: manyLogs(3).map((log) => ({ ...log, screenshot: `https://pictures.example/${address}/${log.id}.png` })),
  });

  test('2.19 has the logs fetched again, once for all of them, for addresses that hold', async () => {
    const { backend } = await openLogs({ [logs]: withPictures('old') });
    backend.answer({ [logs]: withPictures('new') });
    for (const picture of pictures()) fireEvent.error(picture);
    await settle();
    expect(backend.calls(logs)).toHaveLength(2);
    expect(pictures().map(({ src }) => src)).toEqual([1, 2, 3].map((id) => `https://pictures.example/new/${id}.png`));
  });

  test('2.19 while only what has changed is fetched has all of them fetched instead, with addresses that hold', async () => {
    const told = (address: string, newer: string) => ({
      json: { results: withPictures(address).json, newer: `/detection/logs/?section=7&newer=${newer}` },
    });
    const { backend, press } = await openLogs({ [logs]: told('old', '1') });
    const late = lateAnswer();
    backend.answer({ [logs]: ({ path }) => (path.includes('newer=') ? late.answer : told('new', '2')) });
    await press('Refresh Logs');
    for (const picture of pictures()) fireEvent.error(picture);
    await settle();
    const all = '/detection/logs/?section=7';
    expect(backend.calls(logs).map(({ path }) => path)).toEqual([all, `${all}&newer=1`, all]);
    expect(pictures().map(({ src }) => src)).toEqual([1, 2, 3].map((id) => `https://pictures.example/new/${id}.png`));
  });

  test('2.19 is loaded again from the same address, also after Refresh Logs, and no other is', async () => {
    const { press } = await openLogs({ [logs]: withPictures('same') });
    const [first, ...others] = pictures();
    fireEvent.error(first!);
    await settle();
    const [second, ...stayed] = pictures();
    expect([second === first, second?.src]).toEqual([false, first?.src]);
    expect(stayed).toEqual(others);
    fireEvent.error(second!);
    expect(pictures()[0]).toBe(second);
    await press('Refresh Logs');
    expect([pictures()[0] === second, pictures()[0]?.src]).toEqual([false, first?.src]);
  });

  test('2.19 while it is shown large is shown at its new address', async () => {
    const { backend, press } = await openLogs({ [logs]: withPictures('old') });
    await press('Show the screenshot of Student 2');
    const large = () => screen.getByRole<HTMLImageElement>('img', { name: 'Screenshot of Student 2' });
    expect(large().src).toBe('https://pictures.example/old/2.png');
    backend.answer({ [logs]: withPictures('new') });
    fireEvent.error(large());
    await settle();
    expect(large().src).toBe('https://pictures.example/new/2.png');
    // It stays, also when it is among the logs no more.
    backend.answer({ [logs]: { json: [] } });
    await pass(60_000);
    fireEvent.error(large());
    await settle();
    expect(backend.calls(logs)).toHaveLength(3);
    expect(large().src).toBe('https://pictures.example/old/2.png');
  });

  test('2.19 that is not there at all is not asked for again and again, but when addresses may have expired', async () => {
    const { backend, press } = await openLogs({ [logs]: withPictures('old') });
    const fail = async () => {
      for (const picture of pictures()) fireEvent.error(picture);
      await settle();
    };
    await fail();
    await fail();
    await pass(59_999);
    await fail();
    expect(backend.calls(logs)).toHaveLength(2);
    await pass(1);
    await fail();
    expect(backend.calls(logs)).toHaveLength(2);
    // Each row has another picture now.
    backend.answer({ [logs]: withPictures('new') });
    await press('Refresh Logs');
    await fail();
    expect(backend.calls(logs)).toHaveLength(4);
  });
});

describe('the full table', () => {
  const current = () =>
    within(screen.getByRole('navigation', { name: 'Pages of the detection logs' })).queryByRole('button', {
      current: 'page',
    })?.textContent;

  test('2.19, 9.2, 9.1 shows 20 a page, newest first, by buttons', async () => {
    const { press } = await openLogs({ [logs]: { json: manyLogs(45) } });
    // The columns' headings, and the logs.
    expect(screen.getAllByRole('row')).toHaveLength(21);
    expect(names()).toEqual(numbered(1, 20));
    expect(screen.getByText('1–20 of 45')).toBeTruthy();
    await press('Previous');
    expect(names()).toEqual(numbered(1, 20));
    await press('Next');
    expect(names()).toEqual(numbered(21, 40));
    await press('Page 3');
    expect(names()).toEqual(numbered(41, 45));
    expect(screen.getByText('41–45 of 45')).toBeTruthy();
    expect(current()).toBe('3');
    await press('Next');
    expect(names()).toEqual(numbered(41, 45));
    await press('Previous');
    expect(names()).toEqual(numbered(21, 40));
  });

  test.each([
    [20, 0],
    [21, 1],
  ])('9.2 %i logs have %i such navigations', async (count, navigations) => {
    await openLogs({ [logs]: { json: manyLogs(count) } });
    expect(screen.queryAllByRole('navigation', { name: 'Pages of the detection logs' })).toHaveLength(navigations);
  });

  test('4.8 keeps its page when the logs are fetched again, or goes to the last that is left', async () => {
    const { backend, press } = await openLogs({
      [logs]: { json: manyLogs(45) },
      'GET /detection/sessions/status/7/': active,
    });
    await press('Page 3');
    backend.answer({ [logs]: { json: manyLogs(46) } });
    await pass(30_000);
    expect(names()).toEqual(numbered(41, 46));
    backend.answer({ [logs]: { json: manyLogs(22) } });
    await pass(30_000);
    expect(names()).toEqual(numbered(21, 22));
    expect(current()).toBe('2');
  });

  test('2.19, 8.27 without logs says so', async () => {
    await openLogs();
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Refresh Logs' })).toBeTruthy();
  });
});
