import { stillRowsMachine } from '../../../../src/machines/app/stillRowsMachine';
import { detectionMachine } from '../../../../src/machines/lesson/detectionMachine';
import { offerMachine } from '../../../../src/machines/lesson/offerMachine';
import { arrivalsMachine } from '../../../../src/machines/records/arrivalsMachine';
import { reviewsMachine } from '../../../../src/machines/records/reviewsMachine';
import { sectionMachine } from '../../../../src/machines/session/sectionMachine';
import { messages } from '../../../../src/messages';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { button, call, press, quote } from '../say';

const { detection: texts, lookNow, section: sectionTexts, watch } = messages;
const list = call('GET /section/list/');
const logs = call('GET /detection/logs/');
const status = call('GET /detection/sessions/status/{sectionId}/');
const start = call('POST /detection/sessions/start/');
const stop = call('POST /detection/sessions/stop/');
const extend = call('POST /detection/sessions/extend/');
const changes = { startDetection: start, stopDetection: stop, extendLesson: extend };
const review = call('POST /detection/logs/review/');
const withDetections = 'Open a section in which something was detected of a student.';

export const arrivals = plainWords(idle(arrivalsMachine), {
  before: withDetections,
  events: {
    'page.shown': 'Come back',
    'logs.came': ({ count }) => `Let ${count > 0 ? 'something' : 'nothing'} be detected, and half a minute pass`,
  },
  states: {
    seen: 'the page’s title is its heading',
    unseen: ({ count }) => (count === 0 ? '' : 'the page’s title counts what has come'),
  },
});

export const detection = plainWords(idle(detectionMachine), {
  texts,
  before: `Open the dashboard with the live channel, ${status}, ${start}, ${stop} and ${extend} held back.`,
  events: {
    'section.opened': 'Open the section by its card',
    'section.left': 'Go back to the dashboard',
    'extend.submit': press(texts.extendLong(5)),
    'status.said': ({ status: { isActive, agents, endsAt }, asked, isChange }) => {
      if (asked !== null) return `Let the server answer ${start} after a \`status_update\``;
      if (isChange) return `${press(texts.start)} in a second window (a \`detection_start\` arrives)`;
      const state = `${agents === undefined ? '' : ` and \`agents_state\` ${agents}`}${endsAt ? ' and `ends_at`' : ''}`;
      return `Let a \`status_update\` arrive with \`is_active\` ${isActive}${state}`;
    },
    'change.settled': ({ kind, isDoubtful }) => `${isDoubtful ? 'Block' : 'Let the server refuse'} ${changes[kind]}`,
    'records.changed': 'Delete a lesson of the section on its report',
    'logs.missing': `Let the server answer ${logs} with 404`,
  },
  calls: { fetchStatus: status },
  answers: { fetchStatus: (said) => `Let the server answer ${status} with \`is_active\` ${Object(said).isActive}` },
  states: {
    'watched.open.polling.round.call.checking': `${status} is under way`,
    'known.unknown': `no badge on the card; ${quote(texts.checking)} on the section’s pages, or ${quote(texts.unchecked)} once a poll has failed`,
    'agents.missed': `${quote(watch.missed.short)} on the card, ${quote(watch.missed.sentence)} on the section’s pages`,
  },
  unseen: [
    ...['change.none', 'agents.untold', 'agents.awaited', 'channel', 'watched.closed', 'watched.open.confidence.sure'],
    ...['watched.open.polling.round.clock', 'watched.open.refreshes', 'watched.open.lessonLogs'],
  ],
  rules: { statusPollInterval: ['4.7'], logRefreshInterval: ['4.8'] },
  effects: {
    askForList: `${list} is sent`,
    refreshLogs: `${logs} is sent`,
    refreshLessons: `${call('GET /detection/sessions/')} is sent, where the backend keeps lessons`,
    fetchLastLogs: `${logs} is sent`,
  },
});

export const offer = plainWords(idle(offerMachine), {
  before: 'Open a section while detection is not active.',
  events: { 'offer.turned': 'Start or stop detection, here or in a second window' },
});

export const section = plainWords(idle(sectionMachine), {
  texts: sectionTexts,
  before: ({ isListed }) =>
    isListed
      ? 'Open the dashboard, and from there a section in which something was detected of a student.'
      : `Open a section by its address, with ${list} held back.`,
  events: {
    'section.found': `Let the server answer ${list} with this section`,
    'section.missing': (_, before) =>
      before.matches('present')
        ? 'Delete the section in a second window'
        : `Let the server answer ${list} without this section`,
    'sections.failed': `Let ${list} fail`,
  },
  effects: {
    askForList: `${list} is sent`,
  },
});

export const reviews = plainWords(idle(reviewsMachine), {
  before: withDetections,
  events: {
    'episodes.review': ({ before }) =>
      `${press(lookNow.seen)}, with a backend that keeps ${before.length > 0 ? '' : 'no '}reviews`,
    'review.done': 'Mark the detection as seen in the list of logs',
    'review.undo': press(messages.review.undo),
    'review.saved': `Let the server answer ${review}`,
    'review.failed': `Let ${review} fail`,
  },
  states: {
    settled: 'the section’s page',
    undoable: `the list ${quote(lookNow.title)} offers ${button(messages.review.undo)}`,
  },
  effects: {
    saveReview: `${review} is sent`,
    saveUndo: `${review} is sent again, after the first is answered`,
  },
});

export const stillRows = plainWords(idle(stillRowsMachine), {
  before: withDetections,
  events: {
    'rows.touched': 'Move the pointer onto the newest logs, or the focus to a button of theirs',
    'rows.show': `Let something be detected, and press ${button(lookNow.newRows(1))}`,
  },
  answers: { awaitPointerOff: 'Move the pointer off the rows' },
  fails: { awaitPointerOff: 'Let the browser fail to say where the pointer is' },
});
