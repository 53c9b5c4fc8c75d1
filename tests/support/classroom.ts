import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type Answer, type Answers, StubSocket, stubBackend } from './backend';
import { holdBackend } from './heldBackend';
import { noor, noorSignedIn, openApp, settle } from './screen';

/* Sections and students as described by a different backend. */

export const aiko = { id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' };
export const hana = { id: 32, name: 'Hana Willowick', email: 'hana@students.example' };
export const milo = { id: 33, name: 'Milo Fennimore', email: 'milo@students.example' };

export const algebra = { id: 7, name: 'Algebra 9b', subject: 'Mathematics', students: [aiko, hana] };
export const botany = { id: 8, name: 'Botany 8a', subject: 'Biology', students: [] };

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

/** Calls that pages of section 7 make on their own. */
const sectionAnswers: Answers = {
  'GET /section/list/': { json: [botany, algebra] },
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
