import { assign, fromPromise, setup } from 'xstate';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { Badge, MadeBadge } from '../../services/app/types';
import type { AttendanceService } from '../../services/attendance/attendanceService';
import { type Notice, showFailure } from '../app/noticeMachine';
import type { SendWrite } from '../app/writes';

/** What the badges of a section need of the world. */
export interface BadgesPorts {
  attendanceService: Pick<AttendanceService, 'fetchBadges'>;
  sendWrite: SendWrite;
  showNotice(notice: Notice): void;
  printPage(): Promise<void>;
  /** Where the secrets go, and stay: they are in no chart. */
  addresses: BadgeAddresses;
}

/** The secret addresses of badges by the ids of their students, for as long as the page that made them is open. */
export type BadgeAddresses = Map<string, string>;

export type BadgesChange =
  | { type: 'badges.make'; studentIds: readonly string[] }
  | { type: 'badges.revoke'; studentIds: readonly string[] };

export type BadgesEvent = BadgesChange | { type: 'badges.print' } | { type: 'badges.refresh' };

/** Students by id. Their secrets are in no chart. */
export interface Printable {
  /** Those whose badges this change has made. */
  made: readonly string[];
  /** Those whose badges were made on this page. */
  printable: readonly string[];
}

export interface BadgesContext {
  sectionId: string;
  /** Who has a badge; null before the first answer. */
  badges: readonly Badge[] | null;
  /** Why the last fetch failed. */
  problem: Problem | null;
  /** The change that is being sent; null for none. */
  change: BadgesChange | null;
  /** The ids of the students whose badges can be printed: those that were made here. */
  printable: readonly string[];
  /** Those of them that are on the sheet. */
  onSheet: readonly string[];
}

/**
 * The printed badges of a section's students (an extension of the contract).
 *
 * ```
 * fetching ─▶ known, failed ⇄ changing ─▶ printing ─▶ fetching
 *          ─▶ absent
 * ```
 *
 * Invariants:
 * - A badge can be printed only where it was made: the backend tells its secret once, and no chart holds it.
 * - What was made is printed at once. Who has a badge is fetched again after each change, also a failed one, which may have happened.
 * - What can be printed stays so after a failed fetch.
 */
export const badgesMachine = ({ attendanceService, sendWrite, showNotice, printPage, addresses }: BadgesPorts) =>
  setup({
    types: {
      context: {} as BadgesContext,
      events: {} as BadgesEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      fetchBadges: fromPromise<Badge[], { sectionId: string }>(({ input, signal }) =>
        attendanceService.fetchBadges(input.sectionId, signal),
      ),
      changeBadges: fromPromise<Printable, { sectionId: string; change: BadgesChange | null }>(
        async ({ input: { sectionId, change }, signal }) => {
          const made: string[] = [];
          if (change?.type === 'badges.make') {
            const onMade = (badges: readonly MadeBadge[]) => {
              for (const { studentId, address } of badges) {
                addresses.set(studentId, address);
                made.push(studentId);
              }
            };
            await sendWrite({ kind: 'makeBadges', sectionId, studentIds: change.studentIds, onMade }, signal);
          }
          if (change?.type === 'badges.revoke') {
            await sendWrite({ kind: 'revokeBadges', sectionId, studentIds: change.studentIds }, signal);
            for (const id of change.studentIds) addresses.delete(id);
          }
          return { made, printable: [...addresses.keys()] };
        },
      ),
      openPrint: fromPromise<void, void>(printPage),
    },
    actions: {
      showNotice: (_, notice: Notice) => showNotice(notice),
    },
  }).createMachine({
    id: 'badges',
    context: ({ input }) => ({ ...input, badges: null, problem: null, change: null, printable: [], onSheet: [] }),
    initial: 'fetching',
    states: {
      fetching: {
        description: 'It is being fetched who has a badge. What is known stays.',
        invoke: {
          id: 'fetchBadges',
          src: 'fetchBadges',
          input: ({ context: { sectionId } }) => ({ sectionId }),
          onDone: { target: 'known', actions: assign({ badges: ({ event }) => event.output, problem: null }) },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'notFound',
              description: 'the backend has no badges',
              target: 'absent',
            },
            { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
          ],
        },
      },
      absent: { description: 'The backend has no badges.' },
      known: {
        description: 'It is known who has a badge.',
        on: {
          'badges.make': { target: 'changing', actions: assign({ change: ({ event }) => event }) },
          'badges.revoke': { target: 'changing', actions: assign({ change: ({ event }) => event }) },
          'badges.print': {
            target: 'printing',
            actions: assign({ onSheet: ({ context }) => context.printable }),
          },
        },
      },
      failed: {
        description: 'It could not be fetched who has a badge.',
        on: {
          'badges.refresh': 'fetching',
          'badges.print': {
            target: 'printing',
            actions: assign({ onSheet: ({ context }) => context.printable }),
          },
        },
      },
      changing: {
        description: 'Badges are being made or revoked.',
        exit: assign({ change: null }),
        invoke: {
          id: 'changeBadges',
          src: 'changeBadges',
          input: ({ context: { sectionId, change } }) => ({ sectionId, change }),
          onDone: [
            {
              guard: ({ event }) => event.output.made.length > 0,
              description: 'badges were made',
              target: 'printing',
              actions: assign({
                printable: ({ event }) => event.output.printable,
                onSheet: ({ event }) => event.output.made,
              }),
            },
            {
              target: 'fetching',
              actions: assign({
                printable: ({ event }) => event.output.printable,
                onSheet: ({ event }) => event.output.printable,
              }),
            },
          ],
          onError: { target: 'fetching', actions: showFailure },
        },
      },
      printing: {
        description: 'The browser’s print dialog is open, with the sheet.',
        invoke: { id: 'openPrint', src: 'openPrint', onDone: 'fetching', onError: 'fetching' },
      },
    },
  });
