import { sectionMachine } from '../../../../src/machines/section/sectionMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { section: texts, detection } = messages;
const list = call('GET /section/list/');
const status = call('GET /detection/sessions/status/{sectionId}/');

export const section = plainWords(sectionMachine, {
  page: 'A section’s pages, `/sections/{sectionId}` and below.',
  before: ({ isListed }) =>
    isListed
      ? 'Open the dashboard, and a section from there.'
      : `Open a section by its address, with ${list} held back (a breakpoint on the call).`,
  events: {
    'section.retry': `Press ${button(texts.retry)}`,
    'section.found': `Let the server answer ${list} with this section among the others`,
    'section.missing': (_, before) =>
      before.matches('present')
        ? `Delete the section in a second window, and let the server answer ${list} once more`
        : `Let the server answer ${list} without this section`,
    'sections.failed': `Let ${list} fail`,
    'live.opened': 'Let the live channel open anew (go offline and online again)',
    'live.detectionStarted': `Press ${button(detection.start)} in a second window (a \`detection_start\` arrives)`,
    'live.statusUpdated': 'Let a `status_update` of this section arrive (one comes whenever the live channel opens)',
    'live.logsAnnounced': 'Let something be detected in this section (a `logs_changed` arrives)',
    'records.changed': 'Delete a lesson of the section on its report',
    'outcome.doubted': 'Let a start or stop go without an answer (block its call)',
    'detection.confirmed': `Let the server answer ${status}`,
    'detection.doubted': 'Nothing: detection says so as soon as it knows of the start or stop',
    'detection.missing': `Let the server answer ${status} with 404`,
  },
  actors: {
    arrivals: { does: 'Counts what comes while nobody sees the page: [arrivals](arrivals.md).' },
    lookNow: { does: 'Keeps what was seen: [lookNow](lookNow.md).' },
    detection: { does: 'Keeps the section’s session: [detection](detection.md).' },
  },
  states: {
    finding: quote(texts.loading),
    notFound: `${quote(texts.notFound)} with ${button(texts.backToDashboard)}`,
    failed: ({ problem }) => `${quote(problem?.sentence ?? '')} with ${button(texts.retry)}`,
    present: 'the section’s page',
    gone: `${quote(texts.gone)} with ${button(texts.backToDashboard)}`,
  },
  effects: { askForList: `${list} is sent again` },
});
