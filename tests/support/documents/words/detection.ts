import { detectionMachine } from '../../../../src/machines/section/detectionMachine';
import { messages } from '../../../../src/messages';
import { kindOf } from '../../../../src/model/app/problem';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { detection: texts } = messages;
const status = call('GET /detection/sessions/status/{sectionId}/');
const start = call('POST /detection/sessions/start/');
const stop = call('POST /detection/sessions/stop/');

export const detection = plainWords(detectionMachine, {
  page: 'A section’s pages; what is said here is seen on its overview, `/sections/{sectionId}`.',
  before: ({ isActive }) =>
    isActive === null
      ? `Open a section by its address, with ${status} held back (a breakpoint on the call).`
      : `Open the dashboard, let a \`status_update\` arrive that says that detection is ${isActive ? 'active' : 'not active'}, and open the section, with ${status} held back (a breakpoint on the call).`,
  events: {
    'start.submit': `Press ${button(texts.start)}`,
    'stop.submit': `Press ${button(texts.stop)}`,
    'live.detectionStarted': `Press ${button(texts.start)} in a second window (a \`detection_start\` arrives)`,
    'live.statusUpdated': ({ isActive, isFromHere }, before) => {
      if (isFromHere) {
        return `Let the server answer a stop from here for which this page does not wait (press ${button(texts.stop)}, leave the section and come back, with ${stop} held back)`;
      }
      return isActive || !before.hasTag('active')
        ? `Let a \`status_update\` arrive with \`is_active\` ${isActive} (one comes whenever the live channel opens)`
        : `Press ${button(texts.stop)} in a second window (a \`status_update\` arrives with \`is_active\` false)`;
    },
    'live.logsAnnounced': 'Let something be detected (a `logs_changed` arrives)',
    'live.opened': 'Let the live channel open anew (go offline and online again)',
    'records.changed': 'Delete a lesson of the section on its report',
    'outcome.doubted': `Let a start or stop from here for which this page does not wait go without an answer (press the button, leave the section and come back, with the call held back, then block it)`,
    'logs.missing': `Let the server answer ${call('GET /detection/logs/')} with 404`,
    'page.shown': 'Change to another browser tab and back',
    'status.polled': 'The chart itself raises it: the status poll was answered',
    'status.unknown': 'The chart itself raises it: the status poll failed, or its round is over without an answer',
    'session.doubted': 'The chart itself raises it: nobody knows what became of a start or a stop',
    'session.moved': 'The chart itself raises it: the session has moved, so a poll under way speaks of the past',
  },
  actors: {
    watchPage: { does: 'Hears when the page is shown again.' },
    watchLessons: { does: 'Sees when the last detection of a lesson has gone.' },
    agents: { does: 'Keeps whether anything watches: [agents](agents.md).' },
    lessons: { does: 'Keeps the section’s lessons: [lessons](lessons.md).' },
    logs: { does: 'Keeps the section’s logs: [logs](logs.md).' },
    startDetection: {
      does: `Starts the session by ${start}.`,
      answers: `Let the server answer ${start}`,
      fails: (error) =>
        kindOf(error) === 'unanswered'
          ? `Let ${start} go without an answer (block the call)`
          : `Let the server refuse ${start}`,
    },
    stopDetection: {
      does: `Stops the session by ${stop}.`,
      answers: `Let the server answer ${stop}`,
      fails: (error) =>
        kindOf(error) === 'unanswered'
          ? `Let ${stop} go without an answer (block the call)`
          : `Let the server refuse ${stop}`,
    },
    fetchStatus: {
      does: `Asks for the status by ${status}.`,
      answers: (said) =>
        `Let the server answer ${status} with \`is_active\` ${typeof said === 'object' && said !== null && Reflect.get(said, 'isActive')}`,
      fails: (error) =>
        kindOf(error) === 'notFound' ? `Let the server answer ${status} with 404` : `Let ${status} fail`,
    },
  },
  states: {
    'session.unknown': `the badge says ${quote(texts.checking)}, or ${quote(texts.unchecked)} when a poll has failed; ${button(texts.start)} can be pressed`,
    'session.inactive.lastLogs.fetched': `the badge says ${quote(texts.inactive)}, the button ${button(texts.start)}`,
    'session.inactive.lastLogs.expected': `the badge says ${quote(texts.inactive)}, the button ${button(texts.start)}`,
    'session.inactive.end.unremarkable': '',
    'session.inactive.end.elsewhere': `beside the badge ${quote(texts.stoppedElsewhere)}`,
    'session.starting': `the button says ${button(texts.starting)}`,
    'session.active.firstLogs.expected': '',
    'session.active.firstLogs.awaited': '',
    'session.active.firstLogs.fetched': '',
    'session.active.refreshes.waiting': `the badge says ${quote(texts.active)}, the button ${button(texts.stop)}`,
    'session.stopping': `the button says ${button(texts.stopping)}, the badge still ${quote(texts.active)}`,
    'statusPolling.round.call.checking.current': `the status poll, ${status}, is under way`,
    'statusPolling.round.call.answered': 'the status poll is over',
    'statusPolling.round.call.unanswered': 'the status poll has failed',
    'statusPolling.round.call.checking.superseded':
      'whatever answers the status poll says nothing of the session any more',
    // Of these nothing is seen before the next poll.
    'statusPolling.round.clock.running': '',
    'statusPolling.round.clock.due': '',
    'agents.passedOn': '',
    'confidence.sure': '',
    'confidence.doubtful': `the page says ${quote(texts.statusFailed)}`,
  },
  delays: { statusPollInterval: { rules: ['4.7'] }, logRefreshInterval: { rules: ['4.8'] } },
  effects: {
    refreshLogs: `the logs are fetched again (${call('GET /detection/logs/')})`,
    refreshLessons: `the lessons are fetched again, where the backend keeps any (${call('GET /detection/sessions/')})`,
    fetchLastLogs: `the logs are fetched once more (${call('GET /detection/logs/')})`,
  },
});
