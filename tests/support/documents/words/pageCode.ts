import { type CodeOutcome, type PageCodeContext, pageCodeMachine } from '../../../../src/machines/app/pageCodeMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { pageCode: texts, changePassword, topBar } = messages;

const file = 'the file `ChangePasswordScreen-….js`';
const isOutcome = (output: unknown): output is CodeOutcome =>
  output === 'loaded' || output === 'unusable' || output === 'outdated';

/** How a tester brings each outcome about. */
const outcomes: Record<CodeOutcome, string> = {
  loaded: `Let the server answer with ${file}`,
  unusable: `Let ${file} fail (block its address)`,
  outdated: `Let ${file} fail (block its address), and the page \`/\` name another script (an override)`,
};

const loading = `the page says ${quote(messages.loadingPage)}`;

export const pageCode = plainWords(pageCodeMachine, {
  page: 'Every page but the sign-in page, here the one that changes the password.',
  before: ({ isLoaded, hasMoved }: PageCodeContext) => {
    if (isLoaded) return `Sign in, wait some seconds, and choose ${quote(topBar.changePassword)} in the account menu.`;
    const held = `with ${file} held back`;
    return hasMoved
      ? `Sign in ${held}, and choose ${quote(topBar.changePassword)} in the account menu.`
      : `Sign in, and open \`/change-password\` by the address bar, ${held}.`;
  },
  events: {
    'code.retry': `Press ${button(texts.retry)}`,
    'page.moved': `Choose ${quote(topBar.changePassword)} in the account menu once more`,
    'network.online': 'Go offline and online again (developer tools, Network, Offline)',
  },
  actors: {
    fetchCode: {
      answers: (output) => (isOutcome(output) ? outcomes[output] : 'Let the server answer'),
      fails: `Let ${file} and the page \`/\` fail (stop the server)`,
    },
    settleWrites: {
      answers: 'Let the server answer the last call that changes something',
      fails: 'Let the session end meanwhile',
    },
  },
  states: {
    'loading.quiet': 'the page shows nothing yet',
    'loading.slow': loading,
    'failed.waiting': `below the heading ${quote(texts.title)} the page says ${quote(texts.failed)} and offers ${button(texts.retry)}`,
    'failed.retrying': `the button says ${button(texts.retrying)}`,
    'givenUp.settling': loading,
    'givenUp.leaving': 'the browser loads the page anew',
    ready: `the page ${quote(changePassword.title)} is shown`,
  },
});
