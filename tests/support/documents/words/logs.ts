import { words } from '../../../../src/components/words';
import { logsMachine, selectPage } from '../../../../src/machines/logsMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { logs: texts } = messages;
const fetching = call('GET /detection/logs/');

export const logs = plainWords(logsMachine, {
  page: 'A section’s overview, and all its logs at `/sections/{sectionId}/detection-logs`.',
  before: `Open all logs of a section, with ${fetching} held back (a breakpoint on the call).`,
  events: {
    'logs.refresh': `Press ${button(texts.refresh)}`,
    'page.select': ({ page }, { context }) =>
      page > selectPage(context).pageCount
        ? `Try to press ${button(words.next)} on the last page`
        : `Press the button of page ${page}`,
    'screenshot.open': 'Press the screenshot of a log',
    'screenshot.close': `Press ${button(texts.close)}, the backdrop or Escape`,
  },
  actors: {
    fetchLogs: {
      does: `Fetches the logs by ${fetching}, every page of the answer.`,
      answers: (output) => `Let the server answer ${fetching} with ${countOf(output)} logs`,
      fails: `Let ${fetching} fail`,
    },
  },
  states: {
    list: 'The logs and their fetch.',
    'list.fetching': {
      means: 'The logs are being fetched.',
      sees: ({ fetchedAt }) =>
        fetchedAt === null ? quote(texts.loading) : `${button(texts.refresh)} is busy; what was there stays`,
    },
    'list.loaded': {
      means: 'There are logs.',
      sees: (context) => {
        const { first, last, total } = selectPage(context);
        return `a table with ${quote(texts.range(first, last, total))}`;
      },
    },
    'list.empty': quote(texts.empty),
    'list.failed': {
      means: 'The fetch has failed; logs that were there stay.',
      sees: ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    },
    viewer: 'The screenshot that is shown large.',
    'viewer.closed': 'no screenshot is shown large',
    'viewer.open': 'the screenshot is shown large in a dialog',
  },
  guards: {
    hasLogs: 'there is at least one log',
    pageExists: 'there is such a page',
  },
  delays: {},
});

const countOf = (output: unknown): number =>
  typeof output === 'object' && output !== null && 'logs' in output && Array.isArray(output.logs)
    ? output.logs.length
    : 0;
