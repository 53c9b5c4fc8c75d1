import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { changePasswordForm } from '../../src/machines/account/changePasswordForm';
import { forgotPasswordForm } from '../../src/machines/account/forgotPasswordForm';
import { googleLoginForm } from '../../src/machines/account/googleLoginForm';
import { loginForm } from '../../src/machines/account/loginForm';
import { registerForm } from '../../src/machines/account/registerForm';
import { resetPasswordForm } from '../../src/machines/account/resetPasswordForm';
import { verifyOtpForm } from '../../src/machines/account/verifyOtpForm';
import { filled, given, longEnough } from '../../src/machines/app/checks';
import type { FormMachine, FormSuccess, FormValues } from '../../src/machines/app/formMachine';
import { replyForm } from '../../src/machines/logs/replyForm';
import { correctRegisterForm } from '../../src/machines/reports/correctRegisterForm';
import { deleteLessonForm } from '../../src/machines/reports/deleteLessonForm';
import { describeLessonForm } from '../../src/machines/reports/describeLessonForm';
import { studentEmailForm } from '../../src/machines/roster/studentEmailForm';
import { createSectionForm } from '../../src/machines/sections/createSectionForm';
import { deleteSectionForm } from '../../src/machines/sections/deleteSectionForm';
import { renameSectionForm } from '../../src/machines/sections/renameSectionForm';
import { shareSectionForm } from '../../src/machines/sections/shareSectionForm';
import { ProblemError } from '../../src/problem';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { refused } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface FormRules {
  machine: FormMachine;
  /** What passes. Every password in it contains `horse`. */
  values: FormValues;
  /** Changes to `values` that must not pass, in the order of the checks: sentence and field at fault. */
  refused: [change: FormValues, sentence: string, field: string][];
  /** Changes to `values` that look odd and must pass. */
  accepted: FormValues[];
  /** Milliseconds from success to the end; null: the form stays and can be sent again. */
  delay: number | null;
  destination: string | null;
  /** It can be left while it is being submitted; unset: it can. */
  mayBeLeft?: false;
}

const blank = '   ';

const rules: Record<string, FormRules> = {
  login: {
    machine: idle(loginForm),
    values: { email: 'ada@school.example', password: 'horse' },
    refused: [
      [{ email: '' }, 'Email is required', 'email'],
      [{ email: blank }, 'Email is required', 'email'],
      [{ email: 'ada' }, 'Please enter a valid email address', 'email'],
      [{ email: 'ada@' }, 'Please enter a valid email address', 'email'],
      [{ email: 'ada@school@example' }, 'Please enter a valid email address', 'email'],
      [{ password: '' }, 'Password is required', 'password'],
    ],
    accepted: [{ email: ' ada@school.example ' }, { password: blank }],
    delay: 0,
    destination: '/dashboard',
  },
  'Google login': {
    machine: idle(googleLoginForm),
    values: {},
    refused: [],
    accepted: [],
    delay: 0,
    destination: '/dashboard',
  },
  register: {
    machine: idle(registerForm),
    values: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada+4b@school.example',
      password: 'horse',
      password2: 'horse',
    },
    refused: [
      [{ first_name: blank }, 'First name is required', 'first_name'],
      [{ last_name: '' }, 'Last name is required', 'last_name'],
      [{ email: '' }, 'Email is required', 'email'],
      [{ email: 'ada school@example' }, 'Please enter a valid email address', 'email'],
      [{ password: '' }, 'Password is required', 'password'],
      [{ password2: '' }, 'Please confirm your password', 'password2'],
      [{ password2: 'Horse' }, 'Passwords do not match', 'password2'],
    ],
    // No minimum length on the client.
    accepted: [{ password: 'x', password2: 'x' }],
    delay: 1_500,
    destination: '/verify-otp?email=ada%2B4b%40school.example',
  },
  'verify OTP': {
    machine: idle(verifyOtpForm),
    values: { email: 'ada@school.example', code: '012345' },
    refused: [
      [{ email: '' }, 'Email is required', 'email'],
      [{ code: '' }, 'Please enter the OTP sent to your email', 'code'],
      [{ code: blank }, 'Please enter the OTP sent to your email', 'code'],
    ],
    accepted: [],
    delay: 2_000,
    destination: '/login',
  },
  'forgot password': {
    machine: idle(forgotPasswordForm),
    values: { email: 'ada@school.example' },
    refused: [
      [{ email: '' }, 'Email is required', 'email'],
      [{ email: '@school.example' }, 'Please enter a valid email address', 'email'],
    ],
    accepted: [],
    delay: null,
    destination: null,
  },
  'reset password': {
    machine: idle(resetPasswordForm),
    values: { new_password: 'a horse!', confirm_password: 'a horse!' },
    refused: [
      [{ new_password: '' }, 'All fields are required', 'new_password'],
      [{ confirm_password: '' }, 'All fields are required', 'confirm_password'],
      [{ confirm_password: 'a horse?' }, 'Passwords do not match', 'confirm_password'],
      // Not matching comes before too short.
      [{ new_password: 'horse' }, 'Passwords do not match', 'confirm_password'],
      [
        { new_password: '7 horse', confirm_password: '7 horse' },
        'Password must be at least 8 characters long',
        'new_password',
      ],
    ],
    accepted: [{ new_password: '        ', confirm_password: '        ' }],
    delay: 2_000,
    destination: '/login',
  },
  'change password': {
    machine: idle(changePasswordForm),
    values: { old_password: 'horse', new_password: 'a horse!', confirm_password: 'a horse!' },
    refused: [
      [{ old_password: '' }, 'All fields are required', 'old_password'],
      [{ new_password: '' }, 'All fields are required', 'new_password'],
      [{ confirm_password: '' }, 'All fields are required', 'confirm_password'],
      [{ confirm_password: 'a horse?' }, 'New passwords do not match', 'confirm_password'],
      [{ new_password: 'horse' }, 'New passwords do not match', 'confirm_password'],
      [
        { new_password: '7 horse', confirm_password: '7 horse' },
        'New password must be at least 8 characters long',
        'new_password',
      ],
    ],
    accepted: [],
    delay: 2_000,
    destination: '/dashboard',
  },
  'create section': {
    machine: idle(createSectionForm),
    values: { name: '4b', subject: 'History' },
    refused: [
      [{ name: blank }, 'Section name is required', 'name'],
      [{ subject: '' }, 'Subject is required', 'subject'],
    ],
    accepted: [],
    delay: 2_000,
    destination: null,
  },
  'rename section': {
    machine: idle(renameSectionForm),
    values: { name: '4b', subject: 'History' },
    refused: [
      [{ name: blank }, 'Section name is required', 'name'],
      [{ subject: '' }, 'Subject is required', 'subject'],
    ],
    accepted: [],
    delay: 2_000,
    destination: null,
  },
  'share section': {
    machine: idle(shareSectionForm),
    values: { email: 'sam@school.example', day: '2999-12-31' },
    refused: [
      [{ email: blank }, 'Email is required', 'email'],
      [{ email: 'sam' }, 'Please enter a valid email address', 'email'],
      [{ day: '' }, 'Choose a day from today on.', 'day'],
      [{ day: '2020-01-31' }, 'Choose a day from today on.', 'day'],
      [{ day: 'soon' }, 'Choose a day from today on.', 'day'],
    ],
    accepted: [
      { until: 'open', day: '' },
      { until: 'tonight', day: '' },
    ],
    delay: 2_000,
    destination: null,
  },
  'student email': {
    machine: idle(studentEmailForm),
    values: { email: 'ada@school.example' },
    refused: [
      [{ email: blank }, 'Email is required', 'email'],
      [{ email: 'ada' }, 'Please enter a valid email address', 'email'],
      [{ email: 'ada', known: 'ada@school.example' }, 'Please enter a valid email address', 'email'],
    ],
    accepted: [{ email: ' ', known: 'ada@school.example' }],
    delay: 2_000,
    destination: null,
  },
  reply: {
    machine: idle(replyForm),
    values: { text: 'Thank you.' },
    refused: [[{ text: blank }, 'Write your reply', 'text']],
    accepted: [],
    delay: 2_000,
    destination: null,
  },
  'describe lesson': {
    machine: idle(describeLessonForm),
    values: { title: 'Test on cells', note: 'Two groups' },
    refused: [],
    accepted: [{ title: '', note: '' }],
    delay: 2_000,
    destination: null,
  },
  'correct register': {
    machine: idle(correctRegisterForm),
    values: { reason: 'bus' },
    refused: [[{ reason: blank }, 'Please give a reason.', 'reason']],
    // A correction is taken back without a reason.
    accepted: [{ state: 'recorded', reason: '' }],
    delay: 2_000,
    destination: null,
  },
  'delete section': {
    machine: idle(deleteSectionForm),
    values: { password: 'horse' },
    refused: [[{ password: '' }, 'Password is required', 'password']],
    accepted: [{ password: blank }],
    delay: 0,
    // The session leads to /dashboard when the section is gone.
    destination: null,
    mayBeLeft: false,
  },
  'delete lesson': {
    machine: idle(deleteLessonForm),
    values: { section_id: '7' },
    refused: [],
    accepted: [],
    delay: 0,
    destination: '/sections/7/lessons',
    mayBeLeft: false,
  },
};

function started({ machine, values }: FormRules) {
  const submit = heldPromise<FormSuccess, { values: FormValues }>();
  const prepare = heldCallback();
  const destinations: string[] = [];
  const actor = createActor(
    machine.provide({
      actors: { submit: submit.logic, prepare: prepare.logic },
      actions: { navigate: (_, { to }) => void destinations.push(to) },
    }),
  );
  const contexts: string[] = [];
  actor.subscribe(({ context }) => void contexts.push(JSON.stringify(context)));
  actor.start();
  return {
    submit,
    prepare,
    contexts,
    destinations,
    send: (change: FormValues = {}) => actor.send({ type: 'form.submit', values: { ...values, ...change } }),
    change: () => actor.send({ type: 'form.change' }),
    reopen: () => actor.send({ type: 'form.reopen' }),
    cancel: () => actor.send({ type: 'form.cancel' }),
    problems: () => actor.getSnapshot().context.problems,
    success: () => actor.getSnapshot().context.success,
    state: () => actor.getSnapshot().value,
  };
}

describe.each(Object.entries(rules))('5 %s', (_, form) => {
  test('fetches nothing in advance, but for the sign-in by Google', () => {
    expect(started(form).prepare.isRunning).toBe(form.machine === idle(googleLoginForm));
  });

  if (form.refused.length > 0) {
    test.each(form.refused)('%j is refused: %s', (change, sentence, field) => {
      const { problems, send, state, submit } = started(form);
      send(change);
      expect(problems()[0]).toEqual({ sentence, kind: 'invalid', field });
      expect(state()).toBe('editing');
      expect(submit.calls).toEqual([]);
    });

    test('all that is missing is told at once, of each field one sentence', () => {
      const { problems, send } = started(form);
      send(Object.fromEntries(Object.keys(form.values).map((field) => [field, ''])));
      const missing = form.refused.filter(([change]) => Object.values(change).every((value) => value.trim() === ''));
      const sentences = new Map(missing.map(([, sentence, field]) => [field, sentence]));
      expect(problems().map(({ field, sentence }) => [field, sentence])).toEqual([...sentences]);
    });

    test('a field that is missing is an empty one', () => {
      for (const field of Object.keys(form.values)) {
        const { [field]: _left, ...others } = form.values;
        const missing = started({ ...form, values: others });
        const empty = started(form);
        missing.send();
        empty.send({ [field]: '' });
        expect(missing.problems()).not.toEqual([]);
        expect(missing.problems()).toEqual(empty.problems());
      }
    });

    test('a problem stays until the next change', () => {
      const { change, problems, send } = started(form);
      send(form.refused[0]?.[0]);
      vi.advanceTimersByTime(600_000);
      expect(problems()).toHaveLength(1);
      change();
      expect(problems()).toEqual([]);
    });

    test('the next submission takes a problem away', () => {
      const { problems, send, state } = started(form);
      send(form.refused[0]?.[0]);
      send();
      expect(problems()).toEqual([]);
      expect(state()).toBe('submitting');
    });
  }

  test('what passes is sent as it was typed', () => {
    for (const change of [{}, ...form.accepted]) {
      const { send, submit } = started(form);
      send(change);
      expect(submit.calls.map(({ input }) => input.values)).toEqual([{ ...form.values, ...change }]);
    }
  });

  test('pressing the button twice sends once', () => {
    const { send, submit } = started(form);
    send();
    send();
    send(form.refused[0]?.[0]);
    expect(submit.calls).toHaveLength(1);
  });

  test('what was typed is never in the context', async () => {
    const { contexts, send, submit } = started(form);
    send(form.refused.at(-1)?.[0]);
    send();
    await submit.last.fail();
    send();
    await submit.last.answer({ sentence: 'It worked.' });
    vi.advanceTimersByTime(10_000);
    expect(contexts.join()).toContain('It worked.');
    expect(contexts.join()).not.toContain('horse');
  });
});

test.each([
  ['an empty password does not match either, which goes without saying', '', 'a horse!', ['new_password']],
  ['one that is too short and its copy are two faults', 'horse', 'Horse', ['confirm_password', 'new_password']],
])('5.8, 5.12 %s', (_, new_password, confirm_password, fields) => {
  for (const form of [rules['change password'], rules['reset password']]) {
    const { problems, send } = started(form!);
    send({ new_password, confirm_password });
    expect(problems().map(({ field }) => field)).toEqual(fields);
  }
});

describe.each(Object.entries(rules))('8 %s', (_, form) => {
  test('a refusal is told, and the form can be sent again', async () => {
    const { problems, send, state, submit } = started(form);
    send();
    await submit.last.fail(refused);
    expect(problems()).toEqual([{ sentence: 'The server said no.', kind: 'refused' }]);
    expect(state()).toBe('editing');
    send();
    expect(problems()).toEqual([]);
    expect(submit.calls).toHaveLength(2);
  });

  test('an error of our own is told as such, never as a refusal, and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { problems, send, state, submit } = started(form);
    const error = new Error('boom');
    send();
    await submit.last.fail(error);
    const sentence = 'Something went wrong in Vigil itself. Please reload the page and try again.';
    expect(problems()).toEqual([{ sentence, kind: 'defect' }]);
    expect(state()).toBe('editing');
    expect(logged).toHaveBeenCalledWith(error);
    logged.mockRestore();
  });

  test('a refusal is told in its own words and stays until the next change', async () => {
    const { change, problems, send, submit } = started(form);
    const refusal = { sentence: 'Account not verified', kind: 'notVerified', field: 'email' } as const;
    send();
    await submit.last.fail(new ProblemError(refusal));
    vi.advanceTimersByTime(600_000);
    expect(problems()).toEqual([refusal]);
    change();
    expect(problems()).toEqual([]);
  });
});

describe.each(Object.entries(rules))('4 %s', (_, form) => {
  async function succeeded() {
    const parts = started(form);
    parts.send();
    await parts.submit.last.answer({ sentence: 'It worked.' });
    return parts;
  }

  test('success is told with its sentence', async () => {
    const { success } = await succeeded();
    expect(success()).toEqual({ sentence: 'It worked.' });
  });

  const { delay, destination } = form;
  if (delay === null) {
    test('rests after success, and is sent again only once the teacher has reopened it', async () => {
      const { destinations, reopen, send, state, submit, success } = await succeeded();
      vi.advanceTimersByTime(600_000);
      send();
      expect(state()).toBe('succeeded');
      expect(success()).toEqual({ sentence: 'It worked.' });
      expect(destinations).toEqual([]);
      reopen();
      expect([state(), success()]).toEqual(['editing', null]);
      send();
      expect(submit.calls).toHaveLength(2);
    });
    return;
  }

  test(`ends ${delay / 1_000} s after success, once, at ${destination ?? 'the place where it is'}`, async () => {
    const { destinations, send, state, submit } = await succeeded();
    send();
    if (delay > 0) vi.advanceTimersByTime(delay - 1);
    expect(state()).toBe('redirectDelay');
    expect(destinations).toEqual([]);
    vi.advanceTimersByTime(delay > 0 ? 1 : 0);
    expect(state()).toBe('done');
    expect(destinations).toEqual(destination === null ? [] : [destination]);
    expect(submit.calls).toHaveLength(1);
  });
});

describe.each(Object.entries(rules))('2 %s, left by its dialog', (_, form) => {
  test('is over at once, while it is filled in and after success', async () => {
    const editing = started(form);
    editing.cancel();
    expect(editing.state()).toBe('done');

    // One that rests after success stands on a page, and in no dialog.
    if (form.delay === null) return;
    const succeeded = started(form);
    succeeded.send();
    await succeeded.submit.last.answer({ sentence: 'It worked.' });
    succeeded.cancel();
    expect(succeeded.state()).toBe('done');
    vi.advanceTimersByTime(10_000);
    expect(succeeded.destinations).toEqual([]);
  });

  const { mayBeLeft = true } = form;
  test(mayBeLeft ? 'waits no longer for its answer' : 'stays until its answer', () => {
    const { cancel, send, state, submit } = started(form);
    send();
    cancel();
    expect(state()).toBe(mayBeLeft ? 'done' : 'submitting');
    expect(submit.last.signal.aborted).toBe(mayBeLeft);
  });
});

test('5 every check takes a field that is missing for an empty one, also without another check before it', () => {
  for (const check of [filled('code', 'faulty'), given('code', 'faulty'), longEnough('code', 'faulty')]) {
    expect(check({})).toEqual({ sentence: 'faulty', kind: 'invalid', field: 'code' });
  }
});

test('a reset link that the server refuses ends the form; in any other form it is a refusal like others', async () => {
  const dead = new ProblemError({ sentence: 'This link is over.', kind: 'refused', field: 'token' });
  for (const [name, form] of Object.entries(rules)) {
    const { problems, send, state, submit } = started(form);
    send();
    await submit.last.fail(dead);
    expect([name, state()]).toEqual([name, name === 'reset password' ? 'refused' : 'editing']);
    expect(problems()).toEqual([dead.problem]);
    if (state() !== 'refused') continue;
    send();
    expect(submit.calls).toHaveLength(1);
  }
});

test('4 registration: the address of the verification page carries the e-mail without the blanks around it', async () => {
  const { register } = rules;
  const { destinations, send, submit } = started(register!);
  send({ email: '  ada@school.example ' });
  await submit.last.answer({});
  vi.advanceTimersByTime(1_500);
  expect(destinations).toEqual(['/verify-otp?email=ada%40school.example']);
});
