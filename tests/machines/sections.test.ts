import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, sendParent } from 'xstate';
import type { FormSuccess, FormValues } from '../../src/machines/formMachine';
import { createSectionForm } from '../../src/machines/forms/createSectionForm';
import { type SectionsEvent, sectionsMachine } from '../../src/machines/sectionsMachine';
import { ProblemError } from '../../src/problem';
import type { Section } from '../../src/services/types';
import { heldPromise } from '../support/actors';
import { section } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const created: Section = { id: '8', name: '5a', subject: 'Latin', students: [] };

function started() {
  const fetchSections = heldPromise<Section[]>();
  const submit = heldPromise<FormSuccess, { values: FormValues }>();
  const actor = createActor(
    sectionsMachine.provide({
      actors: {
        fetchSections: fetchSections.logic,
        createSection: createSectionForm.provide({
          actors: { submit: submit.logic },
          actions: { reportSuccess: sendParent({ type: 'section.created' } satisfies SectionsEvent) },
        }),
      },
    }),
  ).start();
  return {
    fetchSections,
    submit,
    open: () => actor.send({ type: 'modal.open' }),
    close: () => actor.send({ type: 'modal.close' }),
    retry: () => actor.send({ type: 'sections.retry' }),
    create: () => {
      const values = { name: '5a', subject: 'Latin' };
      actor.getSnapshot().children.createSection?.send({ type: 'form.submit', values });
    },
    form: () => actor.getSnapshot().children.createSection,
    context: () => actor.getSnapshot().context,
    list: () => actor.getSnapshot().value.list,
    modal: () => actor.getSnapshot().value.modal,
  };
}

async function loaded() {
  const parts = started();
  await parts.fetchSections.last.answer([section]);
  return parts;
}

describe('2 dashboard', () => {
  test('loads the sections, or is empty', async () => {
    const { context, list, modal } = await loaded();
    expect(list()).toBe('loaded');
    expect(modal()).toBe('closed');
    expect(context().sections).toEqual([section]);

    const none = started();
    expect(none.list()).toBe('loading');
    await none.fetchSections.last.answer([]);
    expect(none.list()).toBe('empty');
  });

  test('the modal forgets its messages when it is closed', async () => {
    const { close, form, modal, open } = await loaded();
    open();
    form()?.send({ type: 'form.submit', values: { name: '', subject: '' } });
    expect(form()?.getSnapshot().context.problem).not.toBeNull();
    close();
    expect(modal()).toBe('closed');
    open();
    expect(form()?.getSnapshot().context.problem).toBeNull();
  });

  test('closing the modal gives up what it was sending', async () => {
    const { close, create, open, submit } = await loaded();
    open();
    create();
    close();
    expect(submit.last.signal.aborted).toBe(true);
  });
});

describe('4 create section', () => {
  test('success reloads the list at once, and closes the modal after 2 s', async () => {
    const { create, context, fetchSections, form, modal, open, submit } = await loaded();
    open();
    create();
    expect(fetchSections.calls).toHaveLength(1);
    await submit.last.answer({ sentence: 'Section created successfully!' });
    expect(fetchSections.calls).toHaveLength(2);
    expect(form()?.getSnapshot().context.success?.sentence).toBe('Section created successfully!');
    await fetchSections.last.answer([section, created]);
    expect(context().sections).toEqual([section, created]);

    vi.advanceTimersByTime(1_999);
    expect(modal()).toBe('open');
    vi.advanceTimersByTime(1);
    expect(modal()).toBe('closed');
  });

  test('what is listed stays while the list reloads, and when that fails', async () => {
    const { context, create, fetchSections, list, open, submit } = await loaded();
    open();
    create();
    await submit.last.answer({});
    expect(list()).toBe('loading');
    expect(context().sections).toEqual([section]);
    await fetchSections.last.fail();
    expect(list()).toBe('failed');
    expect(context().sections).toEqual([section]);
  });

  test('a list that was under way is asked for again: it may not know of the new section', async () => {
    const { context, create, fetchSections, modal, open, submit } = started();
    open();
    create();
    await submit.last.answer({});
    const [first, second] = fetchSections.calls;
    expect(first!.signal.aborted).toBe(true);
    await first!.answer([section]);
    expect(context().sections).toEqual([]);
    await second!.answer([section, created]);
    expect(context().sections).toEqual([section, created]);
    expect(modal()).toBe('open');
  });

  test('a list that is empty by then shows nothing of the old one', async () => {
    const { context, create, fetchSections, list, open, submit } = await loaded();
    open();
    create();
    await submit.last.answer({});
    await fetchSections.last.answer([]);
    expect(list()).toBe('empty');
    expect(context().sections).toEqual([]);
  });

  test('failure keeps the modal open and reloads nothing', async () => {
    const { create, fetchSections, form, modal, open, submit } = await loaded();
    open();
    create();
    await submit.last.fail();
    expect(form()?.getSnapshot().context.problem?.sentence).toBe('Failed to create section.');
    vi.advanceTimersByTime(60_000);
    expect(modal()).toBe('open');
    expect(fetchSections.calls).toHaveLength(1);
  });
});

describe('8 dashboard', () => {
  test.each<[string, unknown, string]>([
    ['nobody foresaw', new Error('boom'), 'Failed to fetch sections.'],
    [
      'is an expired session',
      new ProblemError({ sentence: 'Session expired. Please log in again.', kind: 'sessionExpired' }),
      'Session expired. Please log in again.',
    ],
  ])('a failure that %s is told, and can be tried again', async (_, error, sentence) => {
    const { context, fetchSections, list, retry } = started();
    await fetchSections.last.fail(error);
    expect(list()).toBe('failed');
    expect(context().problem?.sentence).toBe(sentence);
    retry();
    await fetchSections.last.answer([section]);
    expect(list()).toBe('loaded');
    expect(context().problem).toBeNull();
  });
});
