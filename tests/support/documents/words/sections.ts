import { sectionsMachine } from '../../../../src/machines/sectionsMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { dashboard: texts, createSection } = messages;
const list = call('GET /section/list/');

export const sections = plainWords(sectionsMachine, {
  page: 'The dashboard, `/dashboard`.',
  before: `Open the dashboard, with ${list} held back (a breakpoint on the call).`,
  events: {
    'sections.retry': `Press ${button(texts.retry)}`,
    'modal.open': `Press the card ${button(texts.createCard)}`,
    'modal.close': `Press ${button(createSection.cancel)}, the backdrop, the X or Escape`,
    'section.created': `Type a name and a subject and press ${button(createSection.submit)}`,
  },
  actors: {
    fetchSections: {
      does: `Fetches the sections by ${list}.`,
      answers: (found) =>
        `Let the server answer ${list} with ${Array.isArray(found) && found.length > 0 ? 'one section' : 'no sections'}`,
      fails: `Let ${list} fail`,
    },
    createSection: {
      does: 'Asks for the name and the subject: the form createSection, [form](form.md).',
      answers: `Create a section, and wait until ${quote(createSection.succeeded)} has been shown for 2 s`,
    },
  },
  states: {
    list: 'The list of sections.',
    'list.loading': {
      means: 'The list is being fetched; what is listed stays.',
      sees: ({ sections: listed }) =>
        listed.length === 0
          ? `${quote(texts.loading)} while ${list} is under way`
          : `${list} is under way; what is listed stays`,
    },
    'list.empty': quote(texts.empty),
    'list.loaded': 'a card for every section',
    'list.failed': {
      means: 'The list could not be fetched.',
      sees: ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    },
    modal: 'The modal that creates a section.',
    'modal.closed': 'no modal is open',
    'modal.open': `the modal ${quote(createSection.title)} is open`,
  },
  guards: { hasSections: 'there is at least one section' },
  delays: {},
});
