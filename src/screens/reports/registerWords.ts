import { register } from '@vigil/languages/record/register';
import { isolated } from '../../machines/app/isolated';

/** Returns a text with values in place of its placeholders. */
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const late = (count: number) => filled(register.lateBy, { minutes: count });
const { notHere, ...states } = register.states;
const lessons = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);

export const words = {
  classRegister: {
    title: register.attendance,
    loading: 'Loading attendance...',
    failed: 'Failed to fetch the attendance.',
    retry: 'Retry',
    projecting: 'Attendance is hidden in projector mode.',
    notTaken: 'Nobody joined this lesson on a device, so it is not known who was there. You can enter it by hand.',
    classThen: 'The class is listed as it was in this lesson.',
    states,
    /** While the lesson is running. */
    notHere,
    sum: (counts: readonly string[]) => `${counts.join(', ')}.`,
    counts: {
      present: (count: number, total: number) => `${count} of ${total} present`,
      here: (count: number, total: number) => `${count} of ${total} here so far`,
      late: (count: number) => `${count} late`,
      excused: (count: number) => `${count} excused`,
      absent: (count: number) => `${count} absent`,
    },
    showAll: 'Show all',
    late,
    early: (count: number) => filled(register.leftEarly, { minutes: count }),
    since: (time: string) => `since ${time}`,
    excusedWhole: (reason: string) =>
      reason === '' ? register.excusedWhole : filled(register.excusedWholeFor, { reason: isolated(reason) }),
    excusedPart: (reason: string) =>
      reason === '' ? register.excusedPart : filled(register.excusedPartFor, { reason: isolated(reason) }),
    corrected: (by: string, at: string, reason: string) =>
      filled(register.corrected, { by: isolated(by), at, reason: isolated(reason) }),
    was: (state: string) => filled(register.was, { state }),
    formerTeacher: register.formerTeacher,
    correct: 'Correct…',
    correctOf: (name: string) => `Correct the attendance of ${isolated(name)}`,
    dialog: 'Correct attendance',
    lead: (name: string) => `What was recorded of ${isolated(name)} stays beside your correction.`,
    state: 'State',
    recordedAs: (state: string) => `As recorded: ${state}`,
    reason: 'Reason',
    reasonHint: 'Other teachers of this section and the student’s parents may read it.',
    reasonRequired: 'Please give a reason.',
    submit: 'Save',
    submitting: 'Saving…',
    cancel: 'Cancel',
    succeeded: 'Saved.',
    failedToCorrect: 'Failed to correct the attendance.',

    save: 'Save attendance as CSV',
    saveTitle: 'Attendance of several lessons',
    saveHint: 'For your school’s office. Dates are written as 2026-11-21.',
    first: 'From',
    last: 'To',
    form: 'Layout',
    forms: { rows: 'One row for each student and lesson', columns: 'One column for each lesson' },
    noPeriod: 'Please choose two days, the first before the last.',
    noLessons: 'There were no lessons in these days.',
    failedToSave: 'Failed to save the attendance. Please try again.',
    leftOut: (kept: number, more: number) =>
      `The file has the last ${lessons(kept)} of these days. ${lessons(more)} before them are left out.`,
    fileName: (section: string, first: string, last: string) => `Attendance ${section} ${first} to ${last}.csv`,
    headings: {
      date: 'Date',
      start: 'Lesson start',
      end: 'Lesson end',
      student: 'Student',
      email: 'Email',
      state: 'State',
      from: 'From',
      to: 'To',
      late: 'Minutes late',
      early: 'Minutes left early',
      reason: 'Reason',
      corrected: 'Corrected by hand',
    },
    yes: 'yes',
    lateCell: (state: string, count: number) => `${state}, ${late(count)}`,
  },

  studentRecord: {
    title: 'Student record',
    open: 'Student record',
    openOf: (name: string) => `Record of ${isolated(name)}`,
    loading: 'Loading student record...',
    failed: 'Failed to fetch the student record.',
    retry: 'Retry',
    absent: 'There is nothing about this student in this section. The student may have been deleted.',
    projecting: 'A student’s record shows their name. Choose “Show names” to open it.',
    back: 'Back to section',
    print: 'Print',
    language: 'Language of the record',
  },
} as const;
