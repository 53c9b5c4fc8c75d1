import type { AnyStateMachine } from 'xstate';
import { appMachine } from '../../src/machines/appMachine';
import { authMachine } from '../../src/machines/authMachine';
import { detectionMachine } from '../../src/machines/detectionMachine';
import type { FormMachine } from '../../src/machines/formMachine';
import { changePasswordForm } from '../../src/machines/forms/changePasswordForm';
import { createSectionForm } from '../../src/machines/forms/createSectionForm';
import { deleteSectionForm } from '../../src/machines/forms/deleteSectionForm';
import { forgotPasswordForm } from '../../src/machines/forms/forgotPasswordForm';
import { googleLoginForm } from '../../src/machines/forms/googleLoginForm';
import { loginForm } from '../../src/machines/forms/loginForm';
import { registerForm } from '../../src/machines/forms/registerForm';
import { resetPasswordForm } from '../../src/machines/forms/resetPasswordForm';
import { verifyOtpForm } from '../../src/machines/forms/verifyOtpForm';
import { liveChannelMachine } from '../../src/machines/liveChannelMachine';
import { logsMachine, selectPage } from '../../src/machines/logsMachine';
import { noticeMachine } from '../../src/machines/noticeMachine';
import { resendMachine } from '../../src/machines/resendMachine';
import { rosterMachine } from '../../src/machines/rosterMachine';
import { sectionMachine } from '../../src/machines/sectionMachine';
import { sectionsMachine } from '../../src/machines/sectionsMachine';
import { sidebarMachine } from '../../src/machines/sidebarMachine';
import { type PathOptions, pathsOf, type Walk } from './paths';
import { ada, bob, formValues, logAt, logsOf, section } from './samples';

/** A chart with the samples by which its paths are generated. */
export interface Chart<M extends AnyStateMachine = AnyStateMachine> {
  machine: M;
  walk(): Walk;
}

const chart = <M extends AnyStateMachine>(machine: M, options: PathOptions<M>): Chart<M> => ({
  machine,
  walk: () => pathsOf(machine, options),
});

const form = (machine: FormMachine): Chart<FormMachine> =>
  chart(machine, {
    events: {
      'form.submit': [
        { type: 'form.submit', values: formValues },
        { type: 'form.submit', values: {} },
      ],
      'form.change': [{ type: 'form.change' }],
    },
    outputs: { submit: [{ sentence: 'It worked.' }] },
    // There is nothing to type into a form of one button.
    possible: ({ type }) => type !== 'form.change' || machine !== googleLoginForm,
  });

/** Every chart of the product. The nine forms are declarations of one: together they take its every edge. */
export const charts = {
  app: [
    chart(appMachine, {
      events: {
        'auth.signedIn': [{ type: 'auth.signedIn' }],
        'auth.signedOut': [{ type: 'auth.signedOut' }],
      },
      inputs: [{ hasAccessToken: false }],
    }),
  ],
  auth: [
    chart(authMachine, {
      events: {
        'session.started': [{ type: 'session.started' }],
        'access.rejected': [
          { type: 'access.rejected', mayBePassword: false },
          { type: 'access.rejected', mayBePassword: true },
        ],
        'logout.submit': [{ type: 'logout.submit' }],
        'storage.changed': [
          { type: 'storage.changed', signedIn: true },
          { type: 'storage.changed', signedIn: false },
        ],
      },
      outputs: { renewAccess: ['renewed', 'unanswered', 'refused'], verifyAccess: [{ alive: true }, { alive: false }] },
      inputs: [{ hasAccessToken: true }, { hasAccessToken: false }],
      key: ({ mayBePassword }) => mayBePassword,
    }),
  ],
  detection: [
    chart(detectionMachine, {
      events: {
        'start.submit': [{ type: 'start.submit' }],
        'stop.submit': [{ type: 'stop.submit' }],
        'live.detectionStarted': [{ type: 'live.detectionStarted' }],
        'live.statusUpdated': [
          { type: 'live.statusUpdated', isActive: true },
          { type: 'live.statusUpdated', isActive: false },
        ],
        'live.opened': [{ type: 'live.opened' }],
        'page.shown': [{ type: 'page.shown' }],
        'status.polled': [],
        'status.unknown': [],
        'session.moved': [],
      },
      outputs: { fetchStatus: [true, false] },
      inputs: [{ sectionId: '7' }],
    }),
  ],
  form: [
    form(loginForm),
    form(googleLoginForm),
    form(registerForm),
    form(verifyOtpForm),
    form(forgotPasswordForm),
    form(resetPasswordForm),
    form(changePasswordForm),
    form(createSectionForm),
    form(deleteSectionForm),
  ],
  liveChannel: [
    chart(liveChannelMachine, {
      events: {
        'channel.open': [{ type: 'channel.open' }],
        'channel.close': [{ type: 'channel.close' }],
        'reconnect.submit': [{ type: 'reconnect.submit' }],
        'socket.opened': [{ type: 'socket.opened' }],
        'socket.closed': [
          { type: 'socket.closed', tokenRefused: false },
          { type: 'socket.closed', tokenRefused: true },
        ],
        'message.received': [
          { type: 'message.received', message: { type: 'status_update', sectionId: '7', isActive: true } },
        ],
        'network.online': [{ type: 'network.online' }],
        'network.offline': [{ type: 'network.offline' }],
        'page.shown': [{ type: 'page.shown' }],
      },
      key: ({ reconnects }) => reconnects,
    }),
  ],
  logs: [
    chart(logsMachine, {
      events: {
        'logs.refresh': [{ type: 'logs.refresh' }],
        'page.select': [
          { type: 'page.select', page: 2 },
          { type: 'page.select', page: 3 },
        ],
        'screenshot.open': [{ type: 'screenshot.open', log: logAt(1) }],
        'screenshot.close': [{ type: 'screenshot.close' }],
      },
      outputs: {
        fetchLogs: [
          { logs: logsOf(21), fetchedAt: 1 },
          { logs: [], fetchedAt: 2 },
        ],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ logs, page }) => [logs.length, page],
      possible: (event, { context }) => {
        if (event.type === 'screenshot.open') return context.logs.length > 0;
        // A page that does not exist can only be the one after the last.
        return event.type !== 'page.select' || (selectPage(context).pageCount > 1 && event.page <= context.page + 1);
      },
    }),
  ],
  notice: [
    chart(noticeMachine, {
      events: {
        'notice.show': [{ type: 'notice.show', notice: { kind: 'success', sentence: 'It worked.' } }],
        'notice.dismiss': [{ type: 'notice.dismiss' }],
      },
    }),
  ],
  resend: [
    chart(resendMachine, {
      events: {
        'resend.submit': [{ type: 'resend.submit', email: 'ada@school.example' }],
        'clock.ticked': [
          { type: 'clock.ticked', now: 60_000 },
          { type: 'clock.ticked', now: 120_000 },
        ],
      },
      outputs: { resendCode: [{ sentAt: 0 }] },
    }),
  ],
  roster: [
    chart(rosterMachine, {
      events: {
        'query.change': [
          { type: 'query.change', query: 'bo' },
          { type: 'query.change', query: 'b' },
        ],
        'student.select': [{ type: 'student.select', student: bob }],
        'student.unselect': [{ type: 'student.unselect', student: bob }],
        'add.submit': [{ type: 'add.submit' }],
        'remove.open': [{ type: 'remove.open', student: ada }],
        'remove.cancel': [{ type: 'remove.cancel' }],
        'remove.confirm': [{ type: 'remove.confirm' }],
      },
      outputs: {
        searchStudents: [[bob], []],
        addStudents: [{ ...section, students: [ada, bob] }],
        removeStudent: [{ ...section, students: [] }],
      },
      inputs: [{ section }],
      key: ({ results, selected }) => [results.length, selected.length],
      possible: ({ type }, { context }) => {
        if (type === 'student.select') return context.results.length > 0;
        return type !== 'student.unselect' || context.selected.length > 0;
      },
    }),
  ],
  section: [
    chart(sectionMachine, {
      events: {
        'section.retry': [{ type: 'section.retry' }],
        'section.updated': [{ type: 'section.updated', section: { ...section, students: [ada, bob] } }],
        'delete.open': [{ type: 'delete.open' }],
        'delete.cancel': [{ type: 'delete.cancel' }],
      },
      outputs: { fetchSection: [section, null] },
      inputs: [{ sectionId: '7' }],
    }),
  ],
  sections: [
    chart(sectionsMachine, {
      events: {
        'sections.retry': [{ type: 'sections.retry' }],
        'modal.open': [{ type: 'modal.open' }],
        'modal.close': [{ type: 'modal.close' }],
        'section.created': [{ type: 'section.created' }],
      },
      outputs: { fetchSections: [[section], []] },
      possible: ({ type }, list) => type !== 'section.created' || list.matches({ modal: 'open' }),
    }),
  ],
  sidebar: [
    chart(sidebarMachine, {
      events: {
        'sidebar.toggle': [{ type: 'sidebar.toggle' }],
        'menu.open': [{ type: 'menu.open' }],
        'menu.close': [{ type: 'menu.close' }],
      },
    }),
  ],
} satisfies Record<string, Chart[]>;
