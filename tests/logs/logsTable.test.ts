import { afterEach, expect, test, vi } from 'vitest';
import { tableOf } from '../../src/machines/logs/logsTable';
import { logAt } from '../support/samples';

const log = logAt(new Date(2026, 10, 21, 8, 4, 2).getTime(), {
  details: 'Seen by the camera',
  screenshot: 'https://pictures.example/1.png',
});

test('the logs as a spreadsheet have a heading, times by the local clock, and no pictures', () => {
  expect(tableOf([log, { ...log, time: null, activityType: null }])).toEqual([
    ['Time', 'Time zone', 'Student', 'Email', 'Activity', 'Details'],
    [
      '2026-11-21 08:04:02',
      expect.stringMatching(/^\S+ \(UTC[+-]\d\d:\d\d\)$/),
      log.studentName,
      log.studentEmail,
      'No Face Detected',
      log.details,
    ],
    ['', '', log.studentName, log.studentEmail, 'Unknown', log.details],
  ]);
});

afterEach(() => vi.unstubAllEnvs());

test('a time says its zone and how far that is from UTC, so that the hour that is repeated in autumn is told apart', () => {
  const inZone = (zone: string, time: string) => {
    vi.stubEnv('TZ', zone);
    return tableOf([{ ...log, time: Date.parse(time) }])[1]?.slice(0, 2);
  };
  expect(inZone('Europe/Berlin', '2026-10-25T00:30:00Z')).toEqual(['2026-10-25 02:30:00', 'Europe/Berlin (UTC+02:00)']);
  expect(inZone('Europe/Berlin', '2026-10-25T01:30:00Z')).toEqual(['2026-10-25 02:30:00', 'Europe/Berlin (UTC+01:00)']);
  expect(inZone('America/New_York', '2026-11-20T13:00:00Z')).toEqual([
    '2026-11-20 08:00:00',
    'America/New_York (UTC-05:00)',
  ]);
  expect(inZone('Asia/Kathmandu', '2026-11-20T13:00:00Z')).toEqual([
    '2026-11-20 18:45:00',
    expect.stringMatching(/^Asia\/Kat[a-z]+ \(UTC\+05:45\)$/),
  ]);
});

test('they tell who reported them as soon as the backend says so of one of them', () => {
  const rows = tableOf([{ ...log, source: 'Room 12', review: null }, { ...log, source: 'simulated' }, log]);
  expect(rows.map((row) => row.slice(5))).toEqual([
    ['Details', 'Reported by', 'Review', 'Note'],
    [log.details, 'Room 12', 'Not reviewed', ''],
    [log.details, 'Simulated', 'Not reviewed', ''],
    [log.details, '', 'Not reviewed', ''],
  ]);
});

test('they have reviews as soon as the backend keeps one of them', () => {
  const rows = tableOf([
    { ...log, review: { state: 'seen', note: 'Twin', reviewedAt: null } },
    { ...log, review: null },
    log,
  ]);
  expect(rows.map((row) => row.slice(6))).toEqual([
    ['Review', 'Note'],
    ['Seen', 'Twin'],
    ['Not reviewed', ''],
    ['Not reviewed', ''],
  ]);
});

test('they have answers and replies as soon as a student has answered', () => {
  const rows = tableOf([{ ...log, answer: 'My pen', reply: 'Thank you.' }, { ...log, answer: 'My sister' }, log]);
  expect(rows.map((row) => row.slice(6))).toEqual([
    ['Answer', 'Reply'],
    ['My pen', 'Thank you.'],
    ['My sister', ''],
    ['', ''],
  ]);
});
