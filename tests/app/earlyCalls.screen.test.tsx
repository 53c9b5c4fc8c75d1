import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answers, stubBackend } from '../support/backend';
import { algebra, botany, keepsLessons, stubSection } from '../support/classroom';
import { forgetEarlyScript, runEarlyScript } from '../support/earlyScript';
import { address, noorSignedIn, openApp } from '../support/screen';
import { endOfSession, happen, otherTabUnheard } from '../support/session';

/* A document asks for what its page shows before the front end is there: the page takes it, and no other page does. */

const list = 'GET /section/list/';
const biology = { id: 9, name: 'Biology 7c', subject: 'Science', students: [] };

afterEach(() => {
  document.getElementById('root')?.remove();
  forgetEarlyScript();
});

/** Opens a document as the build makes it, named for its page, with all that runs in it. */
async function openDocument(name: string, path: string, answers: Answers = {}) {
  const backend = stubSection(answers);
  const root = document.createElement('div');
  root.id = 'root';
  root.dataset.frame = name;
  document.body.append(root);
  localStorage.setItem('accessToken', noorSignedIn.accessToken);
  window.history.replaceState(null, '', path);
  await runEarlyScript();
  return { backend, ...(await openApp(path, { stored: noorSignedIn })) };
}

const section = (name: string) => screen.queryByRole('link', { name });
const givenUp = ({ sent }: ReturnType<typeof stubBackend>) =>
  sent.filter(({ signal }) => signal.aborted).map(({ path }) => path);

test('a section that another window creates meanwhile is on the dashboard, whichever page was reloaded before', async () => {
  const { backend, press } = await openDocument('changePassword', '/change-password');
  expect(backend.calls(list)).toEqual([]);
  backend.answer({ [list]: { json: [botany, algebra, biology] } });
  await press('Back to Dashboard', 'link');
  expect(section('Biology 7c')).toBeTruthy();
});

describe('what was asked early', () => {
  test.each([
    ['dashboard', '/dashboard', 1],
    ['section', '/sections/7', 4],
    ['detectionLogs', '/sections/7/detection-logs', 4],
  ])('is not asked for again by the page, be it %s', async (name, path, calls) => {
    const { backend } = await openDocument(name, path, keepsLessons);
    const paths = backend.sent.map((sent) => sent.path).filter((one) => /^\/(section|detection)\//.test(one));
    expect(paths).toHaveLength(calls);
    expect(new Set(paths).size).toBe(calls);
    expect(globalThis.earlyCalls?.size).toBe(0);
  });

  test('and not taken is given up when the page is left, also for a page that would ask the same', async () => {
    const { backend, system, press } = await openDocument('section', '/sections/9', {
      'GET /detection/sessions/status/9/': 'hang',
    });
    expect(screen.getByText('Section not found.')).toBeTruthy();
    backend.answer({ [list]: { json: [botany, algebra, biology] } });
    await happen(() => system.navigate('/dashboard'));
    expect(givenUp(backend)).toContain('/detection/sessions/status/9/');
    expect(globalThis.earlyCalls).toBeUndefined();

    const before = backend.sent.length;
    await press('Biology 7c', 'link');
    const later = backend.sent.slice(before).map(({ path }) => path);
    expect(later).toEqual(
      expect.arrayContaining(['/section/list/', '/detection/logs/?section=9', '/detection/sessions/status/9/']),
    );
  });

  test('does not outlive the session', async () => {
    const { backend } = await openDocument('section', '/sections/9', { 'GET /detection/sessions/status/9/': 'hang' });
    expect(globalThis.earlyCalls?.size).toBe(3);
    await otherTabUnheard(endOfSession('signedOut'))();
    expect(address()).toBe('/login');
    expect(givenUp(backend)).toContain('/detection/sessions/status/9/');
    expect(globalThis.earlyCalls).toBeUndefined();
  });
});
