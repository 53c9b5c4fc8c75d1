import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { backoffDelay } from '../../src/machines/app/backoff';
import {
  type LiveChannelEvent,
  type LiveReport,
  liveChannelMachine,
  secondsToRetry,
} from '../../src/machines/live/liveChannelMachine';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { updateOf } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = updateOf('7', true);

function started() {
  const liveSocket = heldCallback<LiveChannelEvent, { type: 'status.request' }>();
  const watchNetwork = heldCallback<LiveChannelEvent>();
  const renewToken = heldPromise<void>();
  const clock = heldCallback<LiveChannelEvent>();
  const reports: LiveReport[] = [];
  const actor = createActor(
    idle(liveChannelMachine).provide({
      actors: {
        liveSocket: liveSocket.logic,
        watchNetwork: watchNetwork.logic,
        renewToken: renewToken.logic,
        tickClock: clock.logic,
      },
    }),
  );
  actor.on('*', (report) => void reports.push(report));
  actor.start();
  return {
    actor,
    reports,
    stop: () => actor.stop(),
    liveSocket,
    renewToken,
    sockets: () => liveSocket.runs.started,
    open: () => liveSocket.send({ type: 'socket.opened' }),
    receive: () => liveSocket.send(message),
    beat: () => liveSocket.send({ type: 'heartbeat.received' }),
    close: () => liveSocket.send({ type: 'socket.closed', tokenRefused: false }),
    refuseToken: () => liveSocket.send({ type: 'socket.closed', tokenRefused: true }),
    network: (type: 'network.online' | 'network.offline') => watchNetwork.send({ type }),
    clock,
    tick: (now: number) => clock.send({ type: 'clock.ticked', now }),
    secondsToRetry: () => secondsToRetry(actor.getSnapshot().context),
    hasGivenUp: () => actor.getSnapshot().matches('gaveUp'),
  };
}

type Channel = ReturnType<typeof started>;

/** Expects the next socket exactly then, and none a millisecond earlier. */
function expectSocketAfter(milliseconds: number, { liveSocket, sockets }: Channel) {
  expect(liveSocket.isRunning).toBe(false);
  const before = sockets();
  vi.advanceTimersByTime(milliseconds - 1);
  expect(sockets()).toBe(before);
  vi.advanceTimersByTime(1);
  expect(sockets()).toBe(before + 1);
}

function expectNoMoreSockets({ sockets }: Channel) {
  const before = sockets();
  vi.advanceTimersByTime(3_600_000);
  expect(sockets()).toBe(before);
}

function givenUp(): Channel {
  const channel = started();
  channel.close();
  for (const seconds of [1, 2, 4, 8, 16]) {
    vi.advanceTimersByTime(seconds * 1_000);
    channel.close();
  }
  expect(channel.hasGivenUp()).toBe(true);
  return channel;
}

describe('4 live channel', () => {
  test('opens a socket as soon as the session has started, and asks for the status on every open', () => {
    const { close, liveSocket, open, reports, sockets } = started();
    expect(sockets()).toBe(1);
    expect(liveSocket.received).toEqual([]);
    open();
    expect(liveSocket.received).toEqual([{ type: 'status.request' }]);
    expect(reports).toEqual([{ type: 'live.opened' }]);
    close();
    vi.advanceTimersByTime(1_000);
    open();
    expect(liveSocket.received).toHaveLength(2);
  });

  test('asks for the status again when a page needs it, if it is open', () => {
    const { actor, liveSocket, open } = started();
    actor.send({ type: 'status.ask' });
    expect(liveSocket.received).toEqual([]);
    open();
    actor.send({ type: 'status.ask' });
    expect(liveSocket.received).toHaveLength(2);
  });

  test('passes every message on', () => {
    const { open, receive, reports } = started();
    open();
    receive();
    receive();
    expect(reports.slice(1)).toEqual([message, message]);
  });

  test('passes on whose logs and attendance, and that the sections, are others now', () => {
    const { liveSocket, open, reports } = started();
    open();
    liveSocket.send({ type: 'logs.changed', sectionId: '7' });
    liveSocket.send({ type: 'attendance.changed', sectionId: '7' });
    liveSocket.send({ type: 'sections.changed' });
    expect(reports.slice(1)).toEqual([
      { type: 'logs.changed', sectionId: '7' },
      { type: 'attendance.changed', sectionId: '7' },
      { type: 'sections.changed' },
    ]);
  });

  test('tells each loss of an open channel, and no failure to open one', () => {
    const { close, open, reports } = started();
    close();
    vi.advanceTimersByTime(1_000);
    open();
    close();
    expect(reports).toEqual([{ type: 'live.opened' }, { type: 'live.lost' }]);
  });

  test('reconnects after 1, 2, 4, 8 and 16 s, then gives up', () => {
    const channel = started();
    for (const seconds of [1, 2, 4, 8, 16]) {
      channel.close();
      expectSocketAfter(seconds * 1_000, channel);
      expect(channel.hasGivenUp()).toBe(false);
    }
    channel.close();
    expect(channel.hasGivenUp()).toBe(true);
    expectNoMoreSockets(channel);
    expect(channel.sockets()).toBe(6);
  });

  test('the delay is 1 s times 2 to the attempt number, capped at 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map(backoffDelay)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  test('never holds two sockets at once', () => {
    const { close, liveSocket, open } = started();
    for (let round = 0; round < 4; round += 1) {
      open();
      close();
      expect(liveSocket.runs.stopped).toBe(liveSocket.runs.started);
      vi.advanceTimersByTime(1_000 * 2 ** round);
      expect(liveSocket.runs.started - liveSocket.runs.stopped).toBe(1);
    }
  });

  test('a connection that does not open within 10 s counts as failed and is let go', () => {
    const channel = started();
    vi.advanceTimersByTime(9_999);
    expect(channel.liveSocket.isRunning).toBe(true);
    vi.advanceTimersByTime(1);
    expectSocketAfter(1_000, channel);
  });

  test('sockets that never open do not loop for ever', () => {
    const channel = started();
    for (const seconds of [1, 2, 4, 8, 16]) {
      vi.advanceTimersByTime(10_000);
      expectSocketAfter(seconds * 1_000, channel);
    }
    vi.advanceTimersByTime(9_999);
    expect(channel.hasGivenUp()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(channel.hasGivenUp()).toBe(true);
    expectNoMoreSockets(channel);
  });

  test('sockets that open and are closed again do not loop for ever', () => {
    const channel = started();
    for (const seconds of [1, 2, 4, 8, 16]) {
      channel.open();
      channel.close();
      expectSocketAfter(seconds * 1_000, channel);
    }
    channel.open();
    channel.close();
    expect(channel.hasGivenUp()).toBe(true);
    expectNoMoreSockets(channel);
  });

  test('a first message proves a connection: the count starts again', () => {
    const channel = started();
    for (const seconds of [1, 2, 4]) {
      channel.close();
      vi.advanceTimersByTime(seconds * 1_000);
    }
    channel.open();
    channel.receive();
    channel.close();
    expectSocketAfter(1_000, channel);
  });

  test('10 s open prove a connection without a message; 9.999 s do not', () => {
    const channel = started();
    channel.close();
    vi.advanceTimersByTime(1_000);
    channel.open();
    vi.advanceTimersByTime(9_999);
    channel.close();
    expectSocketAfter(2_000, channel);

    channel.open();
    vi.advanceTimersByTime(10_000);
    channel.close();
    expectSocketAfter(1_000, channel);
  });

  test('an open channel stays open without any timer', () => {
    const { liveSocket, open, receive } = started();
    open();
    receive();
    expect(vi.getTimerCount()).toBe(0);
    expect(liveSocket.isRunning).toBe(true);
  });

  describe('heartbeats', () => {
    test('that stop for 30 s end the connection, and the next attempt comes 1 s later', () => {
      const channel = started();
      channel.open();
      channel.beat();
      vi.advanceTimersByTime(25_000);
      channel.beat();
      vi.advanceTimersByTime(29_999);
      expect(channel.liveSocket.isRunning).toBe(true);
      vi.advanceTimersByTime(1);
      expect(channel.reports.at(-1)).toEqual({ type: 'live.lost' });
      expectSocketAfter(1_000, channel);
    });

    test('prove a connection, and go on for ever', () => {
      const channel = started();
      channel.close();
      vi.advanceTimersByTime(1_000);
      channel.open();
      for (let beats = 0; beats < 100; beats += 1) {
        channel.beat();
        vi.advanceTimersByTime(25_000);
      }
      expect(channel.sockets()).toBe(2);
      expect(channel.reports).toEqual([{ type: 'live.opened' }]);
      channel.close();
      expectSocketAfter(1_000, channel);
    });

    test.each<[string, LiveChannelEvent, unknown]>([
      ['a message', message, message],
      ['logs', { type: 'logs.changed', sectionId: '7' }, { type: 'logs.changed', sectionId: '7' }],
      ['attendance', { type: 'attendance.changed', sectionId: '7' }, { type: 'attendance.changed', sectionId: '7' }],
      ['sections', { type: 'sections.changed' }, { type: 'sections.changed' }],
    ])('whatever arrives is a sign of life: %s', (_, event, report) => {
      const { beat, liveSocket, open, reports } = started();
      open();
      beat();
      vi.advanceTimersByTime(29_999);
      liveSocket.send(event);
      expect(reports.at(-1)).toEqual(report);
      vi.advanceTimersByTime(29_999);
      expect(liveSocket.isRunning).toBe(true);
      vi.advanceTimersByTime(1);
      expect(liveSocket.isRunning).toBe(false);
    });

    test('are expected of a server that has sent one: a new connection that says nothing for 10 s is no connection', () => {
      const channel = started();
      channel.open();
      channel.beat();
      channel.close();
      for (const seconds of [1, 2, 4, 8, 16]) {
        expectSocketAfter(seconds * 1_000, channel);
        channel.open();
        vi.advanceTimersByTime(9_999);
        expect(channel.liveSocket.isRunning).toBe(true);
        vi.advanceTimersByTime(1);
      }
      expect(channel.hasGivenUp()).toBe(true);
    });

    test.each([0, 1])(
      'are not expected of a server that sends none, however long it is silent, after %i messages',
      (count) => {
        const { liveSocket, open, receive } = started();
        open();
        for (let message = 0; message < count; message += 1) receive();
        vi.advanceTimersByTime(24 * 3_600_000);
        expect(liveSocket.isRunning).toBe(true);
      },
    );
  });

  describe('a refused token (close 4401)', () => {
    test('is renewed before the next attempt, which then waits its time', async () => {
      const channel = started();
      channel.refuseToken();
      expect(channel.renewToken.calls).toHaveLength(1);
      expectNoMoreSockets(channel);
      await channel.renewToken.last.answer();
      expectSocketAfter(1_000, channel);
    });

    test('that cannot be renewed does not end the attempts', async () => {
      const channel = started();
      channel.refuseToken();
      await channel.renewToken.last.fail();
      expectSocketAfter(1_000, channel);
    });

    test('cannot loop for ever: five renewals, then it has given up', async () => {
      const channel = started();
      for (const seconds of [1, 2, 4, 8, 16]) {
        channel.open();
        channel.refuseToken();
        await channel.renewToken.last.answer();
        expectSocketAfter(seconds * 1_000, channel);
      }
      channel.refuseToken();
      expect(channel.hasGivenUp()).toBe(true);
      expect(channel.renewToken.calls).toHaveLength(5);
    });

    test('is not renewed any more for a session that has ended', () => {
      const { refuseToken, renewToken, stop } = started();
      refuseToken();
      stop();
      expect(renewToken.last.signal.aborted).toBe(true);
    });
  });

  test('offline nothing is attempted; back online it connects at once, with a new round of attempts', () => {
    const channel = started();
    channel.close();
    vi.advanceTimersByTime(1_000);
    channel.close();
    channel.network('network.offline');
    channel.actor.send({ type: 'page.shown' });
    channel.actor.send({ type: 'reconnect.submit' });
    expectNoMoreSockets(channel);
    expect(channel.hasGivenUp()).toBe(false);

    channel.network('network.online');
    expect(channel.sockets()).toBe(3);
    channel.close();
    expectSocketAfter(1_000, channel);
  });

  test('going offline lets the open socket go, and tells it', () => {
    const { liveSocket, network, open, reports } = started();
    open();
    network('network.offline');
    expect(liveSocket.isRunning).toBe(false);
    expect(reports.at(-1)).toEqual({ type: 'live.lost' });
  });

  test.each(['reconnect.submit', 'network.online', 'page.shown'] as const)(
    'after giving up, %s starts a new round of five',
    (type) => {
      const channel = givenUp();
      channel.actor.send({ type });
      expect(channel.sockets()).toBe(7);
      for (const seconds of [1, 2, 4, 8, 16]) {
        channel.close();
        expectSocketAfter(seconds * 1_000, channel);
      }
      channel.close();
      expect(channel.hasGivenUp()).toBe(true);
    },
  );

  test('ends with the session, whether it is open or waits', () => {
    const open = started();
    open.open();
    const waiting = started();
    waiting.close();
    for (const { liveSocket, stop } of [open, waiting]) {
      stop();
      expect(liveSocket.isRunning).toBe(false);
    }
    expectNoMoreSockets(waiting);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('4 live channel: while it waits for a reconnect it tells in how many seconds that comes', () => {
  const { clock, close, open, secondsToRetry, tick } = started();
  expect(secondsToRetry()).toBeNull();
  expect(clock.isRunning).toBe(false);
  for (const seconds of [1, 2, 4]) {
    close();
    tick(50_000);
    expect(secondsToRetry()).toBe(seconds);
    vi.advanceTimersByTime(seconds * 1_000);
    expect(secondsToRetry()).toBeNull();
    expect(clock.isRunning).toBe(false);
  }
  close();
  tick(60_000);
  tick(60_001);
  expect(secondsToRetry()).toBe(8);
  tick(65_500);
  expect(secondsToRetry()).toBe(3);
  tick(70_000);
  expect(secondsToRetry()).toBe(0);
  vi.advanceTimersByTime(8_000);
  open();
  expect(secondsToRetry()).toBeNull();
});
