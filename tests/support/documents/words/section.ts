import { sectionMachine } from '../../../../src/machines/section/sectionMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { lookNow, section: texts } = messages;
const list = call('GET /section/list/');
const review = call('POST /detection/logs/review/');

export const section = plainWords(sectionMachine, {
  page: 'A section’s pages, `/sections/{sectionId}` and below.',
  before: ({ isListed }) =>
    isListed
      ? 'Open the dashboard, and from there a section in which something was detected of a student.'
      : `Open a section by its address, with ${list} held back (a breakpoint on the call).`,
  events: {
    'section.retry': `Press ${button(texts.retry)}`,
    'section.found': `Let the server answer ${list} with this section among the others`,
    'section.missing': (_, before) =>
      before.matches('present')
        ? `Delete the section in a second window, and let the server answer ${list} once more`
        : `Let the server answer ${list} without this section`,
    'sections.failed': `Let ${list} fail`,
    'episode.see': ({ logIds }) =>
      `Press ${button(lookNow.seen)}, with a backend that keeps ${logIds.length === 0 ? 'no ' : ''}reviews`,
    'review.failed': `Let ${review} fail`,
  },
  actors: {
    arrivals: { does: 'Counts what comes while nobody sees the page: [arrivals](arrivals.md).' },
    sendReviews: { does: `Sends what was seen by ${review}.` },
  },
  states: {
    finding: quote(texts.loading),
    notFound: `${quote(texts.notFound)} with ${button(texts.backToDashboard)}`,
    failed: ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    present: ({ seen }) =>
      Object.keys(seen).length === 0
        ? 'the section’s page'
        : `the student is no longer in the list ${quote(lookNow.title)}`,
    gone: `${quote(texts.gone)} with ${button(texts.backToDashboard)}`,
  },
  effects: { askForList: `${list} is sent again`, sendReview: `${review} is sent` },
});
