import { and, assertEvent, assign, type EventObject, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import { DOOR_FALLBACK_MS, DOOR_POLL_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { Attendance } from '../../services/app/types';
import type { AttendanceService } from '../../services/attendance/attendanceService';
import { type Notice, showFailure } from '../app/noticeMachine';
import type { SendWrite } from '../app/writes';
import { type Live, watchLive } from '../live/watchLive';
import { type DoorChange, type DoorDecision, writeOf } from './doorWrites';

/** What the door needs of the world. */
export interface DoorPorts {
  attendanceService: Pick<AttendanceService, 'fetchAttendance'>;
  live(): Live | undefined;
  /** Tells about the section's lesson, at once and at each change, until the returned function is called. */
  watchLesson(sectionId: string, tell: (lesson: LessonNews) => void): () => void;
  sendWrite: SendWrite;
  showNotice(notice: Notice): void;
}

/** What the door needs to know of a lesson. */
export interface LessonNews {
  /** Detection is active. */
  isActive: boolean;
  /** The section has students, and no device has reported in the lesson. */
  isAwaited: boolean;
}

export interface DoorContext {
  sectionId: string;
  /** The backend has doors. */
  isOffered: boolean;
  /** Who attends the lesson; null before the first answer, and without a lesson. */
  attendance: Attendance | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
  /** The change that is being sent; null for none. */
  change: DoorChange | null;
  /** Who was admitted or turned away meanwhile: sent after it, in order. */
  next: readonly DoorDecision[];
  /** The lesson's students are invited without a press: once, and only while no device has reported. */
  invitation: 'unneeded' | 'due' | 'sent';
}

export type DoorEvent =
  | DoorChange
  /** Detection is active. */
  | { type: 'lesson.began' }
  | { type: 'lesson.ended' }
  /** The section has students, and no device has reported in the lesson. */
  | { type: 'devices.awaited' }
  /** A device has reported, or the section has no students. */
  | { type: 'devices.heard' }
  /** The live channel opened. Missed changes must be fetched. */
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  /** Who attends, or how, has changed. */
  | { type: 'attendance.changed' };

/**
 * The door of a lesson, at which students with devices of their own knock, and who is excused (an extension of the contract).
 *
 * ```
 * channel { untold ⇄ told }
 * lesson { closed ⇄ open { followed { fetching ⇄ known, failed } ⇄ changing; absent } }
 * ```
 *
 * Invariants:
 * - Nothing is fetched without a lesson, or from a backend that has no door.
 * - What is known stays during a fetch and after its failure.
 * - A lesson in which no device has reported gets its code without a press. That is tried once: whether it failed or the
 *   teacher wants another one, the next code is theirs to ask for.
 * - Who attends is fetched when a change is announced; twice if that was during a fetch, whose answer may predate it.
 * - It is polled as well: every 3 s, or every 30 s while the backend announces each change and the live channel is open.
 * - One change at a time. It ends the fetch in flight, which may predate it. Who attends is fetched again after it.
 * - A student whom the teacher admits or turns away during a change is not forgotten: these decisions are sent after it, in order.
 */
export const doorMachine = (ports: DoorPorts) =>
  setup({
    types: {
      context: {} as DoorContext,
      events: {} as DoorEvent,
      input: {} as Pick<DoorContext, 'sectionId' | 'isOffered'>,
    },
    actors: {
      /** Sends `live.opened`, `live.lost` and `attendance.changed`. */
      watchLive: watchLive(() => ports.live()),
      /** Sends the events about the lesson. */
      watchLesson: fromCallback<EventObject, Pick<DoorContext, 'sectionId' | 'isOffered'>>(({ input, sendBack }) => {
        if (!input.isOffered) return;
        let was: LessonNews = { isActive: false, isAwaited: false };
        return ports.watchLesson(input.sectionId, (now) => {
          if (now.isActive !== was.isActive) sendBack({ type: now.isActive ? 'lesson.began' : 'lesson.ended' });
          if (now.isAwaited !== was.isAwaited) sendBack({ type: now.isAwaited ? 'devices.awaited' : 'devices.heard' });
          was = now;
        });
      }),
      fetchAttendance: fromPromise<Attendance, { sectionId: string }>(({ input, signal }) =>
        ports.attendanceService.fetchAttendance(input.sectionId, signal),
      ),
      /** Sends the change. Rejects if some could not be admitted, too. */
      changeAttendance: fromPromise<void, { sectionId: string; change: DoorChange | null }>(
        async ({ input: { sectionId, change }, signal }) => {
          if (change !== null) await ports.sendWrite(writeOf(sectionId, change), signal);
        },
      ),
    },
    actions: {
      showNotice: (_, notice: Notice) => ports.showNotice(notice),
      assignChange: assign({
        change: ({ event }) => {
          assertEvent(event, [
            ...(['students.invite', 'code.replace', 'students.admit', 'students.admitAll', 'number.admit'] as const),
            ...(['students.refuse', 'waiting.refuse'] as const),
            ...(['student.excuse', 'excuse.end', 'links.send', 'link.revoke'] as const),
          ]);
          return event;
        },
      }),
      clearChange: assign({ change: null }),
      assignNext: assign({
        next: ({ context, event }) => {
          assertEvent(event, ['students.admit', 'number.admit', 'students.refuse']);
          return [...context.next, event];
        },
      }),
      takeNext: assign({
        change: ({ context: { next } }) => next[0] ?? null,
        next: ({ context: { next } }) => next.slice(1),
      }),
      expectDevices: assign({
        invitation: ({ context }) => (context.invitation === 'sent' ? 'sent' : 'due'),
      }),
      stopExpecting: assign({
        invitation: ({ context }) => (context.invitation === 'sent' ? 'sent' : 'unneeded'),
      }),
      assignInvitation: assign({ change: { type: 'students.invite' }, invitation: 'sent' }),
      forget: assign({ attendance: null, problem: null, next: [], invitation: 'unneeded' }),
    },
    guards: {
      /** The open live channel announces every change. */
      isTold: and([stateIn({ channel: 'told' }), ({ context }) => context.attendance?.isAnnounced === true]),
      /** Only fetches show changes. */
      isUntold: not('isTold'),
      /** No device has reported, and there is no code with which one could. */
      lacksCode: ({ context: { attendance, invitation } }) =>
        invitation === 'due' && attendance !== null && attendance.lessonId !== null && attendance.code === null,
      /** Somebody else was admitted or turned away meanwhile. */
      hasNext: ({ context: { next } }) => next.length > 0,
      /** The fetch in flight may lack a change. */
      mayLackChange: stateIn({ lesson: { open: { followed: { fetching: 'outrun' } } } }),
    },
    delays: {
      /** From an answer to the next fetch, if changes are not announced. */
      pollInterval: DOOR_POLL_MS,
      /** The same if they are. */
      fallbackInterval: DOOR_FALLBACK_MS,
    },
  }).createMachine({
    id: 'door',
    context: ({ input }) => ({
      ...input,
      attendance: null,
      problem: null,
      change: null,
      next: [],
      invitation: 'unneeded',
    }),
    invoke: [
      // The channel first: a fetch that begins while it is open lacks nothing.
      { id: 'watchLive', src: 'watchLive', input: ({ context: { sectionId } }) => ({ sectionId }) },
      {
        id: 'watchLesson',
        src: 'watchLesson',
        input: ({ context: { sectionId, isOffered } }) => ({ sectionId, isOffered }),
      },
    ],
    type: 'parallel',
    states: {
      channel: {
        description: 'Whether the live channel is open.',
        initial: 'untold',
        states: {
          untold: { description: 'The live channel is closed.', on: { 'live.opened': 'told' } },
          told: { description: 'The live channel is open.', on: { 'live.lost': 'untold' } },
        },
      },
      lesson: {
        description: 'The lesson and its door.',
        initial: 'closed',
        states: {
          closed: {
            description: 'No lesson is running.',
            on: { 'lesson.began': 'open' },
          },
          open: {
            description: 'A lesson is running.',
            exit: 'forget',
            on: {
              'lesson.ended': 'closed',
              'devices.awaited': { actions: 'expectDevices' },
              'devices.heard': { actions: 'stopExpecting' },
            },
            initial: 'followed',
            states: {
              followed: {
                description: 'It is fetched again and again who attends.',
                on: {
                  'students.invite': { target: 'changing', actions: 'assignChange' },
                  'code.replace': { target: 'changing', actions: 'assignChange' },
                  'students.admit': { target: 'changing', actions: 'assignChange' },
                  'students.admitAll': { target: 'changing', actions: 'assignChange' },
                  'number.admit': { target: 'changing', actions: 'assignChange' },
                  'students.refuse': { target: 'changing', actions: 'assignChange' },
                  'waiting.refuse': { target: 'changing', actions: 'assignChange' },
                  'student.excuse': { target: 'changing', actions: 'assignChange' },
                  'excuse.end': { target: 'changing', actions: 'assignChange' },
                  'links.send': { target: 'changing', actions: 'assignChange' },
                  'link.revoke': { target: 'changing', actions: 'assignChange' },
                },
                initial: 'fetching',
                states: {
                  fetching: {
                    description: 'Who attends is being fetched. What is known stays.',
                    initial: 'asked',
                    invoke: {
                      id: 'fetchAttendance',
                      src: 'fetchAttendance',
                      input: ({ context: { sectionId } }) => ({ sectionId }),
                      onDone: [
                        {
                          guard: 'mayLackChange',
                          target: 'fetching',
                          reenter: true,
                          actions: assign({ attendance: ({ event }) => event.output, problem: null }),
                        },
                        {
                          target: 'known',
                          actions: assign({ attendance: ({ event }) => event.output, problem: null }),
                        },
                      ],
                      onError: [
                        {
                          guard: ({ event }) => kindOf(event.error) === 'notFound',
                          description: 'the backend has no door',
                          target: '#door.lesson.open.absent',
                        },
                        { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
                      ],
                    },
                    states: {
                      asked: {
                        description: 'The answer will be up to date.',
                        on: { 'attendance.changed': 'outrun', 'live.opened': 'outrun' },
                      },
                      outrun: { description: 'Something changed during the fetch: its answer may predate that.' },
                    },
                  },
                  known: {
                    description: 'It is known who attends.',
                    always: { guard: 'lacksCode', target: '#door.lesson.open.changing', actions: 'assignInvitation' },
                    after: {
                      pollInterval: { guard: 'isUntold', target: 'fetching' },
                      fallbackInterval: 'fetching',
                    },
                    on: {
                      'attendance.changed': 'fetching',
                      'live.opened': 'fetching',
                      // From now on changes are not announced.
                      'live.lost': 'fetching',
                    },
                  },
                  failed: {
                    description: 'It could not be fetched who attends.',
                    after: { pollInterval: 'fetching' },
                    on: { 'attendance.changed': 'fetching', 'live.opened': 'fetching' },
                  },
                },
              },
              changing: {
                description: 'An invitation, an admission, a refusal, an excuse or a change of links is being sent.',
                exit: 'clearChange',
                on: {
                  'students.admit': { actions: 'assignNext' },
                  'number.admit': { actions: 'assignNext' },
                  'students.refuse': { actions: 'assignNext' },
                },
                invoke: {
                  id: 'changeAttendance',
                  src: 'changeAttendance',
                  input: ({ context: { sectionId, change } }) => ({ sectionId, change }),
                  onDone: [
                    { guard: 'hasNext', target: 'changing', reenter: true, actions: 'takeNext' },
                    { target: 'followed' },
                  ],
                  onError: [
                    { guard: 'hasNext', target: 'changing', reenter: true, actions: [showFailure, 'takeNext'] },
                    { target: 'followed', actions: showFailure },
                  ],
                },
              },
              absent: { description: 'The backend has no door.' },
            },
          },
        },
      },
    },
  });
