import { assertEvent, assign, type EventObject, setup } from 'xstate';
import { MIN_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../constants';
import { messages } from '../messages';
import { type Problem, problemOf } from '../problem';
import type { Section, Student } from '../services/types';
import { failureNotice, type Notice } from './noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from './notProvided';

export interface RosterContext {
  sectionId: string;
  /** The section's students now, as the session knows them. */
  students: Student[];
  query: string;
  results: Student[];
  searchProblem: Problem | null;
  selected: Student[];
  /** The student whose removal is being confirmed or made. */
  leaving: Student | null;
}

export type RosterEvent =
  /** The section has other students now, whoever changed them. */
  | { type: 'students.changed'; students: Student[] }
  | { type: 'query.change'; query: string }
  | { type: 'student.select'; student: Student }
  | { type: 'student.unselect'; student: Student }
  | { type: 'add.submit' }
  | { type: 'remove.open'; student: Student }
  | { type: 'remove.cancel' }
  | { type: 'remove.confirm' };

/** E-mails name students; letter case does not distinguish them. */
const sameStudent = (a: Student) => (b: Student) => a.email.toLowerCase() === b.email.toLowerCase();

/** Whether a student can be selected: not yet in the section, and not yet selected (section 5). */
export const standingOf = (
  { students, selected }: RosterContext,
  student: Student,
): 'enrolled' | 'selected' | 'selectable' => {
  if (students.some(sameStudent(student))) return 'enrolled';
  return selected.some(sameStudent(student)) ? 'selected' : 'selectable';
};

const longEnough = (query: string) => query.trim().length >= MIN_SEARCH_LENGTH;

/**
 * Manage Students (sections 2, 5 and 8): search, selection and adding, removal after a question.
 *
 * Invariants: no search below 2 characters; a new query drops the answer of the old one; nobody is selected twice or
 * while enrolled; nothing is added without a selection; nobody is removed without the question. Adding and removing are
 * writes of the teacher's session: leaving the page gives up waiting for them, not them.
 */
export const rosterMachine = setup({
  types: {
    context: {} as RosterContext,
    events: {} as RosterEvent,
    input: {} as { section: Section },
  },
  actors: {
    searchStudents: promiseNotProvided<Student[], { query: string }>('searchStudents'),
    addStudents: promiseNotProvided<void, { sectionId: string; emails: string[] }>('addStudents'),
    removeStudent: promiseNotProvided<void, { sectionId: string; email: string }>('removeStudent'),
    /** Sends `students.changed`. */
    watchStudents: callbackNotProvided<EventObject, { sectionId: string }>('watchStudents'),
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    assignQuery: assign({
      query: ({ event }) => {
        assertEvent(event, 'query.change');
        return event.query;
      },
      results: [],
      searchProblem: null,
    }),
    assignResults: assign({ results: (_, { students }: { students: Student[] }) => students }),
    assignSearchProblem: assign({
      searchProblem: (_, { error }: { error: unknown }) => problemOf(error),
    }),
    select: assign({
      selected: ({ context, event }) => {
        assertEvent(event, 'student.select');
        return [...context.selected, event.student];
      },
    }),
    unselect: assign({
      selected: ({ context, event }) => {
        assertEvent(event, 'student.unselect');
        const isThisOne = sameStudent(event.student);
        return context.selected.filter((student) => !isThisOne(student));
      },
    }),
    /** Who is in the section by now is selected no more. */
    assignStudents: assign(({ context, event }) => {
      assertEvent(event, 'students.changed');
      const { students } = event;
      return {
        students,
        selected: context.selected.filter((student) => !students.some(sameStudent(student))),
      };
    }),
    clearSelected: assign({ selected: [] }),
    assignLeaving: assign({
      leaving: ({ event }) => {
        assertEvent(event, 'remove.open');
        return event.student;
      },
    }),
    clearLeaving: assign({ leaving: null }),
  },
  guards: {
    /** The text has 2 characters or more. */
    isLongEnough: (_, { query }: { query: string }) => longEnough(query),
    /** The search found somebody. */
    hasResults: (_, { students }: { students: Student[] }) => students.length > 0,
    /** The student is neither selected already nor in the section. */
    isSelectable: ({ context }, { student }: { student: Student }) => standingOf(context, student) === 'selectable',
    /** Somebody is selected. */
    hasSelection: ({ context }) => context.selected.length > 0,
  },
  delays: {
    /** From the last keystroke to the search, so that a name typed fluently is one call. */
    searchDebounce: SEARCH_DEBOUNCE_MS,
  },
}).createMachine({
  id: 'roster',
  context: ({ input }) => ({
    sectionId: input.section.id,
    students: input.section.students,
    query: '',
    results: [],
    searchProblem: null,
    selected: [],
    leaving: null,
  }),
  invoke: { id: 'watchStudents', src: 'watchStudents', input: ({ context }) => ({ sectionId: context.sectionId }) },
  on: {
    'students.changed': { actions: 'assignStudents' },
  },
  type: 'parallel',
  states: {
    search: {
      description: 'The search for students.',
      initial: 'idle',
      on: {
        'query.change': [
          {
            guard: { type: 'isLongEnough', params: ({ event }) => event },
            target: '.settling',
            actions: 'assignQuery',
          },
          { target: '.idle', actions: 'assignQuery' },
        ],
      },
      states: {
        idle: { description: 'Too little has been typed for a search.' },
        settling: {
          description: 'The teacher may still be typing.',
          after: {
            searchDebounce: 'searching',
          },
        },
        searching: {
          description: 'Students are searched for.',
          invoke: {
            id: 'searchStudents',
            src: 'searchStudents',
            input: ({ context }) => ({ query: context.query.trim() }),
            onDone: [
              {
                guard: { type: 'hasResults', params: ({ event }) => ({ students: event.output }) },
                target: 'found',
                actions: { type: 'assignResults', params: ({ event }) => ({ students: event.output }) },
              },
              { target: 'nobodyFound' },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'assignSearchProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        found: { description: 'The search has found students.' },
        nobodyFound: { description: 'The search has found nobody.' },
        failed: { description: 'The search could not be made.' },
      },
    },
    selection: {
      description: 'The students to be added.',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Students are selected.',
          on: {
            'student.select': {
              guard: { type: 'isSelectable', params: ({ event }) => event },
              actions: 'select',
            },
            'student.unselect': { actions: 'unselect' },
            'add.submit': { guard: 'hasSelection', target: 'adding' },
          },
        },
        adding: {
          description: 'The selected students are being added.',
          invoke: {
            id: 'addStudents',
            src: 'addStudents',
            input: ({ context }) => ({
              sectionId: context.sectionId,
              emails: context.selected.map(({ email }) => email),
            }),
            onDone: {
              target: 'choosing',
              actions: [
                'clearSelected',
                { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.added } },
              ],
            },
            onError: {
              target: 'choosing',
              actions: {
                type: 'showNotice',
                params: ({ event }) => failureNotice(event.error),
              },
            },
          },
        },
      },
    },
    removal: {
      description: 'The removal of a student.',
      initial: 'none',
      states: {
        none: {
          description: 'Nobody is being removed.',
          on: {
            'remove.open': { target: 'asking', actions: 'assignLeaving' },
          },
        },
        asking: {
          description: 'The teacher is asked whether she is sure.',
          on: {
            'remove.confirm': 'removing',
            'remove.cancel': { target: 'none', actions: 'clearLeaving' },
          },
        },
        removing: {
          description: 'The student is being removed.',
          invoke: {
            id: 'removeStudent',
            src: 'removeStudent',
            input: ({ context }) => ({ sectionId: context.sectionId, email: context.leaving?.email ?? '' }),
            onDone: {
              target: 'none',
              actions: [
                'clearLeaving',
                { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.removed } },
              ],
            },
            onError: {
              target: 'none',
              actions: [
                'clearLeaving',
                {
                  type: 'showNotice',
                  params: ({ event }) => failureNotice(event.error),
                },
              ],
            },
          },
        },
      },
    },
  },
});
