import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, lateAnswer, StubSocket } from '../support/backend';
import { algebra, botany, openSection, say } from '../support/classroom';
import { errorAt, field, pass, settle, statuses } from '../support/screen';

const list = 'GET /section/list/';
const rename = 'POST /section/7/rename/';
const renamable = { ...algebra, renamable: true };
const renamed = { ...renamable, name: 'Algebra 9c', subject: 'Maths' };

const heading = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;

test('a section is renamed with its subject, here and in the list', async () => {
  const { backend, press, user } = await openSection({
    [list]: { json: [botany, renamable] },
    [rename]: { json: renamed },
  });
  await press('Rename');
  expect([field('name').value, field('subject').value]).toEqual(['Algebra 9b', 'Mathematics']);
  expect(document.activeElement).toBe(field('name'));
  await user.clear(field('name'));
  await user.type(field('name'), ' Algebra 9c ');
  await user.clear(field('subject'));
  await user.type(field('subject'), 'Maths');
  await press('Rename section');
  expect(backend.calls(rename).map(({ body }) => body)).toEqual([{ name: 'Algebra 9c', subject: 'Maths' }]);
  expect(heading()).toBe('Algebra 9c');
  expect(statuses()).toContain('Section renamed.');
  await pass(2_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  backend.answer({ [list]: { json: [botany, renamed] } });
  await press('Back to Dashboard', 'link');
  expect(screen.getByRole('link', { name: /Algebra 9c/ })).toBeTruthy();
});

test('what the server refuses is said at its field', async () => {
  const { press } = await openSection({
    [list]: { json: [renamable] },
    [rename]: { status: 400, json: { subject: ['Use at most 200 characters.'] } },
  });
  await press('Rename');
  await press('Rename section');
  expect(errorAt('subject')).toBe('Use at most 200 characters.');
  expect(heading()).toBe('Algebra 9b');
});

describe('what was typed and not sent', () => {
  const kept = 'You entered this before and did not send it. Cancel discards it.';
  const openRename = async (answer: Answer | (() => Promise<Answer>) = { json: renamed }) => {
    const page = await openSection({ [list]: { json: [botany, renamable] }, [rename]: answer });
    await page.press('Rename');
    await page.user.clear(field('name'));
    await page.user.type(field('name'), 'Algebra 9');
    return page;
  };
  const shown = () => [field('name').value, field('subject').value, screen.queryByText(kept) !== null];

  test('is there again after Escape, also on another page and back; Cancel discards it', async () => {
    const { press, user } = await openRename();
    expect(screen.queryByText(kept)).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Detection Logs', 'link');
    await press('Overview', 'link');
    await press('Rename');
    expect(shown()).toEqual(['Algebra 9', 'Mathematics', true]);
    await press('Cancel');
    await press('Rename');
    expect(shown()).toEqual(['Algebra 9b', 'Mathematics', false]);
  });

  test('is gone once it was sent, and there again if that failed', async () => {
    const { backend, press, user } = await openRename({ status: 500 });
    await press('Rename section');
    await user.keyboard('{Escape}');
    await press('Rename');
    expect(shown()).toEqual(['Algebra 9', 'Mathematics', true]);
    backend.answer({ [rename]: { json: { ...renamable, name: 'Algebra 9' } } });
    await press('Rename section');
    await pass(2_000);
    await press('Rename');
    expect(shown()).toEqual(['Algebra 9', 'Mathematics', false]);
  });

  describe.each(['the page', 'the dialog'])('when %s was left before the answer', (left) => {
    const sent = async () => {
      const late = lateAnswer();
      const page = await openRename(() => late.answer);
      await page.press('Rename section');
      await page.user.keyboard('{Escape}');
      if (left === 'the page') await page.press('Detection Logs', 'link');
      return {
        ...page,
        answer: async (answer: Answer) => {
          late.give(answer);
          await settle();
        },
        async again() {
          if (left === 'the page') await page.press('Overview', 'link');
          await page.press('Rename');
          return shown();
        },
      };
    };

    test('is gone once that is a success', async () => {
      const { answer, again } = await sent();
      await answer({ json: { ...renamable, name: 'Algebra 9' } });
      expect(await again()).toEqual(['Algebra 9', 'Mathematics', false]);
    });

    test('is there again if that is a failure', async () => {
      const { answer, again } = await sent();
      await answer({ status: 500 });
      expect(await again()).toEqual(['Algebra 9', 'Mathematics', true]);
    });

    test('is what has been typed since', async () => {
      const { answer, again, press, user } = await sent();
      await again();
      await user.type(field('subject'), ' 2');
      await user.keyboard('{Escape}');
      await answer({ json: { ...renamable, name: 'Algebra 9' } });
      await press('Rename');
      expect(shown()).toEqual(['Algebra 9', 'Mathematics 2', true]);
    });
  });
});

test('a section that was renamed in another window has its new name', async () => {
  const { backend } = await openSection({ [list]: { json: [renamable] } });
  act(() => StubSocket.latest.open());
  await settle();
  backend.answer({ [list]: { json: [renamed] } });
  await say({ type: 'sections_changed' });
  expect(heading()).toBe('Algebra 9c');
});

test('nothing is offered with a backend that cannot rename', async () => {
  await openSection();
  expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
});
