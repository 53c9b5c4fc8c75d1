import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { StubSocket } from '../support/backend';
import { active, hana, inactive, openSection, say, today, wireLog } from '../support/classroom';
import { pass } from '../support/screen';
import { happen, openChannel } from '../support/session';

const logs = 'GET /detection/logs/';
const status = 'GET /detection/sessions/status/7/';

/** A browser that plays sound after a press, and the tones it has played. */
class StubAudio {
  static tones = 0;
  state = 'suspended';
  currentTime = 0;
  destination = {};
  createOscillator() {
    return {
      frequency: {},
      connect: (to: object) => to,
      start: () => {
        StubAudio.tones += 1;
      },
      stop() {},
    };
  }
  createGain() {
    return {
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (to: object) => to,
    };
  }
  async resume() {
    this.state = 'running';
  }
  async close() {
    this.state = 'closed';
  }
}

const vibrate = vi.fn(() => true);

/** A phone vibrates, and a finger points at it. */
function stubPhone() {
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
}

beforeEach(() => {
  StubAudio.tones = 0;
  vi.stubGlobal('AudioContext', StubAudio);
  vibrate.mockClear();
  return () => {
    Reflect.deleteProperty(navigator, 'vibrate');
  };
});

const alertSwitch = (name: string) => screen.queryByRole('switch', { name });

/** Opens a section during a lesson with one detection of Aiko. */
async function open(answers = {}) {
  const known = [wireLog({ id: 1, timestamp: today(8, 59, 55) })];
  const opened = await openSection({ [status]: active, [logs]: { json: known }, ...answers });
  await pass(1_000);
  await openChannel();
  await pass(1_000);
  return {
    ...opened,
    /** More detections are announced; each begins an episode of its own. */
    async begin(...ids: number[]) {
      for (const id of ids)
        known.unshift(
          wireLog(
            { id, timestamp: new Date().toISOString() },
            { name: `Student ${id}`, email: `s${id}@students.example` },
          ),
        );
      opened.backend.answer({ [logs]: { json: [...known] } });
      await say({ type: 'logs_changed', section_id: 7 });
    },
    /** Aiko’s episode goes on. */
    async goOn() {
      known.unshift(wireLog({ id: 90, timestamp: new Date().toISOString() }));
      opened.backend.answer({ [logs]: { json: [...known] } });
      await say({ type: 'logs_changed', section_id: 7 });
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Presses a switch in the dialog that phones have. */
async function turn({ press, user }: Opened, name: string) {
  await press('Change notifications');
  const found = screen.getByRole('switch', { name });
  await user.click(found);
  const isOn = found.getAttribute('aria-checked');
  await press('Close');
  return isOn;
}

test('both are off by default, and play nothing', async () => {
  stubPhone();
  const { begin, press } = await open();
  await press('Notifications');
  expect(['Sound', 'Vibration'].map((name) => alertSwitch(name)?.getAttribute('aria-checked'))).toEqual([
    'false',
    'false',
  ]);
  await begin(2);
  expect([StubAudio.tones, vibrate.mock.calls.length]).toEqual([0, 0]);
});

test('the press plays a sample, and a burst plays once in ten seconds', async () => {
  stubPhone();
  const opened = await open();
  expect([await turn(opened, 'Sound'), await turn(opened, 'Vibration')]).toEqual(['true', 'true']);
  const played = () => [StubAudio.tones, vibrate.mock.calls.length];
  expect(played()).toEqual([1, 1]);
  expect(['sound', 'vibration'].map((key) => localStorage.getItem(key))).toEqual(['on', 'on']);
  await opened.begin(2, 3, 4);
  expect(played()).toEqual([2, 2]);
  await pass(5_000);
  await opened.begin(5);
  expect(played()).toEqual([2, 2]);
  await pass(5_000);
  await opened.begin(6);
  expect(played()).toEqual([3, 3]);
});

test('an episode that goes on plays nothing', async () => {
  const opened = await open();
  await turn(opened, 'Sound');
  await opened.goOn();
  expect(StubAudio.tones).toBe(1);
});

test('after a reload it is still on, and what was there plays nothing', async () => {
  localStorage.setItem('sound', 'on');
  const { begin, press } = await open();
  await press('Notifications');
  expect(alertSwitch('Sound')?.getAttribute('aria-checked')).toBe('true');
  expect(StubAudio.tones).toBe(0);
  await begin(2);
  expect(StubAudio.tones).toBe(1);
});

test('what came while the channel was closed plays nothing when it opens again', async () => {
  const opened = await open();
  await turn(opened, 'Sound');
  await happen(() => StubSocket.latest.close());
  const missed = wireLog({ id: 5, timestamp: new Date().toISOString() }, hana);
  opened.backend.answer({ [logs]: { json: [missed] } });
  await pass(2_000);
  await openChannel();
  await pass(1_000);
  expect(StubAudio.tones).toBe(1);
  await opened.begin(2);
  expect(StubAudio.tones).toBe(2);
});

test('in projector mode there is no sound, only a vibration', async () => {
  stubPhone();
  const opened = await open();
  await turn(opened, 'Sound');
  await turn(opened, 'Vibration');
  await opened.user.click(screen.getByRole('switch', { name: 'Projector mode' }));
  await opened.begin(2);
  expect([StubAudio.tones, vibrate.mock.calls.length]).toEqual([1, 2]);
});

test('without a lesson late detections play nothing', async () => {
  const opened = await open({ [status]: inactive });
  await turn(opened, 'Sound');
  await opened.begin(2);
  expect(StubAudio.tones).toBe(1);
});

test('neither is offered where it cannot work', async () => {
  vi.stubGlobal('AudioContext', undefined);
  Reflect.deleteProperty(globalThis, 'AudioContext');
  const { press } = await open();
  await press('Notifications');
  expect(alertSwitch('Desktop notifications')).not.toBeNull();
  expect(['Sound', 'Vibration'].map(alertSwitch)).toEqual([null, null]);
});

test('until a press has unlocked audio nothing is played late', async () => {
  localStorage.setItem('sound', 'on');
  const { begin, press } = await open();
  await begin(2);
  await press('Notifications');
  expect(StubAudio.tones).toBe(0);
  await pass(10_000);
  await begin(3);
  expect(StubAudio.tones).toBe(1);
});
