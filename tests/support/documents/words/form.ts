import type { FormMachine } from '../../../../src/machines/app/formMachine';
import { messages } from '../../../../src/messages';
import { paths } from '../../../../src/paths';
import { setupComments } from '../comments';
import { fieldsOf, said } from '../fields';
import { type PlainWords, plainWords } from '../plainWords';
import { button, call, press, quote } from '../say';

/** What a tester has to know of one form. */
interface FormWords {
  /** How it is opened. */
  before: string;
  texts: { submit: string; submitting: string; succeeded?: string };
  call: string;
  /** Default: the text of success, and empty fields. The server's own words may stand there instead. */
  success?: string;
  /** What is seen at the end of a form that opens no other page; default: success. */
  done?: string;
}

const open = (path: string) => `Open \`${path}\`.`;
const openLogin = `Sign out, and open \`${paths.login}\`.`;
const isStored = 'the access token is in the local storage';

/** The eleven forms, by their machines' names. */
const forms: Record<string, FormWords> = {
  login: { before: openLogin, texts: messages.login, call: 'POST /account/login/teacher/', success: isStored },
  googleLogin: {
    before: openLogin,
    texts: { submit: messages.login.google, submitting: messages.login.googleSubmitting },
    call: 'POST /account/login/google/',
    success: isStored,
  },
  register: { before: open(paths.register), texts: messages.register, call: 'POST /account/register/teacher/' },
  verifyOtp: { before: open(paths.verifyOtp), texts: messages.verifyOtp, call: 'POST /account/verify-otp/' },
  forgotPassword: {
    before: open(paths.forgotPassword),
    texts: messages.forgotPassword,
    call: 'POST /account/forgot-password/',
    success: `${quote(messages.forgotPassword.succeeded)} in place of the fields, and ${button(messages.forgotPassword.again)}`,
  },
  resetPassword: {
    before: 'Open the link of a reset mail.',
    texts: messages.resetPassword,
    call: 'POST /account/reset-password/',
  },
  changePassword: {
    before: `Sign in, and open \`${paths.changePassword}\`.`,
    texts: messages.changePassword,
    call: 'POST /account/change-password/',
  },
  createSection: {
    before: `Open the dashboard and press ${button(messages.dashboard.createCard)}.`,
    texts: messages.createSection,
    call: 'POST /section/create/',
    done: 'the modal closes',
  },
  renameSection: {
    before: `Open a section and press ${button(messages.renameSection.open)}.`,
    texts: messages.renameSection,
    call: 'POST /section/{id}/rename/',
    success: quote(messages.renameSection.succeeded),
    done: 'the dialog closes',
  },
  deleteSection: {
    before: `Open a section and press ${button(messages.section.delete)}.`,
    texts: messages.deleteSection,
    call: 'DELETE /section/{id}/delete/',
    success: 'the dashboard opens, and a notice says that the section was deleted',
  },
  deleteLesson: {
    before: `Open the report of a lesson that has ended and press ${button(messages.deleteLesson.open)}.`,
    texts: messages.deleteLesson,
    call: 'DELETE /detection/sessions/{id}/',
    success: 'a notice says that the lesson was deleted',
  },
};

/** @throws when the form has no words */
export function formWords({ id }: FormMachine): FormWords {
  const found = forms[id];
  if (found === undefined) throw new Error(`There are no plain words for the form ${id}`);
  return found;
}

export function form(machine: FormMachine): PlainWords {
  const {
    before,
    texts,
    call: submission,
    done,
    success = `${quote(texts.succeeded ?? '')}; the fields are empty`,
  } = formWords(machine);
  const hasFields = fieldsOf(machine).length > 0;
  return plainWords(
    machine,
    {
      before,
      events: {
        'form.submit': ({ values }) => {
          if (!hasFields) return press(texts.submit);
          const filling =
            Object.keys(values).length === 0 ? 'Leave every field empty' : 'Fill in every field correctly';
          return `${filling}, and press ${button(texts.submit)}`;
        },
        'form.change': 'Type a letter into any field',
        'form.reopen': press(messages.forgotPassword.again),
        'form.cancel': `${press(messages.createSection.cancel)}, the backdrop, the X or Escape`,
      },
      calls: { submit: call(submission) },
      states: {
        editing: ({ problems }) => problems.map(said).join(', ') || 'the form shows no message',
        submitting: `the button says ${button(texts.submitting)}; pressing it again sends nothing`,
        succeeded: success,
        refused: ({ problems }) =>
          `in place of the fields: ${problems.map(({ sentence }) => quote(sentence)).join(', ')}, and ${button(messages.resetPassword.requestLink)}`,
        redirectDelay: success,
        done: ({ destination, success: succeeded }) => {
          if (destination !== null) return `\`${destination}\` opens`;
          return succeeded === null ? 'the dialog closes' : (done ?? success);
        },
      },
      rules: { redirectDelay: ['4.18', '4.19', '4.23', '4.25', '4.26'] },
    },
    setupComments('src/machines/app/formMachine.ts'),
  );
}
