import { describe, expect, test } from 'vitest';
import { tableOf } from '../../src/machines/logsTable';
import { csvOf } from '../../src/services/csvFile';
import type { DetectionLog } from '../../src/services/types';

const log: DetectionLog = {
  id: '1',
  time: new Date(2026, 10, 21, 8, 4, 2).getTime(),
  studentName: 'Zoë "Z" Ångström',
  studentEmail: 'zoe@school.example',
  activityType: 'no_face',
  details: 'Line 1\nLine 2, with a comma; and more',
  screenshot: 'https://pictures.example/1.png',
  sessionId: null,
  review: undefined,
};

describe('the logs as a spreadsheet', () => {
  test('have a heading, times by the local clock, and no pictures', () => {
    expect(tableOf([log, { ...log, time: null, activityType: null }])).toEqual([
      ['Time', 'Student', 'Email', 'Activity', 'Details'],
      ['2026-11-21 08:04:02', log.studentName, log.studentEmail, 'No Face Detected', log.details],
      ['', log.studentName, log.studentEmail, 'Unknown', log.details],
    ]);
  });

  test('have reviews where the backend keeps them', () => {
    const rows = tableOf([
      { ...log, review: { state: 'seen', note: 'Twin', reviewedAt: null } },
      { ...log, review: null },
    ]);
    expect(rows.map((row) => row.slice(5))).toEqual([
      ['Review', 'Note'],
      ['Seen', 'Twin'],
      ['Not reviewed', ''],
    ]);
  });
});

describe('the file', () => {
  test('is UTF-8 with its mark, and keeps quotes, line breaks and separators within their cells', () => {
    expect(csvOf([['Zoë', 'say "hi"', 'a\nb', 'c,d', 'e;f']], 'en-GB')).toBe('\uFEFFZoë,"say ""hi""","a\nb","c,d",e;f');
  });

  test.each([
    ['en-US', ','],
    ['de-DE', ';'],
    ['fr-FR', ';'],
    ['sv-SE', ';'],
    ['ja-JP', ','],
  ])('in %s has cells that %s separates', (locale, separator) => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(csvOf(rows, locale)).toBe(`\uFEFFa${separator}b\r\nc${separator}d`);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("https://evil.example")', '=1\n2'])(
    'security 18: the cell %j is text and no formula',
    (cell) => {
      const [first] = csvOf([[cell, 'b']], 'en-US')
        .slice(1)
        .split(cell.slice(0, 1));
      expect(first).toMatch(/^"?'$/);
    },
  );

  test('security 18: what only holds such a sign is left as it is', () => {
    expect(csvOf([['a=1', 'aiko@school.example', '2026-11-21']], 'en-US')).toBe(
      '\uFEFFa=1,aiko@school.example,2026-11-21',
    );
  });
});
