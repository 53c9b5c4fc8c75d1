import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { changePasswordForm } from '../../src/machines/account/changePasswordForm';
import { forgotPasswordForm } from '../../src/machines/account/forgotPasswordForm';
import { googleLoginForm } from '../../src/machines/account/googleLoginForm';
import { loginForm } from '../../src/machines/account/loginForm';
import { registerForm } from '../../src/machines/account/registerForm';
import { resetPasswordForm } from '../../src/machines/account/resetPasswordForm';
import { verifyOtpForm } from '../../src/machines/account/verifyOtpForm';
import { administerForm } from '../../src/machines/admin/administerForm';
import type { FormMachine } from '../../src/machines/app/formMachine';
import { replyForm } from '../../src/machines/logs/replyForm';
import { correctRegisterForm } from '../../src/machines/reports/correctRegisterForm';
import { deleteLessonForm } from '../../src/machines/reports/deleteLessonForm';
import { describeLessonForm } from '../../src/machines/reports/describeLessonForm';
import { studentEmailForm } from '../../src/machines/roster/studentEmailForm';
import { createSectionForm } from '../../src/machines/sections/createSectionForm';
import { deleteSectionForm } from '../../src/machines/sections/deleteSectionForm';
import { renameSectionForm } from '../../src/machines/sections/renameSectionForm';
import { shareSectionForm } from '../../src/machines/sections/shareSectionForm';
import type { Answer, Answers } from '../support/backend';
import {
  aiko,
  algebra,
  friday,
  inactive,
  keepsLessons,
  keepsRegisters,
  wireLog,
  wireRegister,
} from '../support/classroom';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import { deadLink, formValues } from '../support/samples';
import { address, alerts, errorAt, field, noor, noorSignedIn, openApp, statuses } from '../support/screen';
import { type Stage, walkChart } from '../support/walk';

/* The forms, each on its own page. */

interface FormOnScreen {
  page: string;
  /** What opens the form on its page, in a dialog. */
  opener?: RegExp;
  signedIn?: boolean;
  needsGoogle?: boolean;
  /** The names of its button, at rest and while it works. */
  button: [idle: string, busy: string];
  call: string;
  /** What its page is answered besides. */
  answers?: Answers;
  /** What the call carries: of the samples, what was typed into its fields. */
  body: object | undefined;
  fields: string[];
  /** Where something is typed; unset: in the first of its fields. */
  typedInto?: string;
  /** What is said when nothing is filled in, one sentence at each field; for a form that checks anything. */
  empty?: string[];
  /** What is said when the server fails without a word. */
  failure: string;
  /** For a form that hears of its success. */
  success?: Answer;
  /** The answer of the call that follows a successful one. */
  user?: Answer;
  /** What is said of success, on its page or on the next one. */
  sentence?: string;
  /** Its dialog cannot be left while it is submitted. */
  stays?: boolean;
  /** The success stays before the form is done. */
  lingers?: boolean;
  /** Its fields keep what was sent. */
  remains?: boolean;
  /** Where the teacher is once the form is done; of a form that success does not end, none. */
  destination?: string;
  /** What its page says beside it. */
  beside?: string;
}

const list = 'GET /section/list/';
const currentUser = 'GET /account/current-user/';
/** What the pages around the forms ask for. */
const pageAnswers = {
  [list]: { json: [algebra] },
  'GET /detection/sessions/status/7/': inactive,
  'GET /detection/logs/': { json: [] },
};

/** Google's own client; its popup answers at once. */
const google = {
  accounts: {
    oauth2: {
      initCodeClient: ({ callback }: { callback(response: { code: string }): void }) => ({
        requestCode: () => callback({ code: '4/0AX' }),
      }),
    },
  },
};

async function openForm({ page, opener, signedIn = false, needsGoogle = false, call, answers }: FormOnScreen) {
  vi.stubGlobal('google', google);
  const backend = holdBackend([call, currentUser], { ...pageAnswers, ...answers });
  const options = {
    ...(needsGoogle && { googleClientId: 'vigil.apps.example' }),
    ...(signedIn && { stored: noorSignedIn }),
  };
  const opened = await openApp(page, options);
  if (opener !== undefined) await opened.press(opener);
  return { ...backend, ...opened };
}

type OpenedForm = Awaited<ReturnType<typeof openForm>>;

function walkForm(machine: FormMachine, form: FormOnScreen) {
  const { page, opener, button, call, fields, empty, failure, success, user, sentence, lingers = false } = form;
  const { destination, beside, remains = false, stays = false, typedInto = fields[0] } = form;
  const [resting, busy] = button;

  const calls = ({ sent }: OpenedForm) => sent.filter(({ method, path }) => `${method} ${path}` === call);
  const expectValues = (expected: (name: string) => unknown) =>
    expect(Object.fromEntries(fields.map((name) => [name, field(name).value]))).toEqual(
      Object.fromEntries(fields.map((name) => [name, expected(name)])),
    );

  const seen: Stage<FormMachine, OpenedForm>['seen'] = {
    editing(opened, { context: { problems } }) {
      const button = screen.getByRole('button', { name: resting });
      expect(button.getAttribute('aria-disabled')).toBeNull();
      expect(address()).toBe(page);
      const errors = fields.flatMap((name) => (errorAt(name) === undefined ? [] : [[name, errorAt(name)]]));
      const isInvalid = problems[0]?.kind === 'invalid';
      expect(errors).toEqual(isInvalid ? fields.map((name, place) => [name, empty?.[place]]) : []);
      if (isInvalid) expect(document.activeElement).toBe(field(fields[0] ?? ''));
      expect(alerts()).toEqual(problems.length === 0 || isInvalid ? [] : [failure]);
      expect(statuses()).toEqual([]);
      expect(opened.waiting(call)).toEqual([]);
    },
    submitting(opened) {
      const button = screen.getByRole('button', { name: busy });
      expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')]).toEqual(['true', 'true']);
      if (opener !== undefined) {
        const cancel = screen.getByRole('button', { name: 'Cancel' });
        expect(cancel.getAttribute('aria-disabled')).toBe(stays ? 'true' : null);
      }
      expect([...alerts(), ...statuses()]).toEqual([]);
      expect(opened.waiting(call).map(({ body }) => body)).toEqual([form.body]);
      expect(address()).toBe(page);
    },
  };
  if (machine === idle(resetPasswordForm)) {
    seen.refused = () => {
      expect(statuses()).toEqual([deadLink.message]);
      expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
      expect(screen.getByRole('button', { name: resting }).getAttribute('aria-disabled')).toBe('true');
      expect(address()).toBe(page);
    };
  }
  if (destination === undefined && opener === undefined) {
    seen.succeeded = () => {
      expect([statuses(), alerts()]).toEqual([[sentence], []]);
      expect(screen.getByRole('button', { name: resting }).getAttribute('aria-disabled')).toBe('true');
      expect(address()).toBe(page);
    };
  }
  if (lingers) {
    seen.redirectDelay = (opened) => {
      expect(screen.getByRole('button', { name: resting }).getAttribute('aria-disabled')).toBe('true');
      expect([statuses(), alerts()]).toEqual([[sentence], []]);
      expectValues((name) => (remains ? formValues[name] : ''));
      expect(calls(opened)).toHaveLength(1);
      expect(address()).toBe(page);
    };
  }
  if (destination !== undefined || opener !== undefined) {
    seen.done = (opened, { context: { success: succeeded } }) => {
      // Whoever leaves the dialog stays on its page, and what was sent goes on without it.
      expect(address()).toBe(succeeded === null ? page : destination);
      expect(opened.waiting(call)).toHaveLength(calls(opened).length - (succeeded === null ? 0 : 1));
      expect(screen.queryByRole('button', { name: resting })).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(alerts()).toEqual([]);
      const said = [beside, succeeded === null || lingers ? undefined : sentence];
      // Its section has no logs, which some of its pages say as well.
      const others = statuses().filter((one) => one !== 'No detection logs available.');
      expect(others).toEqual(said.filter((one) => one !== undefined));
    };
  }

  walkChart<FormMachine, OpenedForm>(machine, () => openForm(form), {
    events: {
      async 'form.submit'({ fill, press }, { values }, { ready }) {
        await fill(Object.fromEntries(fields.map((name) => [name, values[name] ?? ''])));
        ready();
        await press(resting);
      },
      'form.change':
        typedInto === undefined
          ? null
          : async (opened) => {
              await opened.user.click(field(typedInto));
              await opened.user.paste('4');
            },
      'form.reopen': destination === undefined && opener === undefined ? ({ press }) => press('Send again') : null,
      'form.cancel':
        opener === undefined
          ? null
          : async ({ press, user, waiting }) => {
              // Once it has succeeded, only Close is there.
              await press(statuses().length === 0 ? 'Cancel' : 'Close');
              // There Cancel is inert; Escape is not, and has to change nothing.
              if (stays && waiting(call).length > 0) await user.keyboard('{Escape}');
            },
    },
    answers: {
      submit: {
        ...(success !== undefined && {
          async done({ give }: OpenedForm) {
            await give(call, success);
            if (user !== undefined) await give(currentUser, user);
          },
        }),
        error: ({ give }, { error }) =>
          give(call, error === deadLink ? { status: 400, json: { token: [deadLink.message] } } : { status: 500 }),
      },
    },
    seen,
  });
}

const tokens: Answer = { json: { access: 'A1', refresh: 'R1' } };

walkForm(idle(loginForm), {
  page: '/login',
  button: ['Sign in', 'Signing in…'],
  call: 'POST /account/login/teacher/',
  body: { email: 'ada@school.example', password: 'correct horse' },
  fields: ['email', 'password'],
  empty: ['Email is required', 'Password is required'],
  failure: 'Invalid credentials',
  success: tokens,
  user: { json: noor },
  destination: '/dashboard',
});

walkForm(idle(googleLoginForm), {
  page: '/login',
  needsGoogle: true,
  button: ['Or continue with Google', 'Waiting for Google…'],
  call: 'POST /account/login/google/',
  body: { code: '4/0AX' },
  fields: [],
  // The form above it, which shares its notice.
  typedInto: 'email',
  failure: 'Google login failed. Please try again.',
  success: tokens,
  user: { json: noor },
  destination: '/dashboard',
});

walkForm(idle(registerForm), {
  page: '/register',
  button: ['Create account', 'Creating your account…'],
  call: 'POST /account/register/teacher/',
  body: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@school.example',
    password: 'correct horse',
    password2: 'correct horse',
  },
  fields: ['first_name', 'last_name', 'email', 'password', 'password2'],
  empty: [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ],
  failure: 'Registration failed. Please try again.',
  success: { json: { message: 'Look into your mailbox.' } },
  sentence: 'Look into your mailbox.',
  lingers: true,
  destination: '/verify-otp?email=ada%40school.example',
});

walkForm(idle(verifyOtpForm), {
  // Without an e-mail in the address, so that it is asked for as well.
  page: '/verify-otp',
  button: ['Verify', 'Verifying…'],
  call: 'POST /account/verify-otp/',
  body: { email: 'ada@school.example', code: '012345' },
  fields: ['email', 'code'],
  empty: ['Email is required', 'Please enter the OTP sent to your email'],
  failure: 'Invalid OTP. Please try again.',
  success: { json: { message: 'Welcome, Ada.' } },
  sentence: 'Welcome, Ada.',
  lingers: true,
  destination: '/login',
});

walkForm(idle(forgotPasswordForm), {
  page: '/forgot-password',
  button: ['Send instructions', 'Sending…'],
  call: 'POST /account/forgot-password/',
  body: { email: 'ada@school.example' },
  fields: ['email'],
  empty: ['Email is required'],
  failure: 'Failed to send password reset instructions. Please try again.',
  success: { json: { message: 'A mail is on its way.' } },
  sentence: 'A mail is on its way.',
});

walkForm(idle(resetPasswordForm), {
  page: '/reset-password/T1',
  button: ['Reset password', 'Saving…'],
  call: 'POST /account/reset-password/',
  body: { token: 'T1', new_password: 'battery staple', confirm_password: 'battery staple' },
  fields: ['new_password', 'confirm_password'],
  empty: ['All fields are required', 'All fields are required'],
  failure: 'Failed to reset password. Please try again or request a new reset link.',
  success: { json: { message: 'The new password holds.' } },
  sentence: 'The new password holds.',
  lingers: true,
  destination: '/login',
});

walkForm(idle(changePasswordForm), {
  page: '/change-password',
  signedIn: true,
  button: ['Change password', 'Saving…'],
  call: 'POST /account/change-password/',
  body: { old_password: 'correct horse', new_password: 'battery staple', confirm_password: 'battery staple' },
  fields: ['old_password', 'new_password', 'confirm_password'],
  empty: ['All fields are required', 'All fields are required', 'All fields are required'],
  failure: 'Password change failed. Please try again.',
  success: { json: { message: 'The new password holds.' } },
  sentence: 'The new password holds.',
  lingers: true,
  destination: '/dashboard',
});

walkForm(idle(createSectionForm), {
  page: '/dashboard',
  opener: /^Create New Section/,
  signedIn: true,
  button: ['Create section', 'Creating…'],
  call: 'POST /section/create/',
  body: { name: '4b', subject: 'History' },
  fields: ['name', 'subject'],
  empty: ['Section name is required', 'Subject is required'],
  failure: 'Failed to create section.',
  success: { status: 201, json: { id: 9, name: '4b', subject: 'History' } },
  sentence: 'Section created successfully!',
  lingers: true,
  destination: '/dashboard',
});

walkForm(idle(renameSectionForm), {
  page: '/sections/7',
  opener: /^Rename$/,
  signedIn: true,
  answers: { [list]: { json: [{ ...algebra, renamable: true }] } },
  button: ['Rename section', 'Renaming…'],
  call: 'POST /section/7/rename/',
  body: { name: '4b', subject: 'History' },
  fields: ['name', 'subject'],
  empty: ['Section name is required', 'Subject is required'],
  failure: 'Failed to rename section. Please try again.',
  success: { json: { ...algebra, name: '4b', subject: 'History', renamable: true } },
  sentence: 'Section renamed.',
  lingers: true,
  remains: true,
  destination: '/sections/7',
  beside: 'Detection Inactive',
});

const teachers = { owner: { name: 'Noor Haddad', email: noor.email }, teachers: [] };
walkForm(idle(shareSectionForm), {
  page: '/sections/7',
  opener: /^Invite a teacher$/,
  signedIn: true,
  answers: {
    [list]: { json: [{ ...algebra, shareable: true }] },
    'GET /section/7/teachers/': { json: teachers },
  },
  button: ['Send invitation', 'Sending…'],
  call: 'POST /section/7/teachers/',
  body: { email: 'ada@school.example', role: 'substitute', until: new Date(2026, 10, 24, 0, 0, 0, -1).toISOString() },
  fields: ['email'],
  empty: ['Email is required'],
  failure: 'Failed to share the section. Please try again.',
  success: { json: teachers },
  sentence: 'Invitation sent.',
  lingers: true,
  remains: true,
  destination: '/sections/7',
  beside: 'Detection Inactive',
});

const named = { id: 51, name: 'Ben Roth', email: 'id:51' };
walkForm(idle(studentEmailForm), {
  page: '/sections/7/add-students',
  opener: /^Add an email for/,
  signedIn: true,
  answers: { [list]: { json: [{ ...algebra, students: [named], takes_names: true }] } },
  button: ['Add email', 'Adding…'],
  call: 'POST /section/7/student-email/',
  body: { student_id: 51, email: 'ada@school.example' },
  fields: ['email'],
  empty: ['Email is required'],
  failure: 'The email was not saved. Please try again.',
  // The backend need not send the section, which then still has them.
  success: { json: { ...algebra, students: [named], takes_names: true } },
  sentence: 'Email added.',
  lingers: true,
  remains: true,
  destination: '/sections/7/add-students',
  beside: 'Detection Inactive',
});

const answered = {
  ...wireLog({ id: 90, timestamp: '2026-11-20T08:10:00Z', session_id: 12 }, aiko),
  ...{ answer: 'I dropped my pen', answered_at: '2026-11-20T09:00:00Z' },
  review: { state: 'seen', note: '', reviewed_at: '2026-11-20T08:50:00Z' },
};
walkForm(idle(replyForm), {
  page: '/sections/7/lessons/12',
  opener: /^Reply$/,
  signedIn: true,
  answers: { ...keepsLessons, 'GET /detection/logs/': { json: [answered] } },
  button: ['Send reply', 'Sending…'],
  call: 'POST /detection/logs/reply/',
  body: { id: 90, text: 'Thank you.' },
  fields: ['text'],
  empty: ['Write your reply'],
  failure: 'Failed to save the reply. Please try again.',
  success: {
    json: { id: 90, reply: 'Thank you.', review: { state: 'seen', note: '', reviewed_at: '2026-11-20T09:05:00Z' } },
  },
  sentence: 'Reply saved.',
  lingers: true,
  remains: true,
  destination: '/sections/7/lessons/12',
  beside: 'Detection Inactive',
});

walkForm(idle(describeLessonForm), {
  page: '/sections/7/lessons/12',
  opener: /^Title and note$/,
  signedIn: true,
  answers: {
    ...keepsLessons,
    'GET /detection/sessions/': { json: { results: [{ ...friday, title: '', note: '' }], next: null } },
  },
  button: ['Save', 'Saving…'],
  call: 'POST /detection/sessions/12/describe/',
  body: { title: 'Test on cells', note: '' },
  fields: ['title'],
  failure: 'Failed to save the title and note. Please try again.',
  success: { status: 204 },
  sentence: 'Saved.',
  lingers: true,
  remains: true,
  destination: '/sections/7/lessons/12',
  beside: 'Detection Inactive',
});

walkForm(idle(correctRegisterForm), {
  page: '/sections/7/lessons/12',
  opener: /^Correct the attendance of Aiko Larkspur$/,
  signedIn: true,
  answers: keepsRegisters,
  button: ['Save', 'Saving…'],
  call: 'PUT /attendance/sections/7/lessons/12/register/31/',
  body: { state: 'absent', reason: 'school trip' },
  fields: ['reason'],
  empty: ['Please give a reason.'],
  failure: 'Failed to correct the attendance.',
  success: { json: wireRegister() },
  sentence: 'Saved.',
  lingers: true,
  remains: true,
  destination: '/sections/7/lessons/12',
  beside: 'Detection Inactive',
});

walkForm(idle(deleteSectionForm), {
  page: '/sections/7',
  opener: /^Delete Section/,
  signedIn: true,
  button: ['Delete section', 'Deleting…'],
  call: 'DELETE /section/7/delete/',
  body: { password: 'correct horse' },
  fields: ['password'],
  empty: ['Password is required'],
  failure: 'Failed to delete section. Please try again.',
  stays: true,
  beside: 'Detection Inactive',
});

walkForm(idle(deleteLessonForm), {
  page: '/sections/7/lessons/12',
  opener: /^Delete lesson/,
  signedIn: true,
  answers: keepsLessons,
  button: ['Delete for good', 'Deleting…'],
  call: 'DELETE /detection/sessions/12/',
  body: undefined,
  fields: [],
  failure: 'Failed to delete the lesson. Please try again.',
  success: { status: 204 },
  sentence: 'A lesson in Algebra 9b was deleted.',
  stays: true,
  destination: '/sections/7/lessons',
  beside: 'Detection Inactive',
});

walkForm(idle(administerForm), {
  page: '/admin/teachers',
  opener: /^Invite a teacher$/,
  signedIn: true,
  answers: { 'GET /administration/teachers/': { json: { results: [], total: 0, page: 1, pages: 1 } } },
  button: ['Send invitation', 'Saving…'],
  call: 'POST /administration/teachers/',
  body: { change: 'invite', email: 'ada@school.example', password: 'correct horse' },
  fields: ['email', 'password'],
  empty: ['Email is required', 'Password is required'],
  failure: 'This could not be saved. Please check the list, then try again.',
  success: { json: { message: 'Invited ada@school.example.' } },
  sentence: 'Invited ada@school.example.',
  stays: true,
  lingers: true,
  destination: '/admin/teachers',
  beside: 'Nothing found.',
});
