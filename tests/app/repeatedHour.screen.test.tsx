import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepsLessons, openSection, wireLog } from '../support/classroom';
import { pageText } from '../support/screen';

/* The hour that is repeated when daylight saving time ends: 02:00 to 03:00 on 25 October 2026 in Berlin. */

beforeAll(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterAll(() => {
  vi.unstubAllEnvs();
  // Date formats keep the zone in which they were made, and files share the modules that hold them.
  vi.resetModules();
});

const at = (id: number, timestamp: string) => wireLog({ id, timestamp, session_id: 12 });
const logs = [
  at(3, '2026-10-25T02:30:00Z'),
  at(2, '2026-10-25T01:30:00Z'),
  { ...at(1, '2026-10-25T00:30:00Z'), review: { state: 'seen', note: 'Beside Hana', reviewed_at: null } },
];
const answers = {
  ...keepsLessons,
  'GET /detection/logs/': { json: logs },
  'GET /detection/sessions/': {
    json: {
      results: [{ id: 12, section: 7, started_at: '2026-10-24T22:10:00Z', ended_at: '2026-10-25T02:40:00Z' }],
      next: null,
    },
  },
};

const offsets = (text: string) => text.match(/UTC[+-]\d\d:\d\d/g);

describe('a time that the clock shows twice', () => {
  test('says in the table which one it is, and any other says nothing', async () => {
    await openSection(answers, '/detection-logs');
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => offsets(row.textContent))).toEqual([null, ['UTC+01:00'], ['UTC+02:00']]);
  });

  test('says so in the report, which names its zone in any case', async () => {
    await openSection(answers, '/lessons/12');
    expect(pageText()).toContain('Times are those of Europe/Berlin (UTC+02:00, UTC+01:00).');
    expect(offsets(screen.getByRole('list', { name: 'Notes' }).textContent)).toEqual(['UTC+02:00']);
  });
});
