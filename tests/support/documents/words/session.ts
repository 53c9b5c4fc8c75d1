import { type SessionContext, sessionMachine } from '../../../../src/machines/session/sessionMachine';
import { messages } from '../../../../src/messages';
import { paths } from '../../../../src/paths';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { createSection, deleteSection, detection } = messages;
const list = call('GET /section/list/');

const heldBack = 'with its call held back (a breakpoint on it)';

/** What is done to send each kind of write. */
const sending = {
  createSection: `Fill in the dialog ${quote(createSection.title)} and press ${button(createSection.submit)}`,
  deleteSection: `Type the password into the dialog ${quote(deleteSection.title)} and press ${button(deleteSection.submit)}`,
  addStudents: `Select a student and press ${button(messages.roster.add)}`,
  removeStudent: `Remove a student`,
  startDetection: `Press ${button(detection.start)}`,
  stopDetection: `Press ${button(detection.stop)}`,
  deleteLesson: `Press ${button(messages.deleteLesson.submit)} in the dialog ${quote(messages.deleteLesson.title)} of a lesson’s report`,
  reviewLogs: `Press ${button(messages.lookNow.seen)}`,
  deleteLog: 'Delete a detection in the viewer',
  changePassword: `Fill in the page ${quote(messages.changePassword.title)} and press ${button(messages.changePassword.submit)}`,
};

const listed = ({ sections }: SessionContext) =>
  sections === null ? 'no section is listed' : `sections on the dashboard: ${sections.length}`;

export const session = plainWords(sessionMachine, {
  page: 'Every protected page.',
  before: 'Sign in, and open the page to change the password, which needs no list.',
  events: {
    'sections.refresh': 'Open the dashboard',
    'page.shown': 'Show the page again (another tab, and back)',
    'section.open': ({ sectionId }) => `Open a page of the section ${sectionId} by a link`,
    'section.close': ({ sectionId }, { context }) =>
      context.openSectionId === sectionId
        ? 'Leave the section’s pages'
        : `Leave the pages of the section ${sectionId} for those of another, which opens before the first has closed`,
    'write.submit': ({ write }) => `${sending[write.kind]}, ${heldBack}`,
    'write.unwatch': 'Close the dialog or leave the page while the call is held back',
    'write.settled': ({ outcome }) =>
      outcome.type === 'done'
        ? 'Let the server answer the change'
        : 'Let the change go without an answer (block its call)',
    'live.opened': 'Let the live channel open (go offline and online again)',
    'live.lost': 'Let the live channel close (go offline)',
    'live.message': ({ message }) =>
      `Let a \`${message.type}\` of the section ${message.sectionId} arrive${message.type === 'status_update' ? ` with \`is_active\` ${message.isActive}` : ''}`,
    'live.logsAnnounced': ({ sectionId }) => `Let a \`logs_changed\` of the section ${sectionId} arrive`,
    'live.sectionsAnnounced': 'Create a section in another window (a `sections_changed` arrives)',
    'logout.ask': `Choose ${button(messages.topBar.logout)} in the account menu`,
    'logout.keepRunning': `Press ${button(messages.logout.keepRunning)} in the dialog ${quote(messages.logout.title)}`,
  },
  actors: {
    desktop: { does: 'Keeps the desktop notifications: [desktop](desktop.md).' },
    liveChannel: { does: 'Keeps the live channel: [liveChannel](liveChannel.md).' },
    logout: { does: 'Logs the teacher out, and asks or waits before: [logout](logout.md).' },
    section: { does: 'Keeps what belongs to the open section: [section](section.md).' },
    watchPage: { does: 'Tells when the page is shown again.' },
    fetchSections: {
      does: `Fetches the sections by ${list}.`,
      answers: (found) => `Let the server answer ${list} with ${Array.isArray(found) ? found.length : 0} section`,
      fails: `Let ${list} fail`,
    },
  },
  states: {
    'writes.none': 'no change is under way',
    'writes.underWay': 'a change is under way; to load the page anew, the browser asks',
    'list.unasked': 'no list has been asked for',
    'list.loading.asked': (context) => `${list} is under way; ${listed(context)}`,
    'list.loading.outrun': (context) => `${list} is under way; ${listed(context)}`,
    'list.loaded': listed,
    'list.failed': ({ problem }) =>
      `on the dashboard ${quote(problem?.sentence ?? '')} with ${button(messages.dashboard.retry)}`,
    // The cards and pages of sections show what it says.
    'channel.untold': '',
    'channel.told': '',
    'section.closed': 'no page of a section is open',
    'section.open': ({ openSectionId }) => `a page of the section ${openSectionId} is open`,
  },
  effects: {
    leaveSection: `\`${paths.dashboard}\` opens`,
    tellSettled: 'a notice tells what became of the change, if its page or dialog has gone',
  },
});
