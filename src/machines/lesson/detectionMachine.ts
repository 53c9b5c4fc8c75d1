import { and, type SnapshotFrom } from 'xstate';
import { kindOf } from '../../problem';
import type { StatusAnswer } from '../../services/app/types';
import { type DetectionPorts, detectionSetup, writeOf } from './detectionSetup';
import type { Watch } from './watch';

/**
 * Detection in one section (section 4): the only owner of its status. It lives as long as the section is listed.
 *
 * Invariants:
 * - Every source of the status sends the same event, `status.said`. A poll, start or stop in flight is overtaken when a live message
 *   or a local change says otherwise: its answer may predate that. An overtaken poll says nothing. After an overtaken start or stop
 *   the status is polled at once, unless it shows the effect already.
 * - The status is known only while the live channel is open, or a page of the section is open and polls.
 * - While a page is open the status is polled every 10 s, one request at a time. A failed poll neither ends the polling nor
 *   changes the known status. A poll that outlasts its round counts as failed until it is answered.
 * - While active and open, the logs are fetched every 30 s. When a lesson starts, also after 2 s and 10 s; when it
 *   ends, at once and 3 s later. Announced logs are fetched at once.
 * - The lessons are fetched with the first logs of a new lesson, when it ends, and when one may have been missed.
 * - Detection cannot be started before the first poll has been answered or has failed.
 * - A lesson that ends without a local stop counts as ended elsewhere, until the next one.
 * - Agents that have not reported since the start are missed after a minute; not while students wait at the door, and then a
 *   minute after the last of them.
 * - Starts, stops, pauses, resumptions and extensions are sent one at a time, but a stop does not wait for the others to be answered.
 *   The session performs them and reports failures. Only a lesson with an end time can be extended, and only one that the backend can
 *   pause or resume is. The status is polled at once after all but a start and a stop, and unknown after a start or stop that may have
 *   happened.
 */
export function detectionMachine(ports: DetectionPorts) {
  const base = detectionSetup(ports);
  /** The states of a request, by whether its answer may predate what is known. */
  const overtakable = base.createStateConfig({
    initial: 'fresh',
    states: {
      fresh: {
        description: 'No change was reported since it was sent.',
        on: { 'status.said': { guard: 'isOvertaking', target: 'overtaken' } },
      },
      overtaken: { description: 'A change was reported since it was sent. Its answer may predate that.' },
    },
  });
  const stoppable = { 'stop.submit': { guard: 'mayBeActive', target: 'stopping' } } as const;
  /** Only the backend knows until when the lesson lasts, or whether it is paused. */
  const asking = base.createStateConfig({
    invoke: {
      id: 'sendChange',
      src: 'sendChange',
      input: writeOf,
      onDone: { target: 'none', actions: 'askStatus' },
      onError: { target: 'none', actions: 'askStatus' },
    },
    on: stoppable,
  });
  /** The answer says whether detection is active, unless a change was reported meanwhile. */
  const saying = base.createStateConfig({
    ...overtakable,
    invoke: {
      id: 'sendChange',
      src: 'sendChange',
      input: writeOf,
      onDone: [
        { guard: and(['isOvertaken', 'showsChange']), target: 'none' },
        { guard: 'isOvertaken', target: 'none', actions: 'askStatus' },
        { target: 'none', actions: { type: 'say', params: ({ event }) => ({ status: event.output, kind: 'change' }) } },
      ],
      onError: [
        { guard: 'showsChange', target: 'none' },
        { guard: { type: 'mayHaveHappened', params: ({ event }) => event }, target: 'none', actions: 'doubtChange' },
        { target: 'none' },
      ],
    },
  });
  return base.createMachine({
    id: 'detection',
    context: ({ input }) => ({ sectionId: input.sectionId, known: null }),
    invoke: { id: 'watchLive', src: 'watchLive', input: ({ context: { sectionId } }) => ({ sectionId }) },
    type: 'parallel',
    states: {
      known: {
        description: 'The known status of detection.',
        initial: 'unknown',
        on: {
          'change.doubted': '.unknown',
        },
        states: {
          unknown: {
            description: 'The status is unknown or may have changed since.',
            on: {
              'status.said': [
                { guard: 'saysActive', target: 'active', actions: 'noteAnew' },
                { target: 'inactive', actions: 'noteAnew' },
              ],
            },
          },
          inactive: {
            description: 'Detection is not active.',
            always: { guard: 'isUnheard', target: 'unknown' },
            on: {
              'status.said': [{ guard: 'saysActive', target: 'active', actions: 'note' }, { actions: 'note' }],
            },
          },
          active: {
            description: 'Detection is active.',
            always: { guard: 'isUnheard', target: 'unknown' },
            on: {
              'status.said': [
                { guard: 'saysStopped', target: 'inactive', actions: 'noteStop' },
                { guard: 'saysInactive', target: 'inactive', actions: 'note' },
                { actions: 'note' },
              ],
            },
          },
        },
      },
      change: {
        description: 'The local start, stop, pause, resumption or extension in flight.',
        initial: 'none',
        states: {
          none: {
            description: 'None is.',
            on: {
              'start.submit': { guard: 'canStart', target: 'starting' },
              'resume.submit': [
                { guard: 'canResume', target: 'resuming' },
                { guard: 'isPaused', target: 'pausing' },
              ],
              'pause.submit': { guard: 'canPause', target: 'pausing' },
              'stop.submit': { guard: 'mayBeActive', target: 'stopping' },
              'extend.submit': { guard: 'canExtend', target: 'extending' },
            },
          },
          pausing: { description: 'A pause of the class, or its end, is in flight.', ...asking },
          extending: { description: 'An extension is in flight.', ...asking },
          // A live message may report it before its answer, and the teacher may want to log out.
          starting: { description: 'A start is in flight.', ...saying, on: stoppable },
          resuming: {
            description: 'A resumption of the last lesson is in flight.',
            ...overtakable,
            invoke: {
              id: 'sendChange',
              src: 'sendChange',
              input: writeOf,
              onDone: [
                { guard: 'isOvertaken', target: 'none', actions: 'askStatus' },
                {
                  target: 'none',
                  actions: [
                    { type: 'say', params: ({ event }) => ({ status: event.output, kind: 'change' }) },
                    'askStatus',
                  ],
                },
              ],
              onError: [
                { guard: 'showsChange', target: 'none', actions: 'askStatus' },
                {
                  guard: { type: 'mayHaveHappened', params: ({ event }) => event },
                  target: 'none',
                  actions: 'doubtChange',
                },
                { target: 'none', actions: 'askStatus' },
              ],
            },
            on: stoppable,
          },
          stopping: {
            description: 'A stop is in flight, perhaps behind another change, whose outcome no longer matters.',
            ...saying,
          },
        },
      },
      agents: {
        description: 'Whether agents report, if the backend says so.',
        initial: 'untold',
        states: {
          untold: {
            description: 'Agents have reported, or the backend does not say.',
            always: { guard: 'areAwaited', target: 'awaited' },
          },
          awaited: {
            description: 'No agent has reported. They may still be starting.',
            always: [
              { guard: 'areNotAwaited', target: 'untold' },
              { guard: 'areKnocking', target: 'knocking' },
            ],
            after: { agentPatience: 'missed' },
          },
          knocking: {
            description: 'No agent has reported. Students wait at the door, and report once they are admitted.',
            always: { guard: 'areNotKnocking', target: 'awaited' },
          },
          missed: {
            description: 'No agent has reported within a minute of the start.',
            always: [
              { guard: 'areNotAwaited', target: 'untold' },
              { guard: 'areKnocking', target: 'knocking' },
            ],
          },
        },
      },
      channel: {
        description: 'Whether the live channel reports changes.',
        initial: 'untold',
        states: {
          untold: { description: 'The live channel is closed.', on: { 'live.opened': 'told' } },
          told: { description: 'The live channel is open.', on: { 'live.lost': 'untold' } },
        },
      },
      watched: {
        description: 'Whether a page of the section is open.',
        initial: 'closed',
        states: {
          closed: {
            description: 'No page is open. Nothing is fetched.',
            on: { 'section.opened': 'open' },
          },
          open: {
            description: 'A page is open. The status is polled, and logs and lessons are fetched.',
            invoke: [
              { id: 'watchPage', src: 'watchPage' },
              { id: 'lessons', src: 'lessons', input: ({ context }) => ({ sectionId: context.sectionId }) },
              { id: 'logs', systemId: 'logs', src: 'logs', input: ({ context }) => ({ sectionId: context.sectionId }) },
              { id: 'watchLessons', src: 'watchLessons' },
            ],
            on: {
              'section.left': 'closed',
              'records.changed': { actions: ['fetchLastLogs', 'refreshLessons'] },
              'logs.missing': { actions: 'askForList' },
            },
            type: 'parallel',
            states: {
              polling: {
                description: 'The status is polled in rounds.',
                initial: 'round',
                states: {
                  round: {
                    description: 'One poll and the time until the next.',
                    always: { guard: 'isRoundOver', target: 'round', reenter: true },
                    on: {
                      'page.shown': { target: 'round', reenter: true },
                      'poll.due': { target: 'round', reenter: true },
                      'change.doubted': { target: 'round', reenter: true },
                      'live.opened': { target: 'round', reenter: true, actions: ['refreshLogs', 'refreshLessons'] },
                    },
                    type: 'parallel',
                    states: {
                      call: {
                        description: 'This round’s call.',
                        initial: 'checking',
                        states: {
                          checking: {
                            description: 'The status is being fetched.',
                            ...overtakable,
                            invoke: {
                              id: 'fetchStatus',
                              src: 'fetchStatus',
                              input: ({ context }) => ({ sectionId: context.sectionId }),
                              onDone: [
                                // Even a stale answer shows whether the backend keeps lessons.
                                {
                                  guard: 'isPollOvertaken',
                                  target: 'answered',
                                  actions: { type: 'tellLessons', params: ({ event }) => event.output },
                                },
                                {
                                  target: 'answered',
                                  actions: [
                                    { type: 'tellLessons', params: ({ event }) => event.output },
                                    { type: 'say', params: ({ event }) => ({ status: event.output, kind: 'poll' }) },
                                  ],
                                },
                              ],
                              onError: [
                                {
                                  guard: ({ event }) => kindOf(event.error) === 'notFound',
                                  description: 'the backend does not know the section',
                                  target: 'unanswered',
                                  actions: ['failPoll', 'askForList'],
                                },
                                { target: 'unanswered', actions: 'failPoll' },
                              ],
                            },
                          },
                          answered: { description: 'The status was answered.', entry: 'passPoll' },
                          unanswered: { description: 'The status could not be fetched.' },
                        },
                      },
                      clock: {
                        description: 'The time from one poll to the next.',
                        initial: 'running',
                        states: {
                          running: {
                            description: 'It is too early for the next poll.',
                            after: {
                              statusPollInterval: [
                                { guard: 'isChecking', target: 'due', actions: 'failPoll' },
                                { target: 'due' },
                              ],
                            },
                          },
                          due: { description: 'The next poll only waits for this one.' },
                        },
                      },
                    },
                  },
                },
              },
              confidence: {
                description: 'Whether the status could be checked.',
                initial: 'sure',
                states: {
                  sure: {
                    description: 'The last poll was answered or is still in time.',
                    on: { 'poll.failed': 'doubtful' },
                  },
                  doubtful: {
                    description: 'The last poll failed, and none has been answered since.',
                    on: { 'poll.answered': 'sure' },
                  },
                },
              },
              refreshes: {
                description: 'The logs of the current lesson.',
                initial: 'resting',
                states: {
                  resting: {
                    description: 'Detection is not active.',
                    always: { guard: 'isActive', target: 'waiting' },
                  },
                  waiting: {
                    description: 'It is too early for the next fetch.',
                    always: { guard: 'isNotActive', target: 'resting' },
                    after: { logRefreshInterval: { target: 'waiting', reenter: true, actions: 'refreshLogs' } },
                    on: { 'page.shown': { target: 'waiting', reenter: true, actions: 'refreshLogs' } },
                  },
                },
              },
              lessonLogs: {
                description: 'The first and the last logs of a lesson.',
                initial: 'fetched',
                on: {
                  'status.said': [
                    { guard: 'hasStarted', target: '.first' },
                    { guard: 'hasEnded', target: '.last', actions: ['fetchLastLogs', 'refreshLessons'] },
                  ],
                },
                states: {
                  fetched: { description: 'The regular interval is sufficient.' },
                  first: {
                    description: 'A lesson has started: its first detections are on their way.',
                    // Fetching the new lesson can wait: it must not delay other windows' updates about the start.
                    after: { firstLogsDelay: { target: 'second', actions: ['refreshLogs', 'refreshLessons'] } },
                  },
                  second: {
                    description: 'The first fetch may have been too early for some logs.',
                    after: { secondLogsDelay: { target: 'fetched', actions: 'refreshLogs' } },
                  },
                  last: {
                    description: 'A lesson has ended. Some logs may still arrive.',
                    after: { lastLogsDelay: { target: 'fetched', actions: 'fetchLastLogs' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
}

type Detection = SnapshotFrom<typeof detectionMachine>;

export const isUnknown = (detection: Detection) => detection.matches({ known: 'unknown' });
export const isActive = (detection: Detection) => detection.matches({ known: 'active' });
export const isInactive = (detection: Detection) => detection.matches({ known: 'inactive' });
/** The status could not be checked. */
export const isDoubtful = (detection: Detection) =>
  detection.matches({ watched: { open: { confidence: 'doubtful' } } });
export const selectKnown = ({ context }: Detection) => context.known;
export const selectStartedAt = ({ context }: Detection) => context.known?.startedAt ?? null;
export const selectEndsAt = (detection: Detection) =>
  (isActive(detection) ? detection.context.known?.endsAt : null) ?? null;
export const selectEnded = ({ context }: Detection) => context.known?.ended ?? null;
export const selectPause = (detection: Detection) =>
  (isActive(detection) ? detection.context.known?.paused : null) ?? null;

/** Until when the lesson can be resumed: the end of a pause is always open. */
export function selectResumableUntil(detection: Detection): number | null {
  if (selectPause(detection) !== null) return Number.POSITIVE_INFINITY;
  return detection.can({ type: 'resume.submit' }) ? (detection.context.known?.resumableUntil ?? null) : null;
}

/** The logs and lessons, while a page of the section is open. */
export const selectLogs = (detection: Detection | undefined) => detection?.children.logs;
export const selectLessons = (detection: Detection | undefined) => detection?.children.lessons;

/** Returns whether agents report while detection is active. In a paused class they are not asked to. */
export function selectAgents(
  detection: Detection,
): Extract<Watch, 'untold' | 'missed' | 'knocking' | 'paused'> | NonNullable<StatusAnswer['agents']> {
  if (detection.context.known?.paused) return 'paused';
  if (detection.matches({ agents: 'knocking' })) return 'knocking';
  return detection.matches({ agents: 'missed' }) ? 'missed' : (detection.context.known?.agents ?? 'untold');
}
