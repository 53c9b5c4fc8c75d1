import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { active, openSection, today, wireLog } from '../support/classroom';
import { settle } from '../support/screen';
import { happen, showTab } from '../support/session';

/* The switch of desktop notifications, over what the browser allows. */

const logs = 'GET /detection/logs/';
const usual = /at most once a minute\.$/;

/** Shown so far. */
let shown: { sentence: string; options: NotificationOptions | undefined; isOpen: boolean }[];
/** Answers the browser's question. */
let answer: (permission: string) => void;

class StubNotification {
  static permission = 'default';
  static requestPermission = () =>
    new Promise((resolve) => {
      answer = (permission) => {
        StubNotification.permission = permission;
        resolve(permission);
      };
    });
  #shown;
  constructor(sentence: string, options?: NotificationOptions) {
    this.#shown = { sentence, options, isOpen: true };
    shown.push(this.#shown);
  }
  close() {
    this.#shown.isOpen = false;
  }
}

beforeEach(() => {
  shown = [];
});

async function open(permission: string, wasOn = false) {
  StubNotification.permission = permission;
  vi.stubGlobal('Notification', StubNotification);
  if (wasOn) localStorage.setItem('desktopNotifications', 'on');
  const opened = await openSection({ 'GET /detection/sessions/status/7/': active, [logs]: { json: [wireLog({})] } });
  await opened.press('Notifications');
  return opened;
}

const toggle = () => screen.getByRole('switch', { name: 'Desktop notifications' });

function expectSwitch(isOn: boolean, hint: RegExp) {
  expect(toggle().getAttribute('aria-checked')).toBe(String(isOn));
  expect(document.getElementById(toggle().getAttribute('aria-describedby') ?? '')?.textContent).toMatch(hint);
}

test.each([
  ['granted', true, usual],
  ['denied', false, /blocks notifications/],
  ['default', false, usual],
] as const)('asks the browser, and says what came of it: %s', async (permission, isOn, hint) => {
  const { user } = await open('default');
  expectSwitch(false, usual);
  await user.click(toggle());
  expectSwitch(false, /asking for your permission/);
  await happen(() => answer(permission));
  expectSwitch(isOn, hint);
  expect(localStorage.getItem('desktopNotifications')).toBe(isOn ? 'on' : null);
});

test('is inert in a browser that cannot show any', async () => {
  const { user } = await open('unsupported');
  expectSwitch(false, /cannot show notifications/);
  expect(toggle().getAttribute('aria-disabled')).toBe('true');
  await user.click(toggle());
  expectSwitch(false, /cannot show notifications/);
});

test('switched on before, it tells of what comes while nobody sees the page, until somebody does', async () => {
  const { backend } = await open('granted', true);
  expectSwitch(true, usual);
  await showTab('hidden');
  backend.answer({ [logs]: { json: [wireLog({ id: 2, timestamp: today(9, 0) }), wireLog({})] } });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
  await settle();
  expect(shown).toEqual([{ sentence: '1 new detection in Algebra 9b', options: { silent: true }, isOpen: true }]);
  await showTab('visible');
  expect(shown[0]?.isOpen).toBe(false);
});

test('says so when the browser has blocked them meanwhile', async () => {
  const { backend } = await open('granted', true);
  await showTab('hidden');
  StubNotification.permission = 'denied';
  backend.answer({ [logs]: { json: [wireLog({ id: 2, timestamp: today(9, 0) }), wireLog({})] } });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
  await settle();
  expect(shown).toEqual([]);
  expectSwitch(false, /blocks notifications/);
});
