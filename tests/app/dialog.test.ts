import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { dialogMachine } from '../../src/machines/app/dialogMachine';
import type { FormMachine, FormSuccess, FormValues } from '../../src/machines/app/formMachine';
import { deleteSectionForm } from '../../src/machines/section/deleteSectionForm';
import { createSectionForm } from '../../src/machines/session/createSectionForm';
import { heldPromise } from '../support/actors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const values: FormValues = { name: '5a', subject: 'Latin', password: 'correct horse' };

function started(form: FormMachine) {
  const submit = heldPromise<FormSuccess, { values: FormValues }>();
  const actor = createActor(
    dialogMachine.provide({ actors: { form: form.provide({ actors: { submit: submit.logic } }) } }),
  ).start();
  const theForm = () => actor.getSnapshot().children.form;
  return {
    submit,
    state: () => actor.getSnapshot().value,
    form: theForm,
    open: () => actor.send({ type: 'dialog.open' }),
    send: (change: FormValues = {}) => theForm()?.send({ type: 'form.submit', values: { ...values, ...change } }),
    cancel: () => theForm()?.send({ type: 'form.cancel' }),
    leave: () => actor.stop(),
  };
}

describe('2 a form in a dialog', () => {
  test('is there only while the dialog is open', () => {
    const { cancel, form, open, state } = started(createSectionForm);
    expect(state()).toBe('closed');
    expect(form()).toBeUndefined();
    open();
    expect(state()).toBe('open');
    expect(form()).toBeDefined();
    cancel();
    expect(state()).toBe('closed');
    expect(form()).toBeUndefined();
  });

  test('is a new one each time: closing forgets what it said', () => {
    const { cancel, form, open, send } = started(createSectionForm);
    open();
    send({ name: '' });
    expect(form()?.getSnapshot().context.problems[0]?.sentence).toBe('Section name is required');
    open();
    expect(form()?.getSnapshot().context.problems[0]?.sentence).toBe('Section name is required');
    cancel();
    open();
    expect(form()?.getSnapshot().context.problems).toEqual([]);
  });

  test('waits no longer for what it has sent when it is closed, or its page is left', () => {
    for (const end of ['cancel', 'leave'] as const) {
      const dialog = started(createSectionForm);
      dialog.open();
      dialog.send();
      expect(dialog.submit.last.signal.aborted).toBe(false);
      dialog[end]();
      expect(dialog.submit.last.signal.aborted).toBe(true);
    }
  });
});

test('4 create section: the modal closes 2 s after success', async () => {
  const { form, open, send, state, submit } = started(createSectionForm);
  open();
  send();
  await submit.last.answer({ sentence: 'Section created successfully!' });
  expect(form()?.getSnapshot().context.success?.sentence).toBe('Section created successfully!');
  vi.advanceTimersByTime(1_999);
  expect(state()).toBe('open');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('closed');
});

describe('4 delete section', () => {
  test('the dialog cannot be closed while the deletion is under way, and closes on success', async () => {
    const { cancel, open, send, state, submit } = started(deleteSectionForm);
    open();
    send();
    cancel();
    expect(state()).toBe('open');
    expect(submit.last.signal.aborted).toBe(false);
    await submit.last.answer({});
    vi.advanceTimersByTime(0);
    expect(state()).toBe('closed');
  });

  test('8 a failure leaves the dialog open, and then it can be closed', async () => {
    const { cancel, form, open, send, state, submit } = started(deleteSectionForm);
    open();
    send();
    await submit.last.fail();
    expect(form()?.getSnapshot().context.problems[0]?.sentence).toBe('The server said no.');
    vi.advanceTimersByTime(60_000);
    expect(state()).toBe('open');
    cancel();
    expect(state()).toBe('closed');
  });
});

test('a dialog without a form of its own says what is missing', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const actor = createActor(dialogMachine).start();
  actor.send({ type: 'dialog.open' });
  actor.getSnapshot().children.form?.send({ type: 'form.submit', values });
  await vi.advanceTimersByTimeAsync(0);
  expect(logged).toHaveBeenCalledWith(new Error('submit is not provided'));
  logged.mockRestore();
});
