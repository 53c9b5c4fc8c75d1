import { expect, test } from 'vitest';
import { tableOf } from '../../src/machines/logsTable';
import type { DetectionLog } from '../../src/services/types';
import { logAt } from '../support/samples';

const log: DetectionLog = {
  ...logAt(new Date(2026, 10, 21, 8, 4, 2).getTime()),
  details: 'Seen by the camera',
  screenshot: 'https://pictures.example/1.png',
};

test('the logs as a spreadsheet have a heading, times by the local clock, and no pictures', () => {
  expect(tableOf([log, { ...log, time: null, activityType: null }])).toEqual([
    ['Time', 'Student', 'Email', 'Activity', 'Details'],
    ['2026-11-21 08:04:02', log.studentName, log.studentEmail, 'No Face Detected', log.details],
    ['', log.studentName, log.studentEmail, 'Unknown', log.details],
  ]);
});

test('they tell who reported them as soon as the backend says so of one of them', () => {
  const rows = tableOf([{ ...log, source: 'Room 12', review: null }, { ...log, source: 'simulated' }, log]);
  expect(rows.map((row) => row.slice(4))).toEqual([
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
  expect(rows.map((row) => row.slice(5))).toEqual([
    ['Review', 'Note'],
    ['Seen', 'Twin'],
    ['Not reviewed', ''],
    ['Not reviewed', ''],
  ]);
});
