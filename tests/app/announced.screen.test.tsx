import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { frame, protectedPages } from '../../src/pages';
import { lateAnswer } from '../support/backend';
import {
  active,
  algebra,
  friday,
  holdSection,
  inactive,
  keepsLessons,
  openHeldSection,
  openSection,
  stubSection,
} from '../support/classroom';
import { noorSignedIn, openApp, pass, settle } from '../support/screen';
import { happen, otherTabUnheard, startOfSession } from '../support/session';

/* A screen reader announces only what enters a live region that was there before. */

const list = 'GET /section/list/';
const logs = 'GET /detection/logs/';
const status = 'GET /detection/sessions/status/7/';
const lessons = 'GET /detection/sessions/';
const noSections = 'No sections created yet. Create your first section!';
const noLogs = 'No detection logs available.';

const liveRegions = '[aria-live], [role=status]';
const regionOf = (words: string) =>
  screen.getByText(words, { ignore: '[aria-hidden=true] *' }).closest<HTMLElement>(liveRegions);

/** Expects that what is done brings the words, and into a region that was there before and stays the same. */
async function expectAnnounced(words: string, bring: () => unknown) {
  const before = new Map(
    [...document.querySelectorAll<HTMLElement>(liveRegions)].map((region) => [region, region.textContent]),
  );
  await bring();
  await settle();
  const region = regionOf(words);
  if (region === null) throw new Error(`${words} is in no live region`);
  expect(before.get(region)).toBe('');
  return region;
}

/** What enters live regions until the result is called. */
function listen() {
  const said: (string | null)[] = [];
  const hear = (records: MutationRecord[]) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Element && target.closest(liveRegions)) {
        said.push(...[...addedNodes].map(({ textContent }) => textContent));
      }
    }
  };
  const observer = new MutationObserver(hear);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    hear(observer.takeRecords());
    observer.disconnect();
    return said;
  };
}

describe('that something is loading is announced', () => {
  const open = (path: string) => () => openApp(path, { stored: noorSignedIn });

  test.each([
    ['the sections', '/dashboard', list, 'Loading sections...'],
    ['a section', '/sections/7', list, 'Loading section...'],
    ['the newest logs', '/sections/7', logs, 'Loading detection logs...'],
    ['all logs', '/sections/7/detection-logs', logs, 'Loading detection logs...'],
    ['the lesson of a report', '/sections/7/lessons/12', lessons, 'Loading lesson report...'],
    ['the logs of a report', '/sections/7/lessons/12', logs, 'Loading lesson report...'],
  ])('of %s', async (_, path, call, words) => {
    const { give } = holdSection([call], keepsLessons);
    const region = await expectAnnounced(words, open(path));
    await give(call, { json: call === list ? [algebra] : { results: [] } });
    expect(region.isConnected).toBe(true);
    expect(region.textContent).not.toContain(words);
  });

  test('of a page that is gone to, in a section or elsewhere', async () => {
    stubSection();
    const { press } = await open('/sections/7')();
    for (const [link, page] of [
      ['Manage Students', protectedPages.addStudents],
      ['Back to Dashboard', protectedPages.dashboard],
    ] as const) {
      page.loaded = undefined;
      vi.spyOn(page, 'load').mockReturnValue(new Promise(() => {}));
      await press(link, 'link');
      const region = await expectAnnounced('Loading…', () => pass(200));
      expect(region.textContent).toBe('Loading…');
    }
  });

  test('of a page whose frame comes meanwhile', async () => {
    stubSection();
    const loaded = frame.loaded ?? (await frame.load());
    frame.loaded = undefined;
    protectedPages.dashboard.loaded = undefined;
    vi.spyOn(protectedPages.dashboard, 'load').mockReturnValue(new Promise(() => {}));
    await open('/dashboard')();
    frame.loaded = loaded;
    await expectAnnounced('Loading…', () => pass(200));
    expect(screen.getByRole('button', { name: /^Account menu/ })).toBeTruthy();
  });

  test('of the other teacher’s page after a sign-in in another window', async () => {
    stubSection();
    const { system } = await open('/sections/7')();
    // The router has not gone to the dashboard yet.
    system.connectRouter(() => {});
    await expectAnnounced('Loading…', otherTabUnheard(startOfSession({ id: 2 }, 'R2')));
  });

  test('once, of a report that waits for its lesson and then for its logs', async () => {
    const { give } = holdSection([lessons, logs], keepsLessons);
    const heard = listen();
    await open('/sections/7/lessons/12')();
    await give(lessons, { json: { results: [friday], next: null } });
    expect(regionOf('Loading lesson report...')).toBeTruthy();
    expect(heard().filter((words) => words === 'Loading lesson report...')).toHaveLength(1);
  });

  test('and not each time that logs are asked for which could not be fetched', async () => {
    const { give, waiting } = await openHeldSection([logs], { [status]: active });
    await give(logs, { status: 500 });
    const heard = listen();
    await pass(30_000);
    expect(waiting(logs)).toHaveLength(1);
    expect(screen.getByText('Loading detection logs...')).toBeTruthy();
    expect(heard()).not.toContain('Loading detection logs...');
  });
});

describe('that there is nothing is announced', () => {
  test('of the sections, and not when they are asked for again', async () => {
    const { give } = holdSection([list]);
    const { system } = await openApp('/dashboard', { stored: noorSignedIn });
    await expectAnnounced(noSections, () => give(list, { json: [] }));
    const heard = listen();
    await happen(() => system.session()?.send({ type: 'sections.refresh' }));
    await give(list, { json: [] });
    expect([regionOf(noSections)?.textContent, heard()]).toEqual([noSections, []]);
  });

  test.each(['', '/detection-logs'])(
    'of the logs at /sections/7%s, and not when they are asked for again',
    async (page) => {
      const { give, press } = await openHeldSection([logs], { [status]: inactive }, page);
      const region = await expectAnnounced(noLogs, () => give(logs, { json: [] }));
      const heard = listen();
      await press('Refresh Logs');
      await give(logs, { json: [] });
      expect([regionOf(noLogs), heard()]).toEqual([region, []]);
    },
  );
});

test('how a change ended is read out and can be dismissed while a dialog is open, which stays', async () => {
  const late = lateAnswer();
  const { press } = await openSection({ [status]: inactive, 'POST /detection/sessions/start/': () => late.answer });
  await press('Start Detection');
  await press('Delete Section');
  late.give({ status: 400 });
  await settle();
  const region = screen.getByText(/^Failed to start detection/).closest('[role=alert]');
  expect(region?.closest('[inert], [aria-hidden=true]')).toBeNull();
  await press('Dismiss this message');
  expect(region?.textContent).toBe('');
  expect(screen.getByRole('dialog', { name: 'Delete Section' })).toBeTruthy();
});
