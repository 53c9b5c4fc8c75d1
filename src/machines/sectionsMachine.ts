import { assign, setup } from 'xstate';
import { messages } from '../messages';
import { type Problem, problemOf } from '../problem';
import type { Section } from '../services/types';
import { createSectionForm } from './forms/createSectionForm';
import { promiseNotProvided } from './notProvided';

export interface SectionsContext {
  sections: Section[];
  problem: Problem | null;
}

export type SectionsEvent =
  | { type: 'sections.retry' }
  | { type: 'modal.open' }
  | { type: 'modal.close' }
  /** The form in the modal has created a section. */
  | { type: 'section.created' };

/**
 * The dashboard (section 4): the list of sections, and the modal that creates one.
 *
 * Invariants:
 * - A created section reloads the list at once, while the modal still shows its success; a list that was under way is
 *   asked for again.
 * - What is listed stays until there is something newer, also while the list reloads and when that fails.
 * - The form lives only in the open modal: closing it forgets what it said and gives up what it was sending.
 */
export const sectionsMachine = setup({
  types: {
    context: {} as SectionsContext,
    events: {} as SectionsEvent,
    children: {} as { createSection: 'createSection' },
  },
  actors: {
    fetchSections: promiseNotProvided<Section[]>('fetchSections'),
    createSection: createSectionForm,
  },
  actions: {
    assignSections: assign({ sections: (_, { sections }: { sections: Section[] }) => sections, problem: null }),
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error, messages.dashboard.failed),
    }),
  },
  guards: {
    hasSections: (_, { sections }: { sections: Section[] }) => sections.length > 0,
  },
}).createMachine({
  id: 'sections',
  context: { sections: [], problem: null },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: {
        // Even while loading, which starts over: an answer under way may not know of it yet.
        'section.created': '.loading',
      },
      states: {
        loading: {
          invoke: {
            id: 'fetchSections',
            src: 'fetchSections',
            onDone: [
              {
                guard: { type: 'hasSections', params: ({ event }) => ({ sections: event.output }) },
                target: 'loaded',
                actions: { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
              },
              {
                target: 'empty',
                actions: { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        empty: {},
        loaded: {},
        failed: {
          on: {
            'sections.retry': 'loading',
          },
        },
      },
    },
    modal: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'modal.open': 'open',
          },
        },
        open: {
          invoke: { id: 'createSection', src: 'createSection', onDone: 'closed' },
          on: {
            'modal.close': 'closed',
          },
        },
      },
    },
  },
});
