import { printMachine } from '../../../../src/machines/app/printMachine';
import { lessonsMachine } from '../../../../src/machines/records/lessonsMachine';
import { coverageMachine } from '../../../../src/machines/reports/coverageMachine';
import { messages } from '../../../../src/messages';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { call, press, quote } from '../say';

const { lessonReport: texts } = messages;
const status = call('GET /detection/sessions/status/{sectionId}/');
const fetching = call('GET /detection/sessions/');

const covering = call('GET /attendance/sections/{sectionId}/lessons/{sessionId}/coverage/');

export const coverage = plainWords(idle(coverageMachine), {
  before: `Open the report of a lesson that students attended on their own devices, with ${covering} held back.`,
  events: {},
  calls: { fetchCoverage: covering },
  states: {
    fetching: quote(texts.loading),
    known: quote('Observed 50 % of 2 students × 45 min, by the students’ own devices.'),
    failed: quote(texts.coverageFailed),
    absent: 'the report, without a word on who was observed',
  },
});

export const lessons = plainWords(idle(lessonsMachine), {
  texts,
  before: `Open the report of a lesson by its address, with ${status} and ${fetching} held back.`,
  events: {
    'status.said': ({ startedAt }) => {
      const lesson = startedAt === null ? 'null' : 'a lesson that is not known';
      return `Let the server answer ${status} with \`started_at\` ${startedAt === undefined ? 'absent' : lesson}`;
    },
    'lessons.refresh': (_, before) =>
      before.matches('failed') ? press(texts.retry) : 'Start or stop detection in a second window',
  },
  calls: { fetchLessons: fetching },
  states: {
    unasked: quote(texts.loading),
    loaded: ({ lessons }) => (lessons?.length ? 'the report of the lesson' : quote(texts.notFound)),
  },
});

export const print = plainWords(idle(printMachine), {
  before: 'Open the report of a lesson with pictures, and hold the pictures back.',
  events: {
    'print.submit': ({ wanted }) =>
      `${press(texts.print)} in a report with${wanted.length === 0 ? 'out' : ''} pictures`,
    'picture.settled': 'Let a picture load',
  },
  answers: { openPrint: 'Close the dialog' },
  fails: { openPrint: 'Print where the browser cannot' },
});
