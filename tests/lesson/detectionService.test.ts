import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubBackend } from '../support/backend';
import { createServices, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

const statusKey = 'GET /detection/sessions/status/7/';

describe('7 status', () => {
  const seen = '2026-11-23T08:47:19Z';
  test.each([
    [{}, undefined],
    // A server without `agents_state`.
    [{ agents_seen_at: null }, 'awaited'],
    [{ agents_seen_at: seen }, 'watching'],
    [{ agents_seen_at: seen, agents_state: 'party' }, 'watching'],
    [{ agents_seen_at: null, agents_state: 'awaited', agents_refusal: null }, 'awaited'],
    [{ agents_seen_at: seen, agents_state: 'watching', agents_refusal: null }, 'watching'],
    [{ agents_seen_at: seen, agents_state: 'silent', agents_refusal: null }, 'silent'],
    [{ agents_seen_at: seen, agents_state: 'refused', agents_refusal: 'other' }, 'refused'],
    [{ agents_seen_at: null, agents_state: 'refused', agents_refusal: 'clock' }, 'misdated'],
  ])('reads the agents’ state, if sent: %j', async (said, agents) => {
    stubBackend({ [statusKey]: { json: { is_active: true, ...said } } });
    expect(await createServices().detection.fetchStatus('7', signal)).toHaveProperty('agents', agents);
  });

  test('without a session nothing is known about agents', async () => {
    stubBackend({ [statusKey]: { json: { is_active: false, agents_seen_at: null, agents_state: null } } });
    expect(await createServices().detection.fetchStatus('7', signal)).toHaveProperty('agents', undefined);
  });

  test.each([true, false])('reads is_active %j', async (is_active) => {
    stubBackend({ [statusKey]: { json: { is_active, since: 'now' } } });
    const before = Date.now();
    const answer = await createServices().detection.fetchStatus('7', signal);
    expect(answer).toEqual({ isActive: is_active, startedAt: undefined, saidAt: expect.any(Number), clockOffset: 0 });
    expect(answer.saidAt).toBeGreaterThanOrEqual(before);
    expect(answer.saidAt).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['2026-11-23T08:47:19Z', Date.UTC(2026, 10, 23, 8, 47, 19)],
    [null, null],
    ['yesterday', null],
  ])('reads the start time, if sent: %j', async (started_at, startedAt) => {
    stubBackend({ [statusKey]: { json: { is_active: true, started_at } } });
    expect(await createServices().detection.fetchStatus('7', signal)).toMatchObject({ isActive: true, startedAt });
  });
});
