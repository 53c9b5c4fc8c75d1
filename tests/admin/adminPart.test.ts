import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { adminPartMachine } from '../../src/machines/admin/adminPartMachine';
import type { AdminAnswer, AdminPart, Asked } from '../../src/services/admin/adminService';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { ada, refused } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const found = (page = 1): AdminAnswer => ({
  part: 'students',
  rows: [{ ...ada, leftAt: null }],
  total: 60,
  page,
  pages: 2,
});

function started(part: AdminPart) {
  const fetchPart = heldPromise<AdminAnswer, { part: AdminPart; asked: Asked }>();
  const actor = createActor(idle(adminPartMachine).provide({ actors: { fetchPart: fetchPart.logic } }), {
    input: { part },
  }).start();
  return {
    fetchPart,
    type: (text: string) => actor.send({ type: 'asked.change', asked: { text } }),
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    asked: () => fetchPart.calls.map(({ input }) => input.asked),
  };
}

test.each(['overview', 'teachers', 'sections', 'agents', 'audit'] as const)('%s is fetched at once', (part) => {
  const { asked, state } = started(part);
  expect([state(), asked()]).toEqual(['fetching', [{ text: '', day: '', page: 1 }]]);
});

test('students are looked for from 2 characters on, 250 ms after the last one', async () => {
  const { asked, context, fetchPart, send, state, type } = started('students');
  expect(state()).toBe('idle');
  send({ type: 'part.refresh' });
  expect([state(), asked()]).toEqual(['idle', []]);
  type('A');
  await vi.advanceTimersByTimeAsync(250);
  expect([state(), asked()]).toEqual(['idle', []]);
  type(' Ad');
  await vi.advanceTimersByTimeAsync(249);
  type('Ada');
  await vi.advanceTimersByTimeAsync(249);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual([{ text: 'Ada', day: '', page: 1 }]);
  await fetchPart.last.answer(found());
  expect([state(), context().answer]).toEqual(['known', found()]);
  type('');
  await vi.advanceTimersByTimeAsync(250);
  expect([state(), context().answer]).toEqual(['idle', null]);
});

test('or, with a day and nothing typed, those who have left', async () => {
  const { asked, send, state, type } = started('students');
  send({ type: 'asked.change', asked: { day: '2026-08-01' } });
  await vi.advanceTimersByTimeAsync(250);
  expect(asked()).toEqual([{ text: '', day: '2026-08-01', page: 1 }]);
  type('A');
  await vi.advanceTimersByTimeAsync(250);
  expect(state()).toBe('idle');
});

test('the audit trail is looked up by a whole email', async () => {
  const { asked, send, type } = started('audit');
  type('ada');
  await vi.advanceTimersByTimeAsync(250);
  expect(asked()).toHaveLength(1);
  type('ada@school.example');
  await vi.advanceTimersByTimeAsync(250);
  send({ type: 'asked.change', asked: { day: '2026-11-01' } });
  await vi.advanceTimersByTimeAsync(250);
  expect(asked().at(-1)).toEqual({ text: 'ada@school.example', day: '2026-11-01', page: 1 });
});

test('typing drops the answer in flight and leads to the first page', async () => {
  const { asked, context, fetchPart, send, state, type } = started('teachers');
  await fetchPart.last.answer(found());
  send({ type: 'page.select', page: 2 });
  expect(asked().at(-1)?.page).toBe(2);
  const late = fetchPart.last;
  type('Noor');
  expect([late.signal.aborted, context().answer]).toEqual([true, found()]);
  await late.answer(found(2));
  expect([state(), context().answer]).toEqual(['settling', found()]);
  await vi.advanceTimersByTimeAsync(250);
  expect(asked().at(-1)).toEqual({ text: 'Noor', day: '', page: 1 });
});

test('what is known stays during a refetch and after its failure', async () => {
  const { context, fetchPart, send, state } = started('teachers');
  await fetchPart.last.answer(found());
  send({ type: 'part.refresh' });
  expect([state(), context().answer]).toEqual(['fetching', found()]);
  await fetchPart.last.fail(refused);
  expect([state(), context().answer, context().problem]).toEqual(['failed', found(), refused.problem]);
  send({ type: 'part.refresh' });
  await fetchPart.last.answer(found());
  expect([state(), context().problem]).toEqual(['known', null]);
});
