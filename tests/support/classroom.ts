import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { DetectionLog } from '../../src/services/app/types';
import { type Answer, type Answers, StubSocket, stubBackend } from './backend';
import { holdBackend } from './heldBackend';
import { noor, noorSignedIn, openApp, settle } from './screen';

/* Sections and students as described by a different backend. */

export const aiko = { id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' };
export const hana = { id: 32, name: 'Hana Willowick', email: 'hana@students.example' };
export const milo = { id: 33, name: 'Milo Fennimore', email: 'milo@students.example' };
export const nora = { id: 34, name: 'Nora Quill', email: 'nora@students.example' };

export const algebra = { id: 7, name: 'Algebra 9b', subject: 'Mathematics', students: [aiko, hana] };
export const botany = { id: 8, name: 'Botany 8a', subject: 'Biology', students: [] };

/** A screenshot that needs no network. */
export const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=';

/** Returns a time of the day on which the tests open the app, at nine. */
export const today = (hour: number, minute: number, second = 0) =>
  new Date(Date.UTC(2026, 10, 23, hour, minute, second)).toISOString();

/** Returns a log as the backend sends it: Aiko's missing face at one minute to nine, with these differences. */
export const wireLog = <More extends object>(
  more: More,
  { name, email }: Pick<typeof aiko, 'name' | 'email'> = aiko,
) => ({
  ...{ id: 1, timestamp: today(8, 59), student_name: name, student_email: email, activity_type: 'no_face' },
  ...more,
});

/** Returns logs of as many students, a minute apart, newest first. */
export const studentsLogs = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => first + index).map((id) =>
    wireLog({ id, timestamp: today(8, 60 - id) }, { name: `Student ${id}`, email: `s${id}@students.example` }),
  );

/** Returns a log of charts as the backend sends it. */
export const toWire = ({ id, time, studentName, studentEmail, activityType, details }: DetectionLog) => ({
  ...{ id, timestamp: time === null ? null : new Date(time).toISOString() },
  ...{ student_name: studentName, student_email: studentEmail, activity_type: activityType, details },
});

/** Answers to the status call. */
export const active: Answer = { json: { is_active: true } };
export const inactive: Answer = { json: { is_active: false } };

/** A lesson from a backend that keeps lessons, and its answers. */
export const friday = { id: 12, section: 7, started_at: '2026-11-20T08:02:00Z', ended_at: '2026-11-20T08:47:00Z' };
export const keepsLessons: Answers = {
  'GET /detection/sessions/status/7/': { json: { is_active: false, started_at: null } },
  'GET /detection/sessions/': { json: { results: [friday], next: null } },
  'DELETE /detection/sessions/12/': { status: 204 },
};

/** A line of a register as the backend sends it: of somebody who was there all the time. */
export const wireEntry = (more: object = {}) => ({
  ...{ state: 'present', recorded_state: 'present', from: friday.started_at, to: null, late_minutes: 0 },
  ...{ early_minutes: 0, excused: null, excuse_reason: '', correction: null, ...more },
});
const absence = { state: 'absent', recorded_state: 'absent', from: null };

/** The register of Friday's lesson: Aiko was absent. */
export const wireRegister = (more: Record<string, object> = {}) => ({
  ...{ session_id: 12, started_at: friday.started_at, until: friday.ended_at, is_over: true, is_taken: true },
  rows: [aiko, hana].map(({ id, name, email }) => ({
    ...{ student_id: id, name, email, is_member: true },
    entry: wireEntry(more[name] ?? (id === aiko.id ? absence : {})),
  })),
});

/** What is kept of Aiko. */
export const wireRecord = (more: object = {}) => ({
  student: { ...aiko, is_member: true },
  lessons: [
    {
      ...{ session_id: 12, started_at: friday.started_at, ended_at: friday.ended_at, length_seconds: 2700 },
      ...{ observed_seconds: 1800, entry: wireEntry(), deleted_by: '2027-02-19T08:47:00Z' },
    },
  ],
  ...{ more_lessons: 0, logs: [], more_logs: 0, looks: [], looks_days: 365, ...more },
});

/** The section where students attend on devices of their own, with a register of Friday's lesson. */
export const keepsRegisters: Answers = {
  ...keepsLessons,
  'GET /section/list/': { json: [{ ...algebra, attendable: true }] },
  'GET /attendance/sections/7/': { json: { session_id: null, code: null, attendees: [] } },
  'GET /attendance/sections/7/lessons/12/coverage/': {
    json: { started_at: friday.started_at, until: friday.ended_at, is_over: true, students: [] },
  },
  'GET /attendance/sections/7/lessons/12/register/': { json: wireRegister() },
};

/** Calls that pages of section 7 make on their own. */
const sectionAnswers: Answers = {
  'GET /section/list/': { json: [botany, algebra] },
  'GET /section/ended-sharings/': { status: 404 },
  'GET /account/current-user/': { json: noor },
  'GET /detection/sessions/status/7/': inactive,
  'GET /detection/sessions/': { json: { results: [], next: null } },
  'GET /detection/logs/': { json: [] },
  'GET /attendance/badges/7/': { status: 404 },
};

/** Stubs the section pages' calls. A test's answers override them. */
export const stubSection = (answers: Answers = {}) => stubBackend({ ...sectionAnswers, ...answers });

/** Opens a page of section 7, by default its overview. */
export async function openSection(answers: Answers = {}, page = '') {
  const backend = stubSection(answers);
  return { backend, ...(await openApp(`/sections/7${page}`, { stored: noorSignedIn })) };
}

/** Stubs them and holds some calls until the test answers. */
export const holdSection = (held: readonly string[], answers: Answers = {}) =>
  holdBackend(held, { ...sectionAnswers, ...answers });

/** Opens such a page with held calls. */
export async function openHeldSection(held: readonly string[], answers: Answers = {}, page = '') {
  const backend = holdSection(held, answers);
  return { ...backend, ...(await openApp(`/sections/7${page}`, { stored: noorSignedIn })) };
}

/** Sends a message on the live channel. */
export async function say(message: unknown) {
  act(() => StubSocket.latest.say(message));
  await settle();
}

/** Expects a session's badge and button, even if the button has just changed. */
export function expectSession(state: 'active' | 'inactive') {
  const isActive = state === 'active';
  expect(screen.getByText(isActive ? 'Detection Active' : 'Detection Inactive')).toBeTruthy();
  expect(screen.queryByText(isActive ? 'Detection Inactive' : 'Detection Active')).toBeNull();
  expect(
    screen.getByRole('button', { name: isActive ? /^(Stop Detection|Started)$/ : /^(Start Detection|Stopped)$/ }),
  ).toBeTruthy();
}
