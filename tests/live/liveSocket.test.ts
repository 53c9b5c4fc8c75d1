import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StatusAnswer } from '../../src/services/app/types';
import { StubSocket } from '../support/backend';

/* Reloads the module for each test, since it remembers its warning. */
async function opened(baseUrl = 'https://api.school.example', token = 'access-1') {
  vi.resetModules();
  const { openLiveSocket } = await import('../../src/services/live/liveSocket');
  const listeners = {
    onOpened: vi.fn(),
    onNews: vi.fn(),
    onClosed: vi.fn(),
  };
  const socket = openLiveSocket(baseUrl, token, listeners);
  return { ...listeners, socket, server: StubSocket.latest };
}

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeEach(() => {
  StubSocket.all = [];
  vi.stubGlobal('WebSocket', StubSocket);
  warn.mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

describe('7 live channel', () => {
  test.each([
    ['https://api.school.example', 'wss://api.school.example/ws/detection/?token=access-1'],
    ['http://localhost:3000/', 'ws://localhost:3000/ws/detection/?token=access-1'],
    ['https://school.example/api', 'wss://school.example/api/ws/detection/?token=access-1'],
  ])('the backend at %s is connected at %s', async (baseUrl, address) => {
    expect((await opened(baseUrl)).server.url.href).toBe(address);
  });

  test('requests the status on demand, only while open', async () => {
    const { onOpened, server, socket } = await opened();
    socket.requestStatus();
    expect(server.sent).toEqual([]);
    server.open();
    expect(onOpened).toHaveBeenCalledOnce();
    socket.requestStatus();
    expect(server.sent).toEqual([{ type: 'get_status' }]);
    server.drop();
    socket.requestStatus();
    expect(server.sent).toHaveLength(1);
  });

  test('a socket the browser refuses to open counts as ended', async () => {
    vi.resetModules();
    const { openLiveSocket } = await import('../../src/services/live/liveSocket');
    const refused = vi.fn(() => {
      throw new DOMException('An insecure WebSocket connection', 'SecurityError');
    });
    vi.stubGlobal('WebSocket', refused);
    const onClosed = vi.fn();
    const socket = openLiveSocket('http://api.school.example', 'A1', {
      onOpened: vi.fn(),
      onNews: vi.fn(),
      onClosed,
    });
    expect(refused).toHaveBeenCalledOnce();
    expect(onClosed.mock.calls).toEqual([[1006]]);
    socket.requestStatus();
    socket.close();
  });

  test('once closed locally it reports nothing more', async () => {
    const { onClosed, onNews, onOpened, server, socket } = await opened();
    socket.close();
    expect(server.readyState).toBe(3);
    server.open();
    server.say({ type: 'detection_start', section_id: 7 });
    server.drop();
    for (const listener of [onOpened, onNews, onClosed]) expect(listener).not.toHaveBeenCalled();
  });
});

describe('3 live messages', () => {
  test.each<[unknown, Partial<StatusAnswer> & { isStart: boolean }]>([
    [
      { type: 'detection_start', section_id: 7 },
      { isStart: true, isActive: true, startedAt: undefined },
    ],
    [
      { type: 'detection_start', section_id: '7', extra: {}, started_at: '2026-11-23T08:47:19Z' },
      { isStart: true, isActive: true, startedAt: Date.UTC(2026, 10, 23, 8, 47, 19) },
    ],
    [
      { type: 'status_update', section_id: 7, status: { is_active: true } },
      { isStart: false, isActive: true, startedAt: undefined },
    ],
    [
      { type: 'status_update', section_id: 7, status: { is_active: true, started_at: '2026-11-23T08:47:19Z' } },
      { isStart: false, isActive: true, startedAt: Date.UTC(2026, 10, 23, 8, 47, 19) },
    ],
    [
      { type: 'status_update', section_id: 7, status: { is_active: true, agents_seen_at: null } },
      { isStart: false, isActive: true, agents: 'awaited' },
    ],
    [
      { type: 'status_update', section_id: 7, status: { is_active: true, agents_seen_at: '2026-11-23T08:47:19Z' } },
      { isStart: false, isActive: true, agents: 'watching' },
    ],
    [
      { type: 'status_update', section_id: '7', status: { is_active: false, since: 'now' } },
      { isStart: false, isActive: false, startedAt: undefined },
    ],
    [
      { type: 'status_update', section_id: '7', status: { is_active: false, started_at: null } },
      { isStart: false, isActive: false, startedAt: null },
    ],
  ])('%j is understood', async (message, { isStart, ...said }) => {
    const { onNews, server } = await opened();
    server.say(message);
    const status = { ...said, saidAt: expect.any(Number), clockOffset: 0 };
    expect(onNews.mock.calls).toEqual([[{ type: 'live.message', sectionId: '7', isStart, status }]]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('changes by others to a section’s logs, to who attends, and to the list of sections are reported', async () => {
    const { onNews, server } = await opened();
    server.say({ type: 'logs_changed', section_id: 7 });
    server.say({ type: 'attendance_changed', section_id: 8 });
    server.say({ type: 'sections_changed' });
    expect(onNews.mock.calls).toEqual([
      [{ type: 'logs.changed', sectionId: '7' }],
      [{ type: 'attendance.changed', sectionId: '8' }],
      [{ type: 'sections.changed' }],
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('a heartbeat only shows that the connection is alive', async () => {
    const { onNews, server } = await opened();
    server.say({ type: 'heartbeat', sent_at: '2026-11-25T10:00:00Z' });
    expect(onNews.mock.calls).toEqual([[{ type: 'heartbeat.received' }]]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('unknown ones are logged once and do not affect others', async () => {
    const { onNews, server } = await opened();
    for (const message of ['not JSON', { type: 'party' }, 'nor this']) server.say(message);
    server.say({ type: 'detection_start', section_id: 7 });
    expect(onNews).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledOnce();
  });
});
