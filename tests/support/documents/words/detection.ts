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
  page: 'Each section, on its card of the dashboard and on its pages, `/sections/{sectionId}` and below.',
  before: `Open the dashboard with the live channel held back, and with ${status}, ${start} and ${stop} held back (a breakpoint on each).`,
  events: {
    'section.opened': 'Open the section by its card',
    'section.left': 'Go back to the dashboard',
    'start.submit': `Press ${button(texts.start)}`,
    'stop.submit': `Press ${button(texts.stop)}`,
    'status.said': {
      means: 'A poll was answered, a live message came, or a start or stop from here was made',
      does: ({ status: { isActive, agents }, asked, isChange }) => {
        if (asked !== null) return `Let the server answer ${start}, after a \`status_update\` has come`;
        if (isChange) return `Press ${button(texts.start)} in a second window (a \`detection_start\` arrives)`;
        const of = agents === undefined ? '' : ` and \`agents_state\` ${agents}`;
        return `Let a \`status_update\` arrive with \`is_active\` ${isActive}${of}`;
      },
    },
    'change.settled': ({ isDoubtful }) =>
      isDoubtful
        ? 'Let the start or stop go without an answer (block the call)'
        : 'Let the server refuse the start or stop',
    'live.opened': 'Let the live channel open (anew: go offline and online again)',
    'live.lost': 'Let the live channel close (go offline)',
    'live.logsAnnounced': 'Let something be detected (a `logs_changed` arrives)',
    'records.changed': 'Delete a lesson of the section on its report',
    'logs.missing': `Let the server answer ${call('GET /detection/logs/')} with 404`,
    'page.shown': 'Change to another browser tab and back',
    'poll.failed': 'The chart itself raises it: a poll failed, or has taken as long as a round',
  },
  actors: {
    watchPage: { does: 'Hears when the page is shown again.' },
    watchLessons: { does: 'Sees when the last detection of a lesson has gone.' },
    lessons: { does: 'Keeps the section’s lessons: [lessons](lessons.md).' },
    logs: { does: 'Keeps the section’s logs: [logs](logs.md).' },
    fetchStatus: {
      does: `Asks for the status by ${status}.`,
      answers: (said) => `Let the server answer ${status} with \`is_active\` ${Reflect.get(Object(said), 'isActive')}`,
      fails: (error) =>
        kindOf(error) === 'notFound' ? `Let the server answer ${status} with 404` : `Let ${status} fail`,
    },
  },
  states: {
    'known.unknown': `on the section’s pages the badge says ${quote(texts.checking)}, or ${quote(texts.unchecked)} when a poll has failed; its card has no badge`,
    'known.inactive': `the badge says ${quote(texts.inactive)}`,
    'known.active': `the badge says ${quote(texts.active)}`,
    'change.none': '',
    'change.starting': `the button says ${button(texts.starting)}`,
    'change.stopping': `the button says ${button(texts.stopping)}`,
    'agents.untold': '',
    'agents.awaited': '',
    'agents.missed': `beside the badge ${quote(messages.watch.missed.short)} on the card, on the section’s pages ${quote(messages.watch.missed.sentence)}`,
    'channel.untold': '',
    'channel.told': '',
    'watched.closed': '',
    'watched.open.polling.round.call.checking': `the status poll, ${status}, is under way`,
    'watched.open.polling.round.call.answered': 'the status poll is over',
    'watched.open.polling.round.call.unanswered': 'the status poll has failed',
    // Of these nothing is seen before the next poll.
    'watched.open.polling.round.clock.running': '',
    'watched.open.polling.round.clock.due': '',
    'watched.open.confidence.sure': '',
    'watched.open.confidence.doubtful': `the page says ${quote(texts.statusFailed)}`,
    'watched.open.refreshes.resting': '',
    'watched.open.refreshes.waiting': '',
    'watched.open.lessonLogs.fetched': '',
    'watched.open.lessonLogs.first': '',
    'watched.open.lessonLogs.second': '',
    'watched.open.lessonLogs.last': '',
  },
  delays: { statusPollInterval: { rules: ['4.7'] }, logRefreshInterval: { rules: ['4.8'] } },
  effects: {
    askForList: `the list is fetched again (${call('GET /section/list/')})`,
    refreshLogs: `the logs are fetched again (${call('GET /detection/logs/')})`,
    refreshLessons: `the lessons are fetched again, where the backend keeps any (${call('GET /detection/sessions/')})`,
    fetchLastLogs: `the logs are fetched once more (${call('GET /detection/logs/')})`,
  },
});
