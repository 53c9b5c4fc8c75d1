import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lateAnswer } from '../support/backend';
import { aiko, algebra, openSection } from '../support/classroom';
import { pass } from '../support/screen';

const attendance = 'GET /attendance/sections/7/';
const coverageOf = (lesson: number) => `GET /attendance/sections/7/lessons/${lesson}/coverage/`;
const startedAt = '2026-11-23T08:30:00Z';

/** The door of a lesson. Without a code nobody is invited. */
const door = (lesson: number, code: string | null) => ({
  json: {
    session_id: lesson,
    code,
    attendees: [{ ...aiko, id: 1, student_id: aiko.id, state: 'watching', since: startedAt, reason: '' }],
  },
});

/** Aiko was observed from the lesson's start until then. */
const observedUntil = (time: string) => ({
  json: {
    ...{ started_at: startedAt, until: '2026-11-23T09:00:00Z', is_over: false },
    students: [{ ...aiko, periods: [{ state: 'watching', started_at: startedAt, ended_at: time }] }],
  },
});

const seat = () => screen.getByRole('button', { name: /^Aiko Larkspur; / }).getAttribute('aria-label');

test('the seats tell who is observed, anew in each lesson, from the invitation until the page is left', async () => {
  const next = lateAnswer();
  const { backend, press } = await openSection({
    'GET /section/list/': { json: [{ ...algebra, attendable: true }] },
    'GET /detection/sessions/status/7/': {
      json: {
        is_active: true,
        started_at: startedAt,
        agents_state: 'watching',
        agents_seen_at: '2026-11-23T09:00:00Z',
      },
    },
    [attendance]: door(12, null),
    [coverageOf(12)]: observedUntil('2026-11-23T08:45:00Z'),
    [coverageOf(13)]: () => next.answer,
  });
  expect(seat()).not.toContain('observed');
  expect(backend.calls(coverageOf(12))).toHaveLength(0);

  backend.answer({ [attendance]: door(12, 'K7M2XQ') });
  await pass(3_000);
  expect(seat()).toContain('observed 15 min of 30 min');
  await pass(30_000);
  expect(backend.calls(coverageOf(12))).toHaveLength(2);

  backend.answer({ [attendance]: door(13, 'P4R8TW') });
  await pass(3_000);
  expect(backend.calls(coverageOf(13))).toHaveLength(1);
  expect(seat()).not.toContain('observed');
  next.give(observedUntil('2026-11-23T08:50:00Z'));
  await pass(0);
  expect(seat()).toContain('observed 20 min of 30 min');

  await press(/^View all/i, 'link');
  await pass(60_000);
  expect([12, 13].map((lesson) => backend.calls(coverageOf(lesson)).length)).toEqual([2, 1]);
});
