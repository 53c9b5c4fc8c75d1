import { detectionMachine } from '../../../../src/machines/detectionMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { detection: texts } = messages;
const status = call('GET /detection/sessions/status/{sectionId}/');
const start = call('POST /detection/sessions/start/');
const stop = call('POST /detection/sessions/stop/');

export const detection = plainWords(detectionMachine, {
  page: 'A section’s pages; what is said here is seen on its overview, `/sections/{sectionId}`.',
  before: `Open a section, with ${status} held back (a breakpoint on the call).`,
  events: {
    'start.submit': `Press ${button(texts.start)}`,
    'stop.submit': `Press ${button(texts.stop)}`,
    'live.detectionStarted': `Press ${button(texts.start)} in a second window (a \`detection_start\` arrives)`,
    'live.statusUpdated': ({ isActive }, before) =>
      isActive || !before.hasTag('active')
        ? `Let a \`status_update\` arrive with \`is_active\` ${isActive} (one comes whenever the live channel opens)`
        : `Press ${button(texts.stop)} in a second window (a \`status_update\` arrives with \`is_active\` false)`,
    'live.opened': 'Let the live channel open anew (go offline and online again)',
    'page.shown': 'Change to another browser tab and back',
    'status.polled': 'The chart itself raises it: the status poll was answered',
    'status.unknown': 'The chart itself raises it: the status poll failed',
    'session.moved': 'The chart itself raises it: the session has moved, so a poll under way speaks of the past',
  },
  actors: {
    watchSection: { does: 'Hears the live messages of this section, and when the page is shown again.' },
    logs: { does: 'Keeps the section’s logs: [logs](logs.md).' },
    startDetection: {
      does: `Starts the session by ${start}.`,
      answers: `Let the server answer ${start}`,
      fails: `Let ${start} fail`,
    },
    stopDetection: {
      does: `Stops the session by ${stop}.`,
      answers: `Let the server answer ${stop}`,
      fails: `Let ${stop} fail`,
    },
    fetchStatus: {
      does: `Asks for the status by ${status}.`,
      answers: (isActive) => `Let the server answer ${status} with \`is_active\` ${String(isActive)}`,
      fails: `Let ${status} fail`,
    },
  },
  states: {
    session: 'The session, as far as it is known here.',
    'session.unknown': `the badge says ${quote(texts.checking)}`,
    'session.inactive': `the badge says ${quote(texts.inactive)}, the button ${button(texts.start)}`,
    'session.starting': `the button says ${button(texts.starting)}`,
    'session.active': 'Detection is active.',
    'session.active.watching': `the badge says ${quote(texts.active)}, the button ${button(texts.stop)}`,
    'session.stopping': `the button says ${button(texts.stopping)}, the badge still ${quote(texts.active)}`,
    statusPolling: 'The question for the status, asked again and again.',
    'statusPolling.round': 'One question and what became of it.',
    'statusPolling.round.checking': `the status poll, ${status}, is under way`,
    'statusPolling.round.answered': 'the status poll is over',
    'statusPolling.round.unanswered': `the page says ${quote(texts.statusFailed)}`,
    'statusPolling.round.superseded': 'the status poll is cancelled: an answer would speak of the past',
  },
  guards: {
    isActive: 'it says that detection is active',
    isInactive: 'it says that detection is not active',
  },
  delays: {
    statusPollInterval: { means: 'From one question for the status to the next.', rules: ['4.7'] },
    logRefreshInterval: { means: 'From one fetch of the logs to the next, while active.', rules: ['4.8'] },
  },
  effects: { refreshLogs: `the logs are fetched again (${call('GET /detection/logs/')})` },
});
