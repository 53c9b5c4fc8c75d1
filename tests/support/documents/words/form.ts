import type { FormMachine, FormValues } from '../../../../src/machines/app/formMachine';
import { deleteLessonForm } from '../../../../src/machines/lessons/deleteLessonForm';
import { deleteSectionForm } from '../../../../src/machines/section/deleteSectionForm';
import { messages } from '../../../../src/messages';
import type { Problem } from '../../../../src/model/app/problem';
import { paths } from '../../../../src/paths';
import { setupComments } from '../comments';
import { type PlainWords, plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { fields } = messages;

/** What a tester has to know of one form. */
export interface FormWords {
  page: string;
  /** How it is opened. */
  before: string;
  /** Its inputs, by the API's field names, with their labels. */
  fields: Record<string, string>;
  button: string;
  busy: string;
  call: string;
  /** What is seen of success before the form is done; the server's own words may stand there instead. */
  success: string;
  /** What is seen at the end of a form that opens no other page. */
  done?: string;
}

/** The ten forms, by their machines' names. */
const forms: Record<string, FormWords> = {
  login: {
    page: '`/login`',
    before: `Sign out, and open \`${paths.login}\`.`,
    fields: { email: fields.email, password: fields.password },
    button: messages.login.submit,
    busy: messages.login.submitting,
    call: call('POST /account/login/teacher/'),
    success: 'the access token is in the local storage',
  },
  googleLogin: {
    page: '`/login`',
    before: `Sign out, and open \`${paths.login}\`.`,
    fields: {},
    button: messages.login.google,
    busy: messages.login.googleSubmitting,
    call: call('POST /account/login/google/'),
    success: 'the access token is in the local storage',
  },
  register: {
    page: '`/register`',
    before: `Open \`${paths.register}\`.`,
    fields: {
      first_name: fields.firstName,
      last_name: fields.lastName,
      email: fields.email,
      password: fields.password,
      password2: fields.confirmPassword,
    },
    button: messages.register.submit,
    busy: messages.register.submitting,
    call: call('POST /account/register/teacher/'),
    success: `${quote(messages.register.succeeded)}; the fields are empty`,
  },
  verifyOtp: {
    page: '`/verify-otp`',
    before: `Open \`${paths.verifyOtp}\` without an e-mail in the address, so that it can be typed.`,
    fields: { email: fields.email, code: fields.code },
    button: messages.verifyOtp.submit,
    busy: messages.verifyOtp.submitting,
    call: call('POST /account/verify-otp/'),
    success: `${quote(messages.verifyOtp.succeeded)}; the fields are empty`,
  },
  forgotPassword: {
    page: '`/forgot-password`',
    before: `Open \`${paths.forgotPassword}\`.`,
    fields: { email: fields.email },
    button: messages.forgotPassword.submit,
    busy: messages.forgotPassword.submitting,
    call: call('POST /account/forgot-password/'),
    success: `${quote(messages.forgotPassword.succeeded)}; in place of the fields, and ${button(messages.forgotPassword.again)}`,
  },
  resetPassword: {
    page: '`/reset-password/{token}`',
    before: 'Open the link of a reset mail.',
    fields: { new_password: fields.newPassword, confirm_password: fields.confirmNewPassword },
    button: messages.resetPassword.submit,
    busy: messages.resetPassword.submitting,
    call: call('POST /account/reset-password/'),
    success: `${quote(messages.resetPassword.succeeded)}; the fields are empty`,
  },
  changePassword: {
    page: '`/change-password`',
    before: `Sign in, and open \`${paths.changePassword}\`.`,
    fields: {
      old_password: fields.currentPassword,
      new_password: fields.newPassword,
      confirm_password: fields.confirmNewPassword,
    },
    button: messages.changePassword.submit,
    busy: messages.changePassword.submitting,
    call: call('POST /account/change-password/'),
    success: `${quote(messages.changePassword.succeeded)}; the fields are empty`,
  },
  createSection: {
    page: 'the modal of `/dashboard`',
    before: `Open the dashboard and press the card ${button(messages.dashboard.createCard)}.`,
    fields: { name: fields.sectionName, subject: fields.sectionSubject },
    button: messages.createSection.submit,
    busy: messages.createSection.submitting,
    call: call('POST /section/create/'),
    success: `${quote(messages.createSection.succeeded)}; the fields are empty`,
    done: 'the modal closes',
  },
  deleteSection: {
    page: 'the dialog of `/sections/{sectionId}`',
    before: `Open a section and press ${button(messages.section.delete)}.`,
    fields: { password: fields.password },
    button: messages.deleteSection.submit,
    busy: messages.deleteSection.submitting,
    call: call('DELETE /section/{id}/delete/'),
    success: 'the dashboard opens, and a notice says that the section was deleted',
    done: 'the dashboard opens, and a notice says that the section was deleted',
  },
  deleteLesson: {
    page: 'the dialog of `/sections/{sectionId}/lessons/{lessonId}`',
    before: `Open the report of a lesson that has ended and press ${button(messages.deleteLesson.open)}.`,
    fields: {},
    button: messages.deleteLesson.submit,
    busy: messages.deleteLesson.submitting,
    call: call('DELETE /detection/sessions/{id}/'),
    success: 'a notice says that the lesson was deleted',
  },
};

/** @throws when the form has no words */
export function formWords({ id }: FormMachine): FormWords {
  const found = forms[id];
  if (found === undefined) throw new Error(`There are no plain words for the form ${id}`);
  return found;
}

/** One wrong way to fill in a form. */
export interface Mistake {
  /** What the tester does. */
  does: string;
  values: FormValues;
}

/**
 * The wrong ways to fill in a form that its fields suggest; not every form minds each of them.
 *
 * @param right values that every form accepts
 */
export function mistakesOf(machine: FormMachine, right: FormValues): Mistake[] {
  const { fields: labels, button: submit } = formWords(machine);
  const label = (field: string) => button(labels[field] ?? field);
  const [password = '', confirmation = ''] = Object.keys(labels).filter((field) =>
    ['password', 'password2', 'new_password', 'confirm_password'].includes(field),
  );
  const mistake = (does: string, wrong: FormValues): Mistake => ({
    does: `${does}, and press ${button(submit)}`,
    values: { ...right, ...wrong },
  });

  return [
    ...Object.keys(labels).map((field) => mistake(`Leave ${label(field)} empty`, { [field]: '' })),
    ...('email' in labels ? [mistake(`Type ${quote('ada')} as ${label('email')}`, { email: 'ada' })] : []),
    ...(confirmation === ''
      ? []
      : [
          mistake(`Type two different passwords as ${label(password)} and ${label(confirmation)}`, {
            [confirmation]: `not ${right[confirmation]}`,
          }),
          mistake(`Type the same 7 characters as ${label(password)} and ${label(confirmation)}`, {
            [password]: 'seven77',
            [confirmation]: 'seven77',
          }),
        ]),
  ];
}

/** What is seen of a problem, and where. */
export const said =
  (machine: FormMachine) =>
  ({ sentence, field }: Problem): string =>
    field === undefined
      ? quote(sentence)
      : `${quote(sentence)} at ${button(formWords(machine).fields[field] ?? field)}`;

export function form(machine: FormMachine): PlainWords {
  const { page, before, fields: labels, button: submit, busy, call: submission, success, done } = formWords(machine);
  const hasFields = Object.keys(labels).length > 0;
  return plainWords(
    machine,
    {
      page,
      before,
      events: {
        'form.submit': {
          means: 'Press the form’s button, rightly filled in or not',
          does({ values }) {
            if (!hasFields) return `Press ${button(submit)}`;
            const filling =
              Object.keys(values).length === 0 ? 'Leave every field empty' : 'Fill in every field rightly';
            return `${filling}, and press ${button(submit)}`;
          },
        },
        'form.change': 'Type a letter into any field',
        'form.reopen': `Press ${button(messages.forgotPassword.again)}`,
        'form.cancel': (_, before) =>
          `${before.matches('submitting') && [deleteSectionForm, deleteLessonForm].includes(machine) ? 'Try to press' : 'Press'} ${button(messages.createSection.cancel)}, the backdrop, the X or Escape`,
      },
      actors: {
        submit: {
          does: 'Sends the form by its call, which the table of the forms names.',
          answers: `Let the server answer ${submission} with success`,
          fails: `Let ${submission} fail (block the call)`,
        },
      },
      states: {
        editing: ({ problems }) => {
          return problems.length === 0 ? 'the form shows no message' : problems.map(said(machine)).join(', ');
        },
        submitting: `the button says ${button(busy)}; pressing it again sends nothing`,
        succeeded: success,
        refused: ({ problems }) =>
          `in place of the fields: ${problems.map(({ sentence }) => quote(sentence)).join(', ')}, and ${button(messages.resetPassword.requestLink)}`,
        redirectDelay: success,
        done: ({ destination, success: succeeded }) => {
          if (destination !== null) return `\`${destination}\` opens`;
          return succeeded === null ? 'the dialog closes' : (done ?? '');
        },
      },
      delays: { redirectDelay: { rules: ['4.18', '4.19', '4.23', '4.25', '4.26'] } },
    },
    setupComments('src/machines/app/formMachine.ts'),
  );
}
