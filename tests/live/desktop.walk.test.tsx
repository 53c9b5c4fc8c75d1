import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { desktopMachine } from '../../src/machines/live/desktopMachine';
import { active, openSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { settle } from '../support/screen';
import { happen, showTab } from '../support/session';
import { walkChart } from '../support/walk';

const logOf = (id: number) => ({
  id,
  timestamp: new Date(Date.UTC(2026, 10, 23, 8, 59, id)).toISOString(),
  student_name: 'Ada Lovelace',
});

/** An answer that comes when the test says so. */
function late() {
  let resolve = (_: string) => {};
  let reject = (_: Error) => {};
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

/** The browser's notifications under the test's hand: what it allows is not known before the test says so. */
function stubNotifications() {
  const shown: { sentence: string; options: NotificationOptions | undefined; isOpen: boolean }[] = [];
  const held = late();
  const asked: ReturnType<typeof late>[] = [];
  class StubNotification {
    static permission: unknown = held.promise;
    static requestPermission() {
      const question = late();
      asked.push(question);
      return question.promise;
    }
    #shown;
    constructor(sentence: string, options?: NotificationOptions) {
      this.#shown = { sentence, options, isOpen: true };
      shown.push(this.#shown);
    }
    close() {
      this.#shown.isOpen = false;
    }
  }
  vi.stubGlobal('Notification', StubNotification);
  return {
    shown,
    asked,
    held,
    allow: (permission: string) => {
      StubNotification.permission = permission;
    },
  };
}

async function open({ steps: [first] }: Path) {
  if (first?.event.output?.wasOn) localStorage.setItem('desktopNotifications', 'on');
  const notifications = stubNotifications();
  const opened = await openSection({
    'GET /detection/sessions/status/7/': active,
    'GET /detection/logs/': { json: [logOf(1)] },
  });
  await opened.press('Notifications');
  let last = 1;
  return {
    ...opened,
    ...notifications,
    /** One more than before, while nobody sees the page. */
    async detect() {
      last += 1;
      const logs = Array.from({ length: last }, (_, index) => logOf(last - index));
      opened.backend.answer({ 'GET /detection/logs/': { json: logs } });
      fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
      await settle();
    },
  };
}

const desktopSwitch = () => screen.getByRole('switch', { name: 'Desktop notifications' });

function expectSwitch(isOn: boolean, hint: RegExp, isInert = false) {
  expect(desktopSwitch().getAttribute('aria-checked')).toBe(String(isOn));
  expect(desktopSwitch().getAttribute('aria-disabled')).toBe(isInert ? 'true' : null);
  expect(document.getElementById(desktopSwitch().getAttribute('aria-describedby') ?? '')?.textContent).toMatch(hint);
}

const usual = /at most once a minute\.$/;

walkChart(idle(desktopMachine), open, {
  events: {
    'desktop.toggle': ({ press: _, user }) => user.click(desktopSwitch()),
    async 'detections.came'({ detect }, _, { ready }) {
      await showTab('hidden');
      ready();
      await detect();
    },
    'page.shown': () => showTab('visible'),
    async 'notification.refused'(opened, event, { sendDirectly }) {
      opened.allow(event.permission);
      await sendDirectly(event, 'it is asked for the next one only, which has to wait');
    },
  },
  answers: {
    recall: {
      done: async ({ allow, held }, { permission }) => {
        allow(permission);
        await happen(() => held.resolve(permission));
      },
      error: ({ held }) => happen(() => held.reject(new Error('Nothing is known'))),
    },
    askPermission: {
      done: async ({ allow, asked }, permission) => {
        allow(permission);
        await happen(() => asked.at(-1)?.resolve(permission));
      },
      error: ({ asked }) => happen(() => asked.at(-1)?.reject(new Error('Nobody is asked'))),
    },
  },
  seen: {
    recalling: () => expectSwitch(false, usual),
    unsupported: () => expectSwitch(false, /cannot show notifications/, true),
    off: () => expectSwitch(false, usual),
    asking: () => expectSwitch(false, /asking for your permission/),
    denied: () => expectSwitch(false, /blocks notifications/),
    'on.quiet': () => {
      expectSwitch(true, usual);
    },
    'on.resting': ({ shown }) => {
      expectSwitch(true, usual);
      expect(shown.at(-1)?.sentence).toMatch(/^\d new detections? in Algebra 9b$/);
      expect(shown.at(-1)?.options).toEqual({ silent: true });
    },
  },
});
