import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { type Problem, problemOf } from '../../problem';
import type { WriteKind } from '../../writeKinds';
import type { RunningSection } from '../lesson/knownStatus';

/** What logging out needs of the session. */
export interface LogoutPorts {
  /** Resolves once detection is stopped in the sections, with whether writes are in flight. */
  stopSessions(running: RunningSection[], signal: AbortSignal): Promise<{ isSaving: boolean }>;
  /** Tells each write that failed or was done in part. Call the results to stop. */
  watchFailures(tell: (write: { kind: WriteKind; sectionId: string | null }) => void): () => void;
  /** Tells that no write is in flight, and in which sections detection is active. */
  awaitWrites(tell: (running: RunningSection[]) => void): () => void;
  logOut(): void;
}

export interface LogoutContext {
  /** Sections with active detection when the teacher pressed Log out or was last asked. */
  running: RunningSection[];
  /** Why stopping detection failed. */
  problem: Problem | null;
}

export type LogoutEvent =
  /** Carries the session's sections with active detection, and whether writes are in flight. */
  | { type: 'logout.ask'; running: RunningSection[]; isSaving: boolean }
  /** Log out and keep detection running. */
  | { type: 'logout.keepRunning'; isSaving: boolean }
  /** Stop detection everywhere first. */
  | { type: 'logout.stopFirst' }
  /** Log out without waiting for the writes in flight. */
  | { type: 'logout.now' }
  | { type: 'logout.cancel' }
  /** The teacher navigated to another page. */
  | { type: 'page.left' }
  /** A write failed or was done in part. */
  | { type: 'write.failed'; kind: WriteKind; sectionId: string | null }
  /** No write is in flight any longer. Detection is active in these sections. */
  | { type: 'writes.finished'; running: RunningSection[] };

const isAmong = (running: RunningSection[], sectionId: string | null) => running.some(({ id }) => id === sectionId);

/**
 * Logging out asks first while detection is active, and waits while writes are in flight:
 *
 * ```
 * closed ─▶ open { asking ─▶ stopping ─▶ saving ─▶ asking } ─▶ closed
 * ```
 *
 * Invariants:
 * - The teacher is logged out at once if detection is inactive everywhere and no write is in flight.
 * - Teachers must agree to a log-out while detection is active, including detection that could not be stopped or started
 *   after the question. The same holds while a write is in flight or if one has failed since they pressed Log out.
 * - Leaving the page cancels the question, but not a decision.
 */
export const logoutMachine = (ports: LogoutPorts) =>
  setup({
    types: {
      context: {} as LogoutContext,
      events: {} as LogoutEvent,
    },
    actors: {
      /** Resolves once detection is stopped everywhere, with whether writes are in flight. */
      stopSessions: fromPromise<{ isSaving: boolean }, { running: RunningSection[] }>(({ input, signal }) =>
        ports.stopSessions(input.running, signal),
      ),
      /** Sends `write.failed`. */
      watchWrites: fromCallback(({ sendBack }) =>
        ports.watchFailures((write) => sendBack({ type: 'write.failed', ...write })),
      ),
      /** Sends `writes.finished`, at once if no write is in flight. */
      finishWrites: fromCallback(({ sendBack }) =>
        ports.awaitWrites((running) => sendBack({ type: 'writes.finished', running })),
      ),
    },
    actions: {
      logOut: () => ports.logOut(),
      assignRunning: assign(({ event }) => {
        assertEvent(event, ['logout.ask', 'writes.finished']);
        return { running: event.running, problem: null };
      }),
    },
  }).createMachine({
    id: 'logout',
    context: { running: [], problem: null },
    initial: 'closed',
    states: {
      closed: {
        description: 'No log-out is in progress.',
        on: {
          'logout.ask': [
            {
              guard: ({ event }) => event.running.length > 0,
              description: 'detection is active somewhere',
              target: 'open.asking',
              actions: 'assignRunning',
            },
            {
              guard: ({ event }) => event.isSaving,
              description: 'writes are in flight',
              target: 'open.saving',
              actions: 'assignRunning',
            },
            { actions: 'logOut' },
          ],
        },
      },
      open: {
        description: 'The teacher wants to log out.',
        invoke: { id: 'watchWrites', src: 'watchWrites' },
        on: {
          // The failure is shown where the change was made, or by a notice: let them see it.
          'write.failed': 'closed',
        },
        initial: 'asking',
        states: {
          asking: {
            description: 'The teacher is asked whether to stop detection.',
            on: {
              'logout.stopFirst': 'stopping',
              'logout.keepRunning': [
                { guard: ({ event }) => event.isSaving, description: 'writes are in flight', target: 'saving' },
                { target: '#logout.closed', actions: 'logOut' },
              ],
              'logout.cancel': '#logout.closed',
              'page.left': '#logout.closed',
            },
          },
          stopping: {
            description: 'Detection is being stopped.',
            on: {
              // The dialog reports these once the others have ended too.
              'write.failed': {
                guard: ({ context: { running }, event }) =>
                  event.kind === 'stopDetection' && isAmong(running, event.sectionId),
                description: 'it is one of the requested stops',
              },
            },
            invoke: {
              id: 'stopSessions',
              src: 'stopSessions',
              input: ({ context }) => ({ running: context.running }),
              onDone: [
                { guard: ({ event }) => event.output.isSaving, description: 'writes are in flight', target: 'saving' },
                { target: '#logout.closed', actions: 'logOut' },
              ],
              onError: {
                target: 'asking',
                actions: assign({ problem: ({ event }) => problemOf(event.error) }),
              },
            },
          },
          saving: {
            description: 'Writes are in flight. The teacher is logged out once they settle.',
            invoke: { id: 'finishWrites', src: 'finishWrites' },
            on: {
              'logout.now': { target: '#logout.closed', actions: 'logOut' },
              'logout.cancel': '#logout.closed',
              'writes.finished': [
                // The write in flight was a start.
                {
                  guard: ({ context, event }) => event.running.some(({ id }) => !isAmong(context.running, id)),
                  description: 'detection is active where the teacher was not asked about it',
                  target: 'asking',
                  actions: 'assignRunning',
                },
                { target: '#logout.closed', actions: 'logOut' },
              ],
            },
          },
        },
      },
    },
  });
