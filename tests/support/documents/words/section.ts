import { sectionMachine } from '../../../../src/machines/sectionMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { section: texts, deleteSection } = messages;
const list = call('GET /section/list/');

export const section = plainWords(sectionMachine, {
  page: 'A section’s pages, `/sections/{sectionId}` and below.',
  before: `Open a section, with ${list} held back (a breakpoint on the call).`,
  events: {
    'section.retry': `Press ${button(texts.retry)}`,
    'section.updated': `Add a student on ${button(texts.manageStudents)}, and come back`,
    'delete.open': `Press ${button(texts.delete)}`,
    'delete.cancel': `Press ${button(deleteSection.cancel)}, the backdrop, the X or Escape`,
  },
  actors: {
    fetchSection: {
      does: `Finds the section in the answer of ${list}.`,
      answers: (found) =>
        `Let the server answer ${list} ${found === null ? 'without this section' : 'with this section among the others'}`,
      fails: `Let ${list} fail`,
    },
    detection: { does: 'Keeps the section’s session: [detection](detection.md).' },
    deleteSection: {
      does: 'Asks for the password and deletes: the form deleteSection, [form](form.md).',
      answers: `Type the password and press ${button(deleteSection.submit)}`,
    },
  },
  states: {
    loading: quote(texts.loading),
    notFound: `${quote(texts.notFound)} with ${button(texts.backToDashboard)}`,
    failed: {
      means: 'The section could not be fetched.',
      sees: ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    },
    loaded: 'The section is there, and its detection runs.',
    'loaded.viewing': {
      means: 'The section’s pages are shown.',
      sees: ({ section: shown }) =>
        `the section’s name, subject and ${quote(texts.studentsCount(shown?.students.length ?? 0))}; no dialog is open`,
    },
    'loaded.deleting': `the dialog ${quote(deleteSection.title)} asks for the password`,
    deleted: 'the dashboard, without the section',
  },
  guards: { isFound: 'the section is among those that the server listed' },
  delays: {},
  effects: { assignUpdated: 'the page shows the section as it is now' },
});
