import { writeMachine } from '../../../../src/machines/app/writeMachine';
import { desktopMachine } from '../../../../src/machines/live/desktopMachine';
import { liveChannelMachine } from '../../../../src/machines/live/liveChannelMachine';
import { logoutMachine } from '../../../../src/machines/session/logoutMachine';
import { sessionMachine } from '../../../../src/machines/session/sessionMachine';
import type { SessionContext } from '../../../../src/machines/session/sessionSetup';
import { messages } from '../../../../src/messages';
import { paths } from '../../../../src/paths';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { button, call, press, quote } from '../say';

const { desktop: desktopTexts, liveChannel: liveTexts, logout: logoutTexts, topBar } = messages;
const list = call('GET /section/list/');
const creation = call('POST /section/create/');
const stop = call('POST /detection/sessions/stop/');
const choosesLogout = `Choose ${button(topBar.logout)} in the account menu`;

export const desktop = plainWords(idle(desktopMachine), {
  texts: desktopTexts,
  before: 'Sign in, and open a section.',
  events: {
    'desktop.toggle': press(desktopTexts.switch),
    'detections.came': 'Look at another tab, let something be detected, and half a minute pass',
    'notification.refused':
      'Forbid the notifications of this site in the browser’s settings, and let the next one be due',
  },
  answers: {
    recall: (output) => `Reload the page with ${JSON.stringify(output)}`,
    askPermission: (output) => `Answer the browser’s question: “${output}”`,
  },
  fails: { recall: 'Open the page in a browser that hides its settings', askPermission: 'Let the browser fail to ask' },
  effects: { show: `a notification such as ${quote(desktopTexts.news('Algebra 9b', 3))}` },
});

/** The page says so only from the second reconnect on. */
const interrupted = ({ reconnects }: { reconnects: number }) =>
  reconnects === 0 ? '' : `; the page says ${quote(liveTexts.lost)} and when it tries again`;

export const liveChannel = plainWords(idle(liveChannelMachine), {
  texts: liveTexts,
  before: 'Sign in, with the developer tools at Network, WS.',
  events: {
    'socket.opened': 'Let the server accept the connection',
    'socket.closed': ({ tokenRefused }) =>
      tokenRefused ? 'Let the access token expire: the server closes with 4401' : 'Stop the server',
    'message.received': 'Start or stop detection in a second window',
    'heartbeat.received': 'Let a `heartbeat` arrive (at once, then every 20 s)',
    'clock.ticked': 'Let a second pass',
    'status.ask': 'Leave the pages of a section',
  },
  calls: { renewToken: call('POST /account/refresh/') },
  states: {
    'attached.connecting': (context) => `a connection to \`/ws/detection/\` is being opened${interrupted(context)}`,
    renewing: (context) => `${call('POST /account/refresh/')} is under way${interrupted(context)}`,
    backingOff: (context) => `no connection; ${context.reconnects} of 5 reconnects made${interrupted(context)}`,
  },
  rules: { backoffDelay: ['4.30'] },
  effects: { reportMessage: 'the badge of its section follows', requestStatus: '`get_status` is sent' },
});

const whileSaving = (isSaving: boolean) => `while ${isSaving ? `${creation} is held back` : 'no change is under way'}`;

export const logout = plainWords(idle(logoutMachine), {
  texts: logoutTexts,
  before: 'Open the dashboard.',
  events: {
    'logout.ask': ({ running, isSaving }) =>
      `${choosesLogout} with detection ${running.length === 0 ? 'inactive' : 'active'}, ${whileSaving(isSaving)}`,
    'logout.keepRunning': ({ isSaving }) => `${press(logoutTexts.keepRunning)} ${whileSaving(isSaving)}`,
    'page.left': 'Press the browser’s Back',
    'write.failed': ({ kind }) => `Let ${kind === 'createSection' ? creation : `one of several ${stop}`} fail`,
    'writes.finished': ({ running }) =>
      `Let the server answer ${creation}${running.length === 0 ? '' : ', after detection was started in another window'}`,
    'logout.cancel': (_, before) => press(before.matches({ open: 'saving' }) ? logoutTexts.stay : logoutTexts.cancel),
  },
  calls: { stopSessions: stop },
  answers: { stopSessions: (left) => `Let the server answer ${stop} ${whileSaving(Object(left).isSaving)}` },
  effects: { logOut: 'the teacher is logged out' },
});

const listed = ({ sections }: SessionContext) => `sections on the dashboard: ${sections?.length ?? 'none yet'}`;
const listing = (context: SessionContext) => `${list} is under way; ${listed(context)}`;

export const session = plainWords(idle(sessionMachine), {
  texts: logoutTexts,
  before: `Sign in, and open \`${paths.changePassword}\`, which needs no list.`,
  events: {
    'sections.refresh': 'Open the dashboard',
    'section.open': ({ sectionId }) => `Open a page of the section ${sectionId} by a link`,
    'section.close': ({ sectionId }, { context }) =>
      `Leave the pages of the section ${sectionId}${context.openSectionId === sectionId ? '' : ' for those of another'}`,
    'write.submit': ({ write }) => `Hold the call back, and ${write.kind.replace(/[A-Z]/, ' $&').toLowerCase()}`,
    'write.watch': 'Close the dialog or leave the page',
    'write.settled': ({ outcome }) => (outcome.type === 'done' ? 'Let the server answer the call' : 'Block the call'),
    'live.message': ({ sectionId, status, isStart }) =>
      `Let a \`${isStart ? 'detection_start' : 'status_update'}\` of the section ${sectionId} arrive${isStart ? '' : ` with \`is_active\` ${status.isActive}`}`,
    'logs.announced': ({ sectionId }) => `Let a \`logs_changed\` of the section ${sectionId} arrive`,
    'logout.ask': choosesLogout,
  },
  calls: { fetchSections: list },
  states: {
    'list.loading.asked': listing,
    'list.loading.outrun': listing,
    'list.loaded': listed,
    'section.open': ({ openSectionId }) => `a page of the section ${openSectionId} is open`,
  },
  unseen: ['statuses'],
  effects: {
    askStatuses: '`get_status` is sent',
    leaveSection: `\`${paths.dashboard}\` opens`,
    tellSettled: 'a notice, if the page or dialog has gone',
  },
});

export const write = plainWords(idle(writeMachine), {
  before: `Create a section with ${creation} held back, and close the dialog.`,
  calls: { sendWrite: creation },
  states: { settled: 'a notice says how it ended' },
});
