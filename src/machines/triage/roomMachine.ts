import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import type { PagePorts } from '../../pagePorts';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { Room, RoomPlace } from '../../services/app/types';
import { backoffDelay } from '../app/backoff';
import type { SendWrite, WriteAnswer } from '../app/writes';
import { samePlaces } from '../students/room';

/** What arranging a room needs of the world. */
export interface RoomPorts extends Pick<PagePorts, 'watchNetwork'> {
  sendWrite: SendWrite;
}

type Places = readonly RoomPlace[];

export interface RoomContext {
  sectionId: string;
  /** The arrangement that the teacher has begun with; a later one of another teacher is not overwritten unseen. */
  version: number;
  /** The places there. */
  saved: Places;
  /** As the teacher has arranged them. */
  places: Places;
  /** Before each move, the latest last. */
  past: readonly Places[];
  /** Why the last try to save them failed. */
  problem: Problem | null;
  /** Number of times that they were sent without an answer. */
  tries: number;
}

export type RoomEvent =
  | { type: 'room.arrange'; room: Room }
  | { type: 'student.move'; places: Places }
  | { type: 'move.undo' }
  | { type: 'room.save' }
  | { type: 'room.cancel' }
  /** Saves the teacher's places in spite of another arrangement, which is known by its version. */
  | { type: 'room.overwrite'; version: number }
  | { type: 'network.online' };

/**
 * Arranging the room of a section, for all its teachers (an extension). The section itself has the saved places.
 *
 * ```
 * opening ─▶ viewing ⇄ arranging ⇄ saving ─▶ viewing
 *                                  saving ⇄ waiting
 *                                  saving ⇄ outdated
 * ```
 *
 * Invariants:
 * - Nothing is sent before the teacher saves, and nothing if nothing has moved.
 * - A failure leaves the places as the teacher has arranged them. Without an answer the same places are sent again: they may have been
 *   saved, and sending them twice changes nothing. So nothing moves meanwhile.
 * - Another teacher's arrangement is overwritten only by a teacher who was told of it.
 */
export const roomMachine = ({ sendWrite, watchNetwork }: RoomPorts) =>
  setup({
    types: {
      context: {} as RoomContext,
      events: {} as RoomEvent,
      /** The places that are saved, and those that the teacher had arranged when they left the page. */
      input: {} as { sectionId: string; saved: Places; draft: Room | null },
    },
    actors: {
      saveRoom: fromPromise<WriteAnswer, { sectionId: string; room: Room }>(({ input, signal }) =>
        sendWrite({ kind: 'arrangeRoom', ...input }, signal),
      ),
      /** Sends `network.online`. */
      watchNetwork: fromCallback(({ sendBack }) =>
        watchNetwork((online) => {
          if (online) sendBack({ type: 'network.online' });
        }),
      ),
    },
    actions: {
      begin: assign(({ event }) => {
        assertEvent(event, 'room.arrange');
        const { version, places } = event.room;
        return { version, saved: places, places, past: [], problem: null, tries: 0 };
      }),
      move: assign(({ context, event }) => {
        assertEvent(event, 'student.move');
        return { places: event.places, past: [...context.past, context.places], problem: null };
      }),
      takeBack: assign(({ context: { past, places } }) => ({
        places: past.at(-1) ?? places,
        past: past.slice(0, -1),
        problem: null,
      })),
    },
    delays: {
      /** 1 s after the first failure, then twice as long each time, at most 30 s. */
      retryInterval: ({ context }) => backoffDelay(context.tries - 1),
    },
  }).createMachine({
    id: 'room',
    context: ({ input: { sectionId, saved, draft } }) => ({
      ...{ sectionId, saved, version: draft?.version ?? 0, places: draft?.places ?? saved },
      ...{ past: [], problem: null, tries: 0 },
    }),
    initial: 'opening',
    states: {
      opening: {
        description: 'Looks for moves that were not saved when the page was left.',
        always: [
          {
            guard: ({ context }) => !samePlaces(context.places, context.saved),
            description: 'there are some',
            target: 'arranging',
          },
          { target: 'viewing' },
        ],
      },
      viewing: {
        description: 'Nothing is being arranged.',
        on: { 'room.arrange': { target: 'arranging', actions: 'begin' } },
      },
      arranging: {
        description: 'The teacher moves students.',
        on: {
          'student.move': { actions: 'move' },
          'move.undo': {
            guard: ({ context }) => context.past.length > 0,
            description: 'something has moved',
            actions: 'takeBack',
          },
          'room.save': [
            {
              guard: ({ context }) => samePlaces(context.places, context.saved),
              description: 'everybody sits where they did',
              target: 'viewing',
            },
            { target: 'saving' },
          ],
          'room.cancel': 'viewing',
        },
      },
      saving: {
        description: 'The places are being saved.',
        invoke: {
          id: 'saveRoom',
          src: 'saveRoom',
          input: ({ context: { sectionId, version, places } }) => ({ sectionId, room: { version, places } }),
          onDone: [
            {
              guard: ({ event }) => event.output.left !== null,
              description: 'another teacher has arranged the room in the meantime',
              target: 'outdated',
            },
            { target: 'viewing' },
          ],
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unanswered',
              description: 'there was no answer',
              target: 'waiting',
              actions: assign({ tries: ({ context }) => context.tries + 1 }),
            },
            {
              target: 'arranging',
              actions: assign({ problem: ({ event }) => problemOf(event.error), tries: 0 }),
            },
          ],
        },
      },
      waiting: {
        description: 'Nothing came back. The same places are sent again, at the latest when the network is back.',
        invoke: { id: 'watchNetwork', src: 'watchNetwork' },
        after: { retryInterval: 'saving' },
        on: { 'network.online': 'saving', 'room.save': 'saving', 'room.cancel': 'viewing' },
      },
      outdated: {
        description: 'Another teacher has arranged the room in the meantime. The teacher chooses between the two.',
        on: {
          'room.overwrite': { target: 'saving', actions: assign({ version: ({ event }) => event.version }) },
          'room.cancel': 'viewing',
        },
      },
    },
  });
