import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { detectionMachine } from '../../src/machines/detectionMachine';
import type { FormSuccess, FormValues } from '../../src/machines/formMachine';
import { deleteSectionForm } from '../../src/machines/forms/deleteSectionForm';
import { logsMachine } from '../../src/machines/logsMachine';
import { sectionMachine } from '../../src/machines/sectionMachine';
import { ProblemError } from '../../src/problem';
import type { DetectionLog, Section } from '../../src/services/types';
import { heldCallback, heldPromise } from '../support/actors';
import { ada, bob, section } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const fetchSection = heldPromise<Section | null, { sectionId: string }>();
  const fetchStatus = heldPromise<boolean, { sectionId: string }>();
  const submit = heldPromise<FormSuccess, { values: FormValues }>();
  const fetchLogs = heldPromise<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>();
  const actor = createActor(
    sectionMachine.provide({
      actors: {
        fetchSection: fetchSection.logic,
        detection: detectionMachine.provide({
          actors: {
            fetchStatus: fetchStatus.logic,
            watchSection: heldCallback().logic,
            logs: logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }),
          },
        }),
        deleteSection: deleteSectionForm.provide({ actors: { submit: submit.logic } }),
      },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    actor,
    fetchSection,
    fetchStatus,
    submit,
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
    form: () => actor.getSnapshot().children.deleteSection,
  };
}

async function loaded() {
  const parts = started();
  await parts.fetchSection.last.answer(section);
  return parts;
}

describe('8 section page', () => {
  test('finds the section by its id', async () => {
    const { context, fetchSection, state } = await loaded();
    expect(state()).toEqual({ loaded: 'viewing' });
    expect(fetchSection.last.input).toEqual({ sectionId: '7' });
    expect(context()).toEqual({ sectionId: '7', section, problem: null });
  });

  test('a section that is not in the list is not found', async () => {
    const { fetchSection, fetchStatus, state } = started();
    await fetchSection.last.answer(null);
    expect(state()).toBe('notFound');
    expect(fetchStatus.calls).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['nobody foresaw', new Error('boom'), 'Failed to fetch section details.'],
    [
      'is an expired session',
      new ProblemError({ sentence: 'Session expired. Please log in again.', kind: 'sessionExpired' }),
      'Session expired. Please log in again.',
    ],
  ])('a failure that %s is told, and Retry loads again', async (_, error, sentence) => {
    const { actor, context, fetchSection, state } = started();
    await fetchSection.last.fail(error);
    expect(state()).toBe('failed');
    expect(context().problem?.sentence).toBe(sentence);
    actor.send({ type: 'section.retry' });
    await fetchSection.last.answer(section);
    expect(context()).toMatchObject({ section, problem: null });
  });
});

test('4 detection lives exactly as long as the section is loaded', async () => {
  const { actor, fetchSection, fetchStatus } = started();
  expect(fetchStatus.calls).toEqual([]);
  await fetchSection.last.answer(section);
  expect(fetchStatus.calls.map(({ input }) => input.sectionId)).toEqual(['7']);
  vi.advanceTimersByTime(10_000);
  expect(fetchStatus.calls).toHaveLength(2);
  actor.stop();
  vi.advanceTimersByTime(60_000);
  expect(fetchStatus.calls).toHaveLength(2);
});

test('2 section page: what the roster changed is shown, and detection goes on untouched', async () => {
  const { actor, context, fetchStatus } = await loaded();
  actor.send({ type: 'section.updated', section: { ...section, students: [ada, bob] } });
  expect(context().section?.students).toEqual([ada, bob]);
  expect(fetchStatus.calls).toHaveLength(1);
});

describe('4 delete section', () => {
  test('the button opens a password dialog; Cancel closes it and forgets what it said', async () => {
    const { actor, form, state, submit } = await loaded();
    actor.send({ type: 'delete.open' });
    form()?.send({ type: 'form.submit', values: { password: '' } });
    expect(form()?.getSnapshot().context.problem?.sentence).toBe('Password is required');
    actor.send({ type: 'delete.cancel' });
    expect(state()).toEqual({ loaded: 'viewing' });
    actor.send({ type: 'delete.open' });
    expect(form()?.getSnapshot().context.problem).toBeNull();
    expect(submit.calls).toEqual([]);
  });

  test('success leads to /dashboard at once and ends everything of the section', async () => {
    const { actor, fetchStatus, form, state, submit } = await loaded();
    actor.send({ type: 'delete.open' });
    const destinations: string[] = [];
    form()?.on('navigate', ({ to }) => destinations.push(to));
    form()?.send({ type: 'form.submit', values: { password: 'correct horse' } });
    expect(submit.last.input.values).toEqual({ password: 'correct horse' });
    await submit.last.answer({});
    vi.advanceTimersByTime(0);
    expect(destinations).toEqual(['/dashboard']);
    expect(state()).toBe('deleted');
    expect(actor.getSnapshot().status).toBe('done');
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
  });

  test('8 a wrong password is told in the dialog, which stays open while detection goes on', async () => {
    const { actor, fetchStatus, form, state, submit } = await loaded();
    actor.send({ type: 'delete.open' });
    form()?.send({ type: 'form.submit', values: { password: 'wrong' } });
    await submit.last.fail(new ProblemError({ sentence: 'Incorrect password', kind: 'refused', field: 'password' }));
    expect(form()?.getSnapshot().context.problem?.sentence).toBe('Incorrect password');
    expect(state()).toEqual({ loaded: 'deleting' });
    vi.advanceTimersByTime(10_000);
    expect(fetchStatus.calls).toHaveLength(2);
  });
});
