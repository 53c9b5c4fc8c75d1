import { assertEvent, assign, setup } from 'xstate';
import { messages } from '../messages';
import { type Problem, problemOf } from '../problem';
import type { Section } from '../services/types';
import { detectionMachine } from './detectionMachine';
import { deleteSectionForm } from './forms/deleteSectionForm';
import { promiseNotProvided } from './notProvided';

export interface SectionContext {
  sectionId: string;
  section: Section | null;
  problem: Problem | null;
}

export type SectionEvent =
  | { type: 'section.retry' }
  /** The roster has changed the section. */
  | { type: 'section.updated'; section: Section }
  | { type: 'delete.open' }
  | { type: 'delete.cancel' };

/**
 * One section and what its pages share: loading, its detection, its deletion (section 4: a password dialog).
 *
 * Invariants:
 * - Detection lives exactly as long as the section is loaded; leaving the section's pages ends its timers.
 * - What the roster changes, and the password dialog, leave detection as it is.
 * - The dialog is a new one each time it is opened: it remembers neither a password nor a problem.
 * - `deleted` is the end: nothing of the section goes on.
 */
export const sectionMachine = setup({
  types: {
    context: {} as SectionContext,
    events: {} as SectionEvent,
    input: {} as { sectionId: string },
    children: {} as { detection: 'detection'; deleteSection: 'deleteSection' },
  },
  actors: {
    fetchSection: promiseNotProvided<Section | null, { sectionId: string }>('fetchSection'),
    detection: detectionMachine,
    deleteSection: deleteSectionForm,
  },
  actions: {
    assignSection: assign({ section: (_, { section }: { section: Section | null }) => section, problem: null }),
    assignUpdated: assign({
      section: ({ event }) => {
        assertEvent(event, 'section.updated');
        return event.section;
      },
    }),
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error, messages.section.failed),
    }),
  },
  guards: {
    isFound: (_, { section }: { section: Section | null }) => section !== null,
  },
}).createMachine({
  id: 'section',
  context: ({ input }) => ({ sectionId: input.sectionId, section: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'fetchSection',
        src: 'fetchSection',
        input: ({ context }) => ({ sectionId: context.sectionId }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => ({ section: event.output }) },
            target: 'loaded',
            actions: { type: 'assignSection', params: ({ event }) => ({ section: event.output }) },
          },
          { target: 'notFound' },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    notFound: {},
    failed: {
      on: {
        'section.retry': 'loading',
      },
    },
    loaded: {
      invoke: { id: 'detection', src: 'detection', input: ({ context }) => ({ sectionId: context.sectionId }) },
      on: {
        'section.updated': { actions: 'assignUpdated' },
      },
      initial: 'viewing',
      states: {
        viewing: {
          on: {
            'delete.open': 'deleting',
          },
        },
        deleting: {
          invoke: { id: 'deleteSection', src: 'deleteSection', onDone: '#section.deleted' },
          on: {
            'delete.cancel': 'viewing',
          },
        },
      },
    },
    deleted: {
      type: 'final',
    },
  },
});
