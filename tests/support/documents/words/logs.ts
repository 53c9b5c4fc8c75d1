import { logsMachine } from '../../../../src/machines/logs/logsMachine';
import { messages } from '../../../../src/messages';
import { kindOf } from '../../../../src/model/app/problem';
import { pageOf } from '../../../../src/model/logs/logFilters';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { logs: texts } = messages;
const fetching = call('GET /detection/logs/');

export const logs = plainWords(logsMachine, {
  page: 'A section’s overview, and all its logs at `/sections/{sectionId}/detection-logs`.',
  before: `Open all logs of a section, with ${fetching} held back (a breakpoint on the call).`,
  events: {
    'logs.refresh': `Press ${button(texts.refresh)}`,
    'logs.partlyCame': `Let the server answer ${fetching} with the first of very many logs, and hold the next page back`,
    'logs.announced': 'Let something be detected (a `logs_changed` arrives)',
    'logs.outdated': 'Stop detection in a second window',
    'logs.changed': `Delete the newest log in the viewer`,
    'news.due': 'The chart itself raises it: what was announced can be fetched',
    'picture.failed': 'Block the address of a screenshot (developer tools, Network), and let it be loaded again',
  },
  actors: {
    fetchLogs: {
      does: `Fetches the logs by ${fetching}, every page of the answer, or what has changed of them.`,
      answers: (output) => `Let the server answer ${fetching} with ${countOf(output)} logs`,
      fails: (error) =>
        kindOf(error) === 'notFound'
          ? `Let the server answer ${fetching} with 404, and hold the list of sections back`
          : `Let ${fetching} fail`,
    },
  },
  states: {
    'list.fetching.requested': ({ fetchedAt }) =>
      fetchedAt === null ? quote(texts.loading) : `${button(texts.refresh)} is busy; what was there stays`,
    'list.fetching.announced': ({ fetchedAt }) =>
      fetchedAt === null ? quote(texts.loading) : `${button(texts.refresh)} is not busy; what was there stays`,
    'list.loaded': ({ logs }) => {
      const { first, last, total } = pageOf(logs, 1);
      return total === 0 ? quote(texts.empty) : `a table with ${quote(texts.range(first, last, total))}`;
    },
    'list.missing': ({ fetchedAt }) =>
      fetchedAt === null ? quote(texts.loading) : `what was there stays; the list of sections is asked`,
    'list.failed': ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    // Of these nothing is seen.
    'news.none': '',
    'news.due': '',
    'pictures.trusted': '',
    'pictures.renewed': '',
  },
});

const countOf = (output: unknown): number =>
  typeof output === 'object' && output !== null && 'logs' in output && Array.isArray(output.logs)
    ? output.logs.length
    : 0;
