import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, StubSocket } from '../support/backend';
import { active, inactive, openHeldSection, openSection, say, stubSection } from '../support/classroom';
import { noorSignedIn, openApp, pass } from '../support/screen';
import { goOnline, happen, openChannel } from '../support/session';

/* What Look now, the bar and the dashboard say while nothing has been detected: whether anything watches at all. */

const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';

const agentsAre = (agents_state: string, agents_refusal: string | null = null): Answers => ({
  [status]: { json: { is_active: true, agents_state, agents_refusal } },
});

const tick = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.3l2.8 2.8L16 9.6';

/** What Look now says, and whether it shows the tick. */
function lookNow() {
  const card = within(screen.getByRole('region', { name: 'Look now' }));
  const place = card.getByText(/nothing|Nothing|Checking for|Waiting for|No student/, {
    selector: 'p > span:first-child',
  }).parentElement;
  return [
    [...(place?.children ?? [])].map(({ textContent }) => textContent).join(' '),
    place?.parentElement?.querySelector('path')?.getAttribute('d') === tick,
  ];
}

/** The tone of the badge on the bar, or on a card of the dashboard. */
function tone(text: string | RegExp) {
  const badge = screen.getByText(text).parentElement;
  return /bg-(green|yellow)-soft|bg-(sunken)/
    .exec(badge?.className ?? '')
    ?.slice(1)
    .find(Boolean);
}

describe('while nothing has been detected', () => {
  test('the tick says that all is quiet only while something watches', async () => {
    const { backend } = await openSection(agentsAre('watching'));
    expect(lookNow()).toEqual(['Nothing needs your attention.', true]);
    expect(tone('Detection Active')).toBe('green');
    expect(screen.getByText('Waiting for the first detection')).toBeTruthy();
    backend.answer(agentsAre('silent'));
    await pass(10_000);
    expect(screen.queryByText('Waiting for the first detection')).toBeNull();
    expect(lookNow()).toEqual([
      'Nothing is being detected: the students’ devices have stopped reporting. Please check that the devices are still on and connected.',
      false,
    ]);
    expect(tone('Detection Active')).toBe('yellow');
    backend.answer(agentsAre('refused', 'clock'));
    await pass(10_000);
    expect(lookNow()).toEqual([
      'Nothing is being detected: a student’s device has the wrong time. Please set its clock. Until then, its reports are rejected.',
      false,
    ]);
    backend.answer(agentsAre('refused', 'other'));
    await pass(10_000);
    expect(lookNow()).toEqual([
      'Nothing is being detected: the server rejects the students’ reports. Please tell your school’s IT support.',
      false,
    ]);
    expect(tone('Detection Active')).toBe('yellow');
  });

  test('agents that were never heard from are waited for, and missed after 60 s', async () => {
    await openSection(agentsAre('awaited'));
    expect(lookNow()).toEqual([
      'Waiting for the students’ devices to report. The first report can take a minute.',
      false,
    ]);
    expect(tone('Detection Active')).toBe('sunken');
    await pass(60_000);
    expect(lookNow()).toEqual([
      'Nothing is being detected: no student’s device has reported yet. Please check that the devices are on and that detection is running on them.',
      false,
    ]);
    expect(tone('Detection Active')).toBe('yellow');
  });

  test('students who wait at the door cannot report yet, which is no warning', async () => {
    await openSection(agentsAre('awaited'));
    await openChannel();
    await pass(60_000);
    expect(tone('Detection Active')).toBe('yellow');
    await say({
      type: 'status_update',
      section_id: 7,
      status: { is_active: true, agents_state: 'awaited', waiting: 28 },
    });
    expect(lookNow()).toEqual([
      'Nothing is being detected yet: students are waiting to be admitted. Their devices report once you admit them.',
      false,
    ]);
    expect(tone('Detection Active')).toBe('sunken');
    await pass(60_000);
    expect(tone('Detection Active')).toBe('sunken');
  });

  test('nothing is detected before detection is started', async () => {
    await openSection({ [status]: inactive });
    expect(lookNow()).toEqual([
      'Detection is not active, so nothing is being detected. Start detection to watch this section.',
      false,
    ]);
    expect(tone('Detection Inactive')).toBe('sunken');
  });

  test.each([
    ['the status cannot be fetched', { [status]: 'fail' }],
    ['the logs cannot be fetched', { [logs]: 'fail' }],
  ] as const)('the server cannot be reached: %s', async (_, failing) => {
    await openSection({ ...agentsAre('watching'), ...failing });
    expect(lookNow()).toEqual([
      'The server is not responding properly, so nothing new can be shown. Please check your connection. Vigil keeps trying.',
      false,
    ]);
  });

  test('the browser is offline', async () => {
    await openSection(agentsAre('watching'));
    await happen(() => StubSocket.latest.open());
    await goOnline(false);
    expect(lookNow()[0]).toContain('You are offline, so nothing new can be shown.');
    expect(lookNow()[1]).toBe(false);
    expect(screen.queryByText('Detection Active')).toBeNull();
    expect(tone(/^Offline since /)).toBe('sunken');
  });

  test('nothing is claimed before the first answers', async () => {
    const { give } = await openHeldSection([logs], agentsAre('watching'));
    expect(lookNow()).toEqual(['Checking for new detections…', false]);
    await give(logs, { json: [] });
    expect(lookNow()).toEqual(['Nothing needs your attention.', true]);
  });

  test('of a backend that does not tell of agents nothing is claimed either way', async () => {
    await openSection({ [status]: active });
    await pass(120_000);
    expect(lookNow()).toEqual(['Nothing has been reported.', false]);
  });
});

test.each([
  ['watching', null, 'green', /^Detection Active since /],
  ['awaited', null, 'yellow', 'Detection Active no reports yet'],
  ['silent', null, 'yellow', 'Detection Active reports have stopped'],
  ['refused', 'other', 'yellow', 'Detection Active reports are rejected'],
  ['refused', 'clock', 'yellow', 'Detection Active a device has the wrong time'],
] as const)(
  'a card of the dashboard says what its agents do: %s (%s)',
  async (agents_state, agents_refusal, look, says) => {
    stubSection();
    await openApp('/dashboard', { stored: noorSignedIn });
    await happen(() => StubSocket.latest.open());
    await say({
      type: 'status_update',
      section_id: 7,
      status: { is_active: true, started_at: '2026-11-23T08:47:00Z', agents_state, agents_refusal },
    });
    const place = screen.getByText('Detection Active').closest('p');
    expect([...(place?.children ?? [])].map(({ textContent }) => textContent).join(' ')).toMatch(says);
    expect(tone('Detection Active')).toBe(look);
  },
);

test('before the status is known detection cannot be started, and once it could not be checked it can', async () => {
  const { give, press, calls } = await openHeldSection([status]);
  const button = () => screen.getByRole('button', { name: 'Start Detection' });
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await press('Start Detection');
  expect(calls('POST /detection/sessions/start/')).toEqual([]);
  await give(status, { status: 500 });
  expect(button().getAttribute('aria-disabled')).toBeNull();
});
