import { lessonsMachine } from '../../../../src/machines/lessons/lessonsMachine';
import { messages } from '../../../../src/messages';
import { kindOf } from '../../../../src/model/app/problem';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { lessonReport: texts } = messages;
const fetching = call('GET /detection/sessions/');
const status = call('GET /detection/sessions/status/{sectionId}/');

export const lessons = plainWords(lessonsMachine, {
  page: 'A section’s pages; what is said here is seen on a lesson’s report, `/sections/{sectionId}/lessons/{lessonId}`.',
  before: `Open the report of a lesson by its address, with ${status} and ${fetching} held back (a breakpoint on each).`,
  events: {
    'status.said': ({ startedAt }) =>
      startedAt === undefined
        ? `Let the server answer ${status} without \`started_at\``
        : `Let the server answer ${status} with a \`started_at\` that ${startedAt === null ? 'is null' : 'no lesson has that is known'}`,
    'lessons.refresh': (_, before) =>
      before.matches('failed')
        ? `Press ${button(texts.retry)}`
        : `Press ${button(messages.detection.start)} or ${button(messages.detection.stop)} in a second window`,
  },
  actors: {
    fetchLessons: {
      does: `Fetches the lessons by ${fetching}, every page of the answer.`,
      answers: (output) =>
        `Let the server answer ${fetching} with ${Array.isArray(output) ? output.length : 0} lessons`,
      fails: (error) =>
        kindOf(error) === 'notFound' ? `Let the server answer ${fetching} with 404` : `Let ${fetching} fail`,
    },
  },
  states: {
    unasked: quote(texts.loading),
    fetching: ({ lessons: known }) => (known === null ? `${fetching} is under way` : 'what was there stays'),
    loaded: ({ lessons: known }) => (known?.length ? 'the report of the lesson' : quote(texts.notFound)),
    failed: ({ lessons: known, problem }) =>
      known === null ? `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}` : 'what was there stays',
    absent: quote(texts.absent),
  },
});
