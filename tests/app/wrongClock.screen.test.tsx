import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { hearServerTime } from '../../src/services/app/serverClock';
import { openSection, wireLog } from '../support/classroom';
import { pageText, pass } from '../support/screen';
import { plain } from '../support/times';

/* A teacher's device whose clock is wrong. It says 9:00:00 UTC when the page is opened. */

const bar = () => plain(within(screen.getByRole('region', { name: 'Detection' })).getByRole('status').textContent);

/** The right time again, to the millisecond: other tests have the same page. */
afterEach(() => {
  const second = Math.floor(Date.now() / 1_000) * 1_000;
  hearServerTime(new Date(second).toUTCString(), second + 999, second);
});

test.each([
  ['fast', 11],
  ['slow', -11],
])(
  'with a clock that is 11 min %s, ages and lengths count by the server’s time, and that is said',
  async (word, error) => {
    // By the server's clock.
    const opened = Date.UTC(2026, 10, 23, 9) - error * 60_000;
    const at = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
    const answer = (json: unknown) => () =>
      new Response(JSON.stringify(json), {
        headers: { 'Content-Type': 'application/json', Date: new Date(Date.now() - error * 60_000).toUTCString() },
      });
    await openSection({
      'GET /detection/sessions/status/7/': answer({ is_active: true, started_at: at(-8) }),
      'GET /detection/logs/': answer([wireLog({ timestamp: at(-4) })]),
    });
    await pass(1_000);
    expect(bar()).toMatch(/\(0:(08|09|10)\) · checked 1 s ago/);
    expect(bar()).toContain(
      `This device’s clock is 11 min ${word}. Please correct it; the times here are already adjusted.`,
    );
    expect(plain(pageText())).not.toContain('11 min ago');
    await pass(180_000);
    expect(plain(pageText())).toContain('3 min ago');
    expect(bar()).toMatch(/\(3:(08|09|10)\)/);
  },
);
