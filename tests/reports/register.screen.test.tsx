import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Answers } from '../support/backend';
import {
  aiko,
  algebra,
  hana,
  keepsLessons,
  keepsRegisters,
  openSection,
  wireEntry,
  wireLog,
  wireRecord,
  wireRegister,
} from '../support/classroom';
import { pageText, settle } from '../support/screen';
import { dateAndMinute, mediumDate, plain, secondOfDay, timeOfDay } from '../support/times';

/* The register of a lesson in its report, and the page of one student. */

const register = 'GET /attendance/sections/7/lessons/12/register/';
const record = 'GET /attendance/sections/7/students/31/record/';
const list = 'GET /section/list/';
const openReport = (answers: Answers = {}) => openSection({ ...keepsRegisters, ...answers }, '/lessons/12');
const openRecord = (answers: Answers = {}) =>
  openSection({ ...keepsRegisters, [record]: { json: wireRecord() }, ...answers }, '/students/31');

const lines = () =>
  [...screen.getByRole('list', { name: 'Attendance' }).children].map(({ textContent }) =>
    plain(textContent ?? '')
      .replace(/ +/g, ' ')
      .trim(),
  );
const region = (name: string) => screen.getByRole('region', { name });
const textOf = (name: string) => plain(region(name).textContent ?? '');

describe('the register in a report', () => {
  test('has a line for each student: state, times, how late, why excused, and what was corrected', async () => {
    const at = '2026-11-20T10:00:00Z';
    const correction = { state: 'present', reason: 'tablet was broken', by: null, corrected_at: at };
    await openReport({
      [register]: {
        json: wireRegister({
          [aiko.name]: { state: 'present', recorded_state: 'absent', from: null, correction },
          [hana.name]: {
            ...{ state: 'no_camera', from: '2026-11-20T08:14:00Z', to: '2026-11-20T08:30:00Z', late_minutes: 12 },
            ...{ early_minutes: 17, excused: 'part', excuse_reason: 'dentist' },
          },
        }),
      },
    });
    const times = timeOfDay('2026-11-20T08:14:00Z', '2026-11-20T08:30:00Z');
    expect(lines()).toEqual([
      `Aiko Larkspur Present By hand, a former teacher, ${dateAndMinute(at)}: tablet was broken · Recorded: Absent Correct…`,
      `Hana Willowick Present, no camera ${times} 12 min late · left 17 min early · excused for a part: dentist Correct…`,
    ]);
    expect(textOf('Attendance')).toContain('2 of 2 present, 1 late. The class is listed as it was in this lesson.');
    const link = within(region('Attendance')).getByRole('link', { name: aiko.name });
    expect(link.getAttribute('href')).toBe('/sections/7/students/31');
  });

  test('says who may still come while the lesson is running', async () => {
    await openReport({ [register]: { json: { ...wireRegister(), is_over: false } } });
    expect(textOf('Attendance')).toContain('1 of 2 here so far.');
    expect(lines()[0]).toContain('Not here yet');
  });

  test('says that nobody joined, so that nobody is absent', async () => {
    const unknown = { state: 'unknown', recorded_state: 'unknown', from: null };
    await openReport({
      [register]: {
        json: { ...wireRegister({ [aiko.name]: unknown, [hana.name]: unknown }), is_taken: false },
      },
    });
    expect(textOf('Attendance')).toContain('Nobody joined this lesson on a device');
    expect(lines()[0]).toContain('Not recorded');
  });

  test.each([
    ['without such lessons', keepsLessons],
    ['that has none', { ...keepsRegisters, [register]: { status: 404 } }],
  ])('is absent from a backend %s', async (_which, answers: Answers) => {
    await openSection(answers, '/lessons/12');
    expect(screen.queryByRole('region', { name: 'Attendance' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Students' })).toBeTruthy();
  });

  test('its failure is said', async () => {
    await openReport({ [register]: { status: 500 } });
    expect(textOf('Attendance')).toContain('Failed to fetch the attendance.');
  });

  test('a substitute corrects none of a lesson that is over', async () => {
    const shared = { role: 'substitute', until: null, owner: 'Ada Muster' };
    await openReport({ [list]: { json: [{ ...algebra, attendable: true, shared }] } });
    expect(lines()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  });
});

describe('the page of a student', () => {
  const details = { id: 5, timestamp: '2026-11-20T08:20:00Z', session_id: 12, details: 'No face for 12 s' };

  test('says what it is, the sums, each hint with review and answer, until when it is kept, and who has looked', async () => {
    const look = { by: 'Ada Muster', first_at: '2026-11-21T09:00:00Z', last_at: '2026-11-21T09:00:00Z' };
    await openRecord({
      [record]: {
        json: wireRecord({
          logs: [
            wireLog(
              {
                ...details,
                ...{ review: { state: 'seen', note: '', reviewed_at: '2026-11-20T09:00:00Z' }, answer: 'My pen fell.' },
              },
              aiko,
            ),
          ],
          looks: [
            { ...look, what: 'record' },
            { ...look, by: null, what: 'logs' },
          ],
        }),
      },
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Aiko Larkspur' })).toBeTruthy();
    expect(textOf('Hints from a program, no verdicts')).toContain('1 hint, 1 of 1 reviewed by a teacher, 1 answered');
    expect(textOf('Attendance')).toContain('Present1 of 1 lesson');
    expect(screen.queryByRole('region', { name: 'Lessons without hints' })).toBeNull();
    expect(textOf('Hints in detail')).toContain(`Deleted by: ${mediumDate('2027-02-19T08:47:00Z')}`);
    expect(textOf('Hints in detail')).toContain(secondOfDay('2026-11-20T08:20:00Z'));
    expect(textOf('Hints in detail')).toMatch(/No face for 12 sReviewedThe student answered: “.?My pen fell\..?”/);
    expect(textOf('How long it is kept')).toContain(mediumDate('2027-02-19T08:47:00Z'));
    const when = mediumDate('2026-11-21T09:00:00Z');
    expect(textOf('Who has looked')).toContain(`Ada Muster opened this page, ${when}`);
    expect(textOf('Who has looked')).toContain(`a former teacher read the detections of the whole section, ${when}`);
    expect(pageText()).not.toContain('Hana');
  });

  test('says that it is kept until somebody deletes it, that nothing was noticed, and that nobody has looked', async () => {
    const [lesson] = wireRecord().lessons;
    await openRecord({
      [record]: {
        json: wireRecord({ lessons: [{ ...lesson, deleted_by: null, observed_seconds: 0, entry: wireEntry() }] }),
      },
    });
    expect(textOf('How long it is kept')).toContain('kept until somebody deletes it.');
    expect(textOf('Hints from a program, no verdicts')).toContain('Nothing was noticed.');
    expect(textOf('Lessons without hints')).toContain('PresentNot observed1');
    expect(textOf('Who has looked')).toContain('Nobody has opened this page before.');
    expect(screen.queryByRole('region', { name: 'Hints in detail' })).toBeNull();
  });

  test('lessons without hints are grouped by description, and a remark on one stands beside its day', async () => {
    const [lesson] = wireRecord().lessons;
    const late = { ...wireEntry(), late_minutes: 9 };
    const lessons = [
      {
        ...lesson,
        session_id: 15,
        started_at: '2026-11-24T08:00:00Z',
        ended_at: null,
        entry: wireEntry({ state: 'absent' }),
      },
      {
        ...lesson,
        session_id: 14,
        started_at: '2026-11-23T08:00:00Z',
        ended_at: '2026-11-23T08:45:00Z',
        entry: wireEntry({ state: 'absent' }),
      },
      { ...lesson, session_id: 13, started_at: '2026-11-20T08:50:00Z', ended_at: '2026-11-20T09:35:00Z', entry: late },
      { ...lesson, title: 'Test' },
    ];
    await openRecord({ [record]: { json: wireRecord({ lessons }) } });
    const groups = [...screen.getByRole('list', { name: 'Lessons without hints' }).children];
    expect(groups.map(({ textContent }) => plain(textContent ?? '').replace(/[\u2068\u2069]/g, ''))).toEqual([
      `PresentObserved for at least half of the lesson2${dateAndMinute('2026-11-20T08:50:00Z')} · 9 min late${dateAndMinute('2026-11-20T08:02:00Z')} · Test`,
      `Not here yet1${dateAndMinute('2026-11-24T08:00:00Z')}, still running`,
      `Absent1${mediumDate('2026-11-23T08:00:00Z')}`,
    ]);
  });

  test('says so where there is nothing of the student', async () => {
    await openRecord({ [record]: { status: 404, json: { detail: 'Student not found.' } } });
    expect(pageText()).toContain('There is nothing about this student in this section.');
  });

  test('tries again after a failure', async () => {
    const failing = await openRecord({ [record]: { status: 500 } });
    expect(pageText()).toContain('Failed to fetch the student record.');
    await failing.press('Retry');
    await settle();
    expect(failing.backend.sent.filter(({ path }) => path.endsWith('/record/'))).toHaveLength(2);
  });

  test('is refused to a substitute, and asks for nothing', async () => {
    const shared = { role: 'substitute', until: null, owner: 'Ada Muster' };
    const { backend } = await openRecord({ [list]: { json: [{ ...algebra, attendable: true, shared }] } });
    expect(pageText()).toContain('You are a substitute for');
    expect(backend.sent.some(({ path }) => path.endsWith('/record/'))).toBe(false);
  });

  test('is not shown in projector mode, and asks for nothing', async () => {
    const { backend, user } = await openRecord();
    await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
    await settle();
    expect(pageText()).toContain('A student’s record shows their name.');
    expect(pageText()).not.toContain('Aiko');
    const asked = () => backend.sent.filter(({ path }) => path.endsWith('/record/')).length;
    expect(asked()).toBe(1);
  });

  test('nor is the register', async () => {
    const { user } = await openReport();
    expect(lines()).toHaveLength(2);
    await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
    await settle();
    expect(textOf('Attendance')).toContain('Attendance is hidden in projector mode.');
    expect(screen.queryByRole('list', { name: 'Attendance' })).toBeNull();
  });
});
