import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { active, aiko, algebra, friday, keepsLessons, openSection, wireLog } from '../support/classroom';
import { pageText, pass } from '../support/screen';

/* Names with bidirectional controls or from right to left, and a lesson that another browser deletes. */

const logs = 'GET /detection/logs/';
const log = wireLog({ session_id: friday.id, timestamp: '2026-11-20T08:10:00Z' });
const turning = /[\u202a-\u202e]/;

describe('a name', () => {
  test('that turns the direction of text is shown without that, wherever it stands', async () => {
    const student = { ...aiko, name: 'Aiko\u202e Larkspur\u0007' };
    await openSection(
      {
        'GET /section/list/': {
          json: [{ ...algebra, name: 'Algebra\u202e 9b', subject: '\u2067Maths\u202d', students: [student] }],
        },
        'GET /detection/sessions/status/7/': active,
        [logs]: {
          json: [{ ...log, student_name: student.name, details: 'Mail\u202e', screenshot: 'https://x.example/1.png' }],
        },
      },
      '/detection-logs',
    );
    expect(pageText()).toContain('Aiko Larkspur');
    expect(document.documentElement.outerHTML).not.toMatch(turning);
    expect(document.title).not.toMatch(turning);
    expect(screen.getByRole('button', { name: 'Show the screenshot of Aiko Larkspur' })).toBeTruthy();
  });

  test('from right to left is isolated within a sentence, and any other is left as it is', async () => {
    const json = [
      { ...log, student_name: 'ليلى حداد', screenshot: 'https://x.example/1.png' },
      { ...log, id: 2, student_name: 'Aiko', student_email: '', screenshot: 'https://x.example/2.png' },
    ];
    await openSection({ [logs]: { json } }, '/detection-logs');
    const names = screen
      .getAllByRole('button', { name: /^Show the screenshot of/ })
      .map((one) => one.ariaLabel ?? one.getAttribute('aria-label'));
    expect(names).toEqual(['Show the screenshot of \u2068ليلى حداد\u2069', 'Show the screenshot of Aiko']);
    const offered = within(screen.getByRole('combobox', { name: 'Student' })).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toContain('\u2068ليلى حداد\u2069 (1)');
  });
});

test('a report whose lesson was deleted elsewhere says so, and offers nothing more', async () => {
  const { backend } = await openSection({ ...keepsLessons, [logs]: { json: [log] } }, `/lessons/${friday.id}`);
  expect(screen.getByRole('button', { name: 'Delete lesson' })).toBeTruthy();
  backend.answer({
    [logs]: { json: [] },
    'GET /detection/sessions/': { json: { results: [], next: null } },
    'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: '2026-11-20T09:00:00Z' } },
  });
  await pass(45_000);
  expect(pageText()).toContain('This lesson does not exist. It may have been deleted.');
  expect(pageText()).not.toContain('Nothing was received');
  expect(screen.queryByRole('button', { name: 'Delete lesson' })).toBeNull();
});
