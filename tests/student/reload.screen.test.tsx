import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { tabMemories } from '../../student/src/services/tabStorage';
import type { Watched } from '../../student/src/services/types';
import { openAttend } from '../support/attend';
import { pageText } from '../support/screen';
import { happen } from '../support/session';
import { messages } from '../support/studentWords';

/* What a student's page hands to the next one of its tab. */

const watched: Watched = {
  ...{ view: 'absence', page: null, isReady: true, since: 0, lasted: 8_000, pageSince: 0, pageLasted: 0 },
  ...{ lookedAt: 0, changedAt: 0 },
};

test('a page keeps what it knows for the next one, of the same lesson only', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const page = await openAttend();
  await page.watch();
  await page.show('one', { seconds: 3 });
  await page.show('none', { seconds: 10 });
  await happen(() => window.dispatchEvent(new Event('pagehide')));
  const memory = page.remembered.at(-1)!;
  expect(memory).toMatchObject({
    ...{ owner: 't1', epoch: { epoch: 'e1' }, print: 13, watched: { view: 'absence', isReady: true } },
    periods: [{ told: 'waiting' }, { told: 'watching' }],
  });

  tabMemories.store(memory);
  const { owner, alive } = memory;
  expect(tabMemories.read(owner, alive)).toEqual(memory);
  expect([tabMemories.read('t2', alive), tabMemories.read(owner, alive - 1)]).toEqual([null, null]);
});

test('a page that was loaded again in an absence is still in it, and reports it no second time', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const second = await openAttend({ watched });
  await second.watch();
  expect(pageText()).toContain(messages.watching.awaited);
  await second.show('none', { seconds: 10 });
  expect(pageText()).toContain(messages.watching.absent);
  expect(second.orders).toEqual([]);
  await happen(() => window.dispatchEvent(new Event('pagehide')));
  expect(second.remembered.at(-1)?.watched).toMatchObject({ view: 'absence' });
});

test('what is typed of a pause is still there when the camera was started again', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const page = await openAttend();
  await page.watch();
  await page.show('one', { seconds: 3 });
  const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: messages.watching.pauseReason });
  await page.user.type(reason(), 'back at 10:20');
  await page.missFrames();
  await happen(() => vi.advanceTimersByTime(11_000));
  expect(pageText()).toContain(messages.restarting.title);
  await page.preparation.give();
  expect(reason().value).toBe('back at 10:20');
  await page.press(messages.watching.pause);
  expect(pageText()).toContain(messages.paused.leadWithReason({ reason: 'back at 10:20' }));
});
