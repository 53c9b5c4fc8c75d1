import { lookNowMachine } from '../../../../src/machines/section/lookNowMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { lookNow: texts } = messages;
const review = call('POST /detection/logs/review/');

export const lookNow = plainWords(lookNowMachine, {
  page: 'A section’s overview, `/sections/{sectionId}`.',
  before: 'Open a section in which something was detected of a student.',
  events: {
    'episode.see': ({ logIds }) =>
      `Press ${button(texts.seen)}, with a backend that keeps ${logIds.length === 0 ? 'no ' : ''}reviews`,
    'review.failed': `Let ${review} fail`,
  },
  actors: { sendReviews: { does: `Sends what was seen by ${review}.` } },
  states: {
    watching: ({ seen }) =>
      Object.keys(seen).length === 0
        ? `the student is in the list ${quote(texts.title)}`
        : `the student is no longer in the list ${quote(texts.title)}`,
  },
  effects: { sendReview: `${review} is sent` },
});
