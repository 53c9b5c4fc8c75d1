import { expect, test } from 'vitest';
import { isoDay, periodOf, saveRegisters, tableOfRegisters } from '../../src/machines/reports/registerTable';
import { alike, lessonsInFull, looksByReader, reportOfRecord } from '../../src/machines/reports/studentRecord';
import type { LessonOfStudent, Register, RegisterEntry, StudentRecord } from '../../src/services/app/types';
import { csvOf } from '../../src/services/logs/csvFile';
import { logAt } from '../support/samples';

/* Registers as files for the office, and what a student's page shows. Times are local. */

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

const entry = (more: Partial<RegisterEntry> = {}): RegisterEntry => {
  const state = more.state ?? 'present';
  const times = { from: state === 'present' ? at(20, 8) : null, to: null, lateMinutes: 0, earlyMinutes: 0 };
  return { state, recordedState: state, ...times, excused: null, excuseReason: '', correction: null, ...more };
};
const row = (studentId: string, name: string, of: Partial<RegisterEntry>) => ({
  ...{ studentId, studentKey: studentId, name, email: `${name.toLowerCase()}@x.example`, isMember: true },
  entry: entry(of),
});
const correction = { state: 'excused', reason: 'trip', by: 'Noor Haddad', at: at(21, 9) } as const;

const friday: Register = {
  ...{ lessonId: '12', startedAt: at(20, 8), until: at(20, 8, 45), isOver: true, isTaken: true },
  rows: [
    row('1', 'Aiko', { from: at(20, 8, 12), lateMinutes: 12 }),
    row('2', '=Hana', { state: 'absent', recordedState: 'absent' }),
    row('3', 'Milo', { state: 'excused', recordedState: 'absent', correction }),
  ],
};
const monday: Register = {
  ...{ lessonId: '13', startedAt: at(23, 8), until: at(23, 8, 30), isOver: false, isTaken: true },
  rows: [
    row('1', 'Aiko', { from: at(23, 8) }),
    row('4', 'Nora', { state: 'excused', excused: 'whole', excuseReason: 'ill' }),
  ],
};

test('a file for the office has a row for each student and lesson, with ISO dates', () => {
  expect(tableOfRegisters([friday, monday], 'rows')).toEqual([
    [
      ...['Date', 'Lesson start', 'Lesson end', 'Student', 'Email', 'State', 'From', 'To'],
      ...['Minutes late', 'Minutes left early', 'Reason', 'Corrected by hand'],
    ],
    ['2026-11-20', '08:00', '08:45', 'Aiko', 'aiko@x.example', 'Present', '08:12', '08:45', '12', '0', '', ''],
    ['2026-11-20', '08:00', '08:45', '=Hana', '=hana@x.example', 'Absent', '', '', '', '', '', ''],
    ['2026-11-20', '08:00', '08:45', 'Milo', 'milo@x.example', 'Excused', '', '', '', '', 'trip', 'yes'],
    ['2026-11-23', '08:00', '', 'Aiko', 'aiko@x.example', 'Present', '08:00', '', '0', '0', '', ''],
    ['2026-11-23', '08:00', '', 'Nora', 'nora@x.example', 'Excused', '', '', '', '', 'ill', ''],
  ]);
});

test('or a column for each lesson, empty where the student was not in the section', () => {
  const table = tableOfRegisters([friday, monday], 'columns');
  expect(table).toEqual([
    ['Student', 'Email', '2026-11-20 08:00', '2026-11-23 08:00'],
    ['Aiko', 'aiko@x.example', 'Present, 12 min late', 'Present'],
    ['=Hana', '=hana@x.example', 'Absent', ''],
    ['Milo', 'milo@x.example', 'Excused', ''],
    ['Nora', 'nora@x.example', '', 'Excused'],
  ]);
  expect(csvOf(table, ',')).toContain('"\'=Hana"');
});

test('a period ends with its last day', () => {
  expect(periodOf({ first: '2026-11-20', last: '2026-11-20' })).toEqual({
    from: new Date(2026, 10, 20),
    to: new Date(2026, 10, 21),
  });
  expect(isoDay(at(3, 23, 59))).toBe('2026-11-03');
  expect(periodOf({ first: '2026-11-21', last: '2026-11-20' })).toBeNull();
  expect(periodOf({ first: '', last: '2026-11-20' })).toBeNull();
});

const days = { first: '2026-11-01', last: '2026-11-30' };

/** Saves registers. @returns the files and notices */
async function save(answer: { registers: Register[]; more: number } | 'fails', period = days) {
  const files: string[] = [];
  const notices: string[] = [];
  await saveRegisters(
    {
      fetchRegisters: () => (answer === 'fails' ? Promise.reject(new Error('no')) : Promise.resolve(answer)),
      async saveCsv(name, rows, separator) {
        files.push(`${name} ${rows.length} ${separator}`);
      },
      showNotice: ({ sentence }) => notices.push(sentence),
    },
    { days: period, form: 'rows', separator: ';', name: '9b' },
  );
  return { files, notices };
}

test('what cannot be saved is said', async () => {
  const file = 'Attendance 9b 2026-11-01 to 2026-11-30.csv 4 ;';
  expect(await save({ registers: [friday], more: 0 })).toEqual({ files: [file], notices: [] });
  expect(await save({ registers: [friday], more: 2 })).toEqual({
    files: [file],
    notices: ['The file has the last 1 lesson of these days. 2 lessons before them are left out.'],
  });
  expect((await save({ registers: [], more: 0 })).notices).toEqual(['There were no lessons in these days.']);
  expect(await save('fails')).toEqual({
    files: [],
    notices: ['Failed to save the attendance. Please try again.'],
  });
  expect((await save('fails', { first: '2026-12-01', last: '2026-11-30' })).notices).toEqual([
    'Please choose two days, the first before the last.',
  ]);
});

const lesson = (
  id: string,
  startedAt: number,
  of: Partial<RegisterEntry>,
  observed: number | null,
): LessonOfStudent => ({
  ...{ id, startedAt, endedAt: startedAt + 2_700_000, length: 2_700_000, observed, deletedBy: null },
  ...{ title: '', spans: [], interruptions: [] },
  entry: entry(of),
});

test('a student’s page sums lessons by week, observation, and hints with reviews and answers', () => {
  const log = (id: string, minute: number, more: object = {}) => ({
    ...logAt(Number(id)),
    ...{ id, time: at(20, 8, minute), sessionId: '12', activityType: 'no_face' },
    ...more,
  });
  const review = (state: 'seen' | 'dismissed') => ({ review: { state, note: '', reviewedAt: null } });
  const record: StudentRecord = {
    student: { id: '31', name: 'Aiko', email: 'a@x.example', isMember: true },
    ...{ isOver: true, moreLessons: 0, moreLogs: 0, looks: [], looksDays: 365 },
    lessons: [
      lesson('14', at(23, 8), { state: 'absent' }, 0),
      lesson('13', at(22, 8), { state: 'no_camera' }, null),
      lesson('12', at(20, 8), { lateMinutes: 12 }, 1_800_000),
    ],
    logs: [
      log('4', 40, { sessionId: '9' }),
      log('3', 30, review('dismissed')),
      log('2', 20, { answer: 'Dropped my pen.', reply: 'Thank you.' }),
      log('1', 10, review('seen')),
    ],
  };
  const report = reportOfRecord(record);
  expect(report.sums).toEqual({
    ...{ lessons: 3, attended: 2, noCamera: 1, late: 1, lateMinutes: 12, excused: 0, absent: 1, unknown: 0 },
  });
  // The 22nd is a Sunday.
  expect(report.weeks.map(({ monday, sums }) => [monday, sums.attended, sums.lessons])).toEqual([
    [at(23, 0), 0, 1],
    [at(16, 0), 2, 2],
  ]);
  expect(report.observed).toEqual({ time: 1_800_000, length: 5_400_000 });
  expect([report.episodes, report.reviewed, report.dismissed, report.answers]).toEqual([3, 1, 1, 1]);
  const [, , friday] = report.lessons;
  expect(friday?.episodes.map((one) => [one.review, one.answers])).toEqual([
    ['seen', []],
    [null, [{ answer: 'Dropped my pen.', reply: 'Thank you.' }]],
    ['dismissed', []],
  ]);
  expect(friday?.types.map(({ count }) => count)).toEqual([2]);
  expect(report.others).toHaveLength(1);
});

const recordOf = (lessons: LessonOfStudent[], logs: StudentRecord['logs'] = []): StudentRecord => ({
  student: { id: '31', name: 'Aiko', email: 'a@x.example', isMember: true },
  ...{ lessons, logs, isOver: true, moreLessons: 0, moreLogs: 0, looks: [], looksDays: 365 },
});

test('lessons are together whose state and whose remark are the same, the largest group first', () => {
  const { lessons } = reportOfRecord(
    recordOf([
      { ...lesson('15', at(24, 8), { state: 'absent' }, null), endedAt: null },
      lesson('14', at(23, 8), { state: 'absent' }, null),
      lesson('13', at(22, 8), {}, 1_350_000),
      lesson('12', at(20, 8), {}, 1_349_999),
      lesson('11', at(19, 8), {}, 2_700_000),
      lesson('10', at(18, 8), {}, 0),
    ]),
  );
  expect(
    alike(lessons, ({ extent }) => extent).map(({ said, lessons }) => [said, ...lessons.map(({ id }) => id)]),
  ).toEqual([
    ['enough', '13', '11'],
    ['not', '15'],
    ['not', '14'],
    ['hardly', '12'],
    ['not', '10'],
  ]);
});

test('paper has 40 hints of a term and 12 of a year in full', () => {
  const withHints = (id: string, hints: number) => {
    const logs = Array.from({ length: hints }, (_, minute) => ({
      ...logAt(minute + 1),
      ...{ id: `${id}${minute}`, time: at(20 - Number(id), 8, minute * 2), sessionId: id, activityType: 'no_face' },
    }));
    return { ...lesson(id, at(20 - Number(id), 8), {}, null), logs };
  };
  const of = (...hints: number[]) => {
    const made = hints.map((count, place) => withHints(String(place + 1), count));
    return reportOfRecord(
      recordOf(
        made,
        made.flatMap(({ logs }) => logs.toReversed()),
      ),
    ).lessons;
  };
  expect(lessonsInFull(of(6, 6, 1), 41)).toBe(2);
  expect(lessonsInFull(of(6, 7), 41)).toBe(1);
  expect(lessonsInFull(of(13, 1), 41)).toBe(1);
  expect(lessonsInFull(of(20, 20), 40)).toBe(2);
  expect(lessonsInFull(of(20, 21), 40)).toBe(1);
});

test('looks are by teacher and by what they looked at', () => {
  const look = (by: string | null, what: 'record' | 'logs', day: number) => ({
    by,
    what,
    firstAt: at(day, 8),
    lastAt: at(day, 9),
  });
  expect(looksByReader([look('Ada', 'record', 24), look(null, 'logs', 23), look('Ada', 'record', 20)])).toEqual([
    { by: 'Ada', what: 'record', times: [at(24, 9), at(24, 8), at(20, 9), at(20, 8)] },
    { by: null, what: 'logs', times: [at(23, 9), at(23, 8)] },
  ]);
});
