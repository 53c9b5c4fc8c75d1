import { assertEvent, assign } from 'xstate';
import { problemOf } from '../../problem';
import type { Section } from '../../services/app/types';
import { type DetectionEvent, saidBy } from '../lesson/detectionSetup';
import type { ListNews } from './sectionMachine';
import {
  type Acting,
  askStatuses,
  detectionId,
  find,
  type SessionPorts,
  selectDetection,
  selectIsSaving,
  selectRunning,
  sessionSetup,
} from './sessionSetup';
import { sendWrites, tellSettled } from './sessionWrites';

const spawnDetection = (enqueue: Acting['enqueue'], sectionId: string) =>
  enqueue.spawnChild('detection', { id: detectionId(sectionId), input: { sectionId } });

/** Spawns and stops detection actors with the list, and informs the `section` actor whether its section is listed. */
function applyList({ context: { openSectionId, sections }, event, enqueue, self }: Acting) {
  const { children, context: before } = self.getSnapshot();
  if (event.type === 'write.settled' && sections === before.sections) return;
  const isNew = ({ id }: Section) => find(before.sections, id) === undefined;
  for (const { id } of sections?.filter(isNew) ?? []) {
    if (selectDetection({ children }, id) === undefined) {
      spawnDetection(enqueue, id);
    }
    if (id === openSectionId) enqueue.sendTo(detectionId(id), { type: 'section.opened' } satisfies DetectionEvent);
  }
  // The channel has told the statuses of those that there were when it opened.
  if (before.sections !== null && sections?.some(isNew)) enqueue.sendTo('liveChannel', askStatuses);
  const type = find(sections, openSectionId) === undefined ? 'section.missing' : 'section.found';
  if (openSectionId !== null) enqueue.sendTo('section', { type } satisfies ListNews);
  const isGone = ({ id }: Section) => find(sections, id) === undefined;
  for (const { id } of before.sections?.filter(isGone) ?? []) enqueue.stopChild(detectionId(id));
}

function tellFailure({ context: { openSectionId, problem }, enqueue }: Acting) {
  if (openSectionId === null || problem === null) return;
  enqueue.sendTo('section', { type: 'sections.failed', problem } satisfies ListNews);
}

/** Informs the detection of the section whose pages are open. */
function tellOpened({ context: { openSectionId, sections }, enqueue, self }: Acting) {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection === undefined || find(sections, openSectionId) === undefined) return;
  enqueue.sendTo(detection, { type: 'section.opened' });
}

function tellLeft({ context: { openSectionId }, enqueue, self }: Acting) {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection !== undefined) enqueue.sendTo(detection, { type: 'section.left' });
}

/** Spawns the detection of a section that is not listed yet, and passes on the first that is known of it. */
function meetSection({ event, enqueue, self }: Acting) {
  assertEvent(event, 'live.message');
  const { sectionId } = event;
  if (selectDetection(self.getSnapshot(), sectionId) !== undefined) return;
  spawnDetection(enqueue, sectionId);
  enqueue.sendTo(detectionId(sectionId), saidBy(event));
}

/** Forwards a log-out request with the active sections and whether writes are in flight. */
function passOnLogout({ context, event, enqueue, self }: Acting) {
  assertEvent(event, ['logout.ask', 'logout.keepRunning']);
  const { children } = self.getSnapshot();
  const running = selectRunning({ children, context });
  enqueue.sendTo('logout', { type: event.type, running, isSaving: selectIsSaving(context) });
}

/**
 * One teacher's sign-in: the list of sections with one `detection` actor for each, the writes in flight, and the live
 * channel.
 *
 * Invariants:
 * - A sent write is never abandoned. Writes to one section are sent one at a time. While writes are in flight, the browser
 *   asks before the page is left.
 * - Each write is reported exactly once: by the screen that watches it or the badge of the section's open pages, else by a
 *   notice that names the section.
 * - Only the `detection` actor holds a section's status, and only the live channel knows whether it is open: each chart subscribes.
 * - A write's change is applied to the open logs. If its outcome is unknown in whole or in part, they are fetched again.
 * - A fetch of the list that was in flight when a write settled is repeated, because its answer may predate the write.
 * - Changes made elsewhere reach the list: the open live channel announces them, and the list is fetched again when it opens
 *   and when the page becomes visible.
 * - The statuses also count who waits and what needs a look in other sections. They are requested again some seconds after
 *   news of another section's logs or door, when a section was left, and for new sections.
 * - When the outcome of a write is unknown, the list is fetched again.
 * - The list stays during a refetch and after its failure.
 */
export function sessionMachine(ports: SessionPorts) {
  const base = sessionSetup(ports);
  return base
    .extend({
      actions: {
        applyList: base.enqueueActions(applyList),
        meetSection: base.enqueueActions(meetSection),
        passOnLogout: base.enqueueActions(passOnLogout),
        sendWrites: base.enqueueActions(sendWrites),
        tellFailure: base.enqueueActions(tellFailure),
        tellLeft: base.enqueueActions(tellLeft),
        tellOpened: base.enqueueActions(tellOpened),
        tellSettled: base.enqueueActions(tellSettled),
      },
    })
    .createMachine({
      id: 'session',
      context: ({ input }) => ({
        teacher: input.teacher,
        sections: null,
        problem: null,
        openSectionId: null,
        writes: [],
      }),
      invoke: [
        { id: 'liveChannel', systemId: 'live', src: 'liveChannel' },
        { id: 'watchLive', src: 'watchLive', input: { sectionId: null } },
        { id: 'desktop', systemId: 'desktop', src: 'desktop' },
        { id: 'sound', src: 'sound' },
        { id: 'vibration', src: 'vibration' },
        { id: 'logout', src: 'logout' },
        { id: 'reviews', systemId: 'reviews', src: 'reviews' },
        { id: 'watchPage', src: 'watchPage' },
      ],
      on: {
        'live.message': { actions: 'meetSection' },
        'logout.ask': { actions: 'passOnLogout' },
        'logout.keepRunning': { actions: 'passOnLogout' },
      },
      type: 'parallel',
      states: {
        writes: {
          description: 'The writes in flight.',
          on: {
            'write.submit': { actions: ['addWrite', 'sendWrites'] },
            'write.watch': { actions: 'watchWrite' },
            'write.settled': {
              actions: ['applyOutcome', 'applyList', 'tellSettled', 'forgetWrite', 'stopWrite', 'sendWrites'],
            },
          },
          initial: 'none',
          states: {
            none: {
              description: 'No write is in flight.',
              always: { guard: 'isSaving', target: 'underWay' },
            },
            underWay: {
              description: 'Writes are in flight. The browser asks before the page is left, which may lose them.',
              invoke: { id: 'holdPage', src: 'holdPage' },
              always: { guard: 'isSettled', target: 'none' },
            },
          },
        },
        list: {
          description: 'The list of sections.',
          initial: 'unasked',
          states: {
            unasked: {
              description: 'No page has needed the list yet.',
              on: {
                'sections.refresh': 'loading',
                'section.open': 'loading',
              },
            },
            loading: {
              description: 'The list is being fetched. The earlier one stays.',
              initial: 'asked',
              on: {
                // The answer of the fetch in flight may predate it.
                'sections.changed': { target: 'loading', reenter: true },
                'write.settled': { guard: 'changesList', target: 'loading', reenter: true },
              },
              invoke: {
                id: 'fetchSections',
                src: 'fetchSections',
                onDone: [
                  {
                    guard: 'mayLackChange',
                    target: 'loading',
                    reenter: true,
                    actions: [
                      { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
                      'applyList',
                    ],
                  },
                  {
                    target: 'loaded',
                    actions: [
                      { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
                      'applyList',
                    ],
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: [assign({ problem: ({ event }) => problemOf(event.error) }), 'tellFailure'],
                },
              },
              states: {
                asked: {
                  description: 'Changes from now on are announced, if the live channel is open.',
                  on: { 'live.opened': 'outrun' },
                },
                outrun: {
                  description:
                    'The live channel opened during the fetch: its answer may lack a change made just before.',
                },
              },
            },
            loaded: {
              description: 'The list is loaded.',
              on: {
                'sections.refresh': 'loading',
                'section.open': 'loading',
                'page.shown': 'loading',
                // Earlier changes were not announced.
                'live.opened': 'loading',
                'sections.changed': 'loading',
                'write.settled': { guard: 'asksList', target: 'loading' },
              },
            },
            failed: {
              description: 'The list could not be fetched. The earlier one stays.',
              after: {
                // Not every page shows that its list is outdated.
                listRetryInterval: { guard: 'hasList', target: 'loading' },
              },
              on: {
                'sections.refresh': 'loading',
                'section.open': 'loading',
                'page.shown': 'loading',
                // The server answers again.
                'live.opened': 'loading',
                'write.settled': { guard: 'asksList', target: 'loading' },
              },
            },
          },
        },
        statuses: {
          description: 'What the statuses count: who waits, and what is to look at in other sections.',
          initial: 'unheard',
          on: {
            'live.lost': '.unheard',
          },
          states: {
            unheard: {
              description: 'The live channel is closed. It requests the statuses when it opens.',
              on: { 'live.opened': 'heard' },
            },
            heard: {
              description: 'The live channel is open.',
              on: {
                // Its reviews have changed what is to look at.
                'section.close': { actions: 'askStatuses' },
              },
              initial: 'counted',
              states: {
                counted: {
                  description: 'The statuses were requested.',
                  on: {
                    'logs.changed': { guard: 'isElsewhere', target: 'due' },
                    // Also that of the open section: whether students wait there says why nothing is detected yet.
                    'attendance.changed': 'due',
                  },
                },
                due: {
                  description:
                    'The door of a section or the logs of another have changed. The statuses are requested again.',
                  after: { statusRequestDelay: { target: 'counted', actions: 'askStatuses' } },
                },
              },
            },
          },
        },
        section: {
          description: 'The section whose pages are open, if any.',
          initial: 'closed',
          states: {
            closed: {
              description: 'No page of a section is open.',
              on: {
                'section.open': { target: 'open', actions: 'assignOpenSection' },
              },
            },
            open: {
              description: 'A page of a section is open.',
              entry: 'tellOpened',
              exit: ['tellLeft', 'forgetOpenSection'],
              invoke: {
                id: 'section',
                systemId: 'section',
                src: 'section',
                input: ({ context: { openSectionId, sections } }) => {
                  if (openSectionId === null) throw new Error('No section is open');
                  return { sectionId: openSectionId, isListed: find(sections, openSectionId) !== undefined };
                },
              },
              on: {
                'section.open': { target: 'open', reenter: true, actions: 'assignOpenSection' },
                'section.close': { guard: 'isOpen', target: 'closed' },
              },
            },
          },
        },
      },
    });
}
