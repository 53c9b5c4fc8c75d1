import {
  pasteMachine,
  selectChecked,
  selectFailed,
  selectFound,
  selectMissing,
} from '../../../../src/machines/students/pasteMachine';
import { messages } from '../../../../src/messages';
import { pasted } from '../../samples';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { paste: texts } = messages;
const search = call('GET /section/search-students/');

const listOf = (emails: readonly string[]) => {
  if (emails.length === 0) return 'a text without an email';
  return emails.length > pasted.length ? `a list of ${emails.length} emails` : emails.join(', ');
};

export const paste = plainWords(pasteMachine, {
  page: 'The dialog for a pasted list on Manage Students, `/sections/{sectionId}/add-students`.',
  before: 'Open Manage Students of a section with one student, Ada Lovelace.',
  events: {
    'paste.open': `Press ${button(texts.open)}`,
    'paste.close': `Press ${button(texts.close)}, the backdrop, the X or Escape`,
    'list.submit': ({ emails }) => `Paste ${listOf(emails)}, and press ${button(texts.check)}`,
    'file.choose': 'Drop a CSV file on the dialog, or choose one',
    'lookups.retry': (_, { context }) =>
      selectFailed(context).length === 0
        ? `Look for ${button(texts.retry)} (it is not there)`
        : `Press ${button(texts.retry)}`,
  },
  actors: {
    readFile: {
      does: 'Reads a file and takes the emails out of it.',
      answers: `Let the file hold ${listOf(pasted)}`,
      fails: 'Let the file be one that cannot be read',
    },
    lookUp: {
      does: `Looks the next four emails up: in the section, else by ${search} with the whole email, and takes who has exactly that.`,
      answers: (lookups) =>
        Array.isArray(lookups) && lookups.length > 1
          ? `Let the server find Bob Noyce and nobody else, and fail for dora@school.example (Ada Lovelace is not asked for)`
          : `Let the server answer ${search} with nobody`,
      fails: `Let ${search} fail`,
    },
  },
  states: {
    closed: 'no dialog is open',
    'open.editing': ({ problem }) => (problem === null ? 'a field for the list is there' : quote(problem.sentence)),
    'open.reading': quote(texts.reading),
    'open.checking': (context) =>
      `${quote(texts.checking(context.lookups.length))}, ${quote(texts.progress(selectChecked(context), context.lookups.length))}`,
    'open.reviewed': (context) =>
      [
        texts.reviewed(selectFound(context).length, context.lookups.length),
        ...(selectMissing(context).length === 0 ? [] : [texts.missing(selectMissing(context).length)]),
        ...(selectFailed(context).length === 0 ? [] : [texts.failed(selectFailed(context).length)]),
      ]
        .map(quote)
        .join(', '),
  },
});
