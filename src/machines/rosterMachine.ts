import { assertEvent, assign, setup } from 'xstate';
import { MIN_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../constants';
import { messages } from '../messages';
import { type Problem, problemOf } from '../problem';
import type { Section, Student } from '../services/types';
import { failureNotice, type Notice } from './noticeMachine';
import { promiseNotProvided } from './notProvided';

export interface RosterContext {
  sectionId: string;
  /** The section's students now. */
  students: Student[];
  query: string;
  results: Student[];
  searchProblem: Problem | null;
  selected: Student[];
  /** The student whose removal is being confirmed or made. */
  leaving: Student | null;
}

export type RosterEvent =
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
 * while enrolled; nothing is added without a selection; nobody is removed without the question.
 */
export const rosterMachine = setup({
  types: {
    context: {} as RosterContext,
    events: {} as RosterEvent,
    input: {} as { section: Section },
  },
  actors: {
    searchStudents: promiseNotProvided<Student[], { query: string }>('searchStudents'),
    addStudents: promiseNotProvided<Section, { sectionId: string; emails: string[] }>('addStudents'),
    removeStudent: promiseNotProvided<Section, { sectionId: string; email: string }>('removeStudent'),
  },
  actions: {
    showNotice: (_, _notice: Notice) => {
      throw new Error('showNotice is not provided');
    },
    /** Tells the pages around this one. */
    publishSection: (_, _section: { section: Section }) => {
      throw new Error('publishSection is not provided');
    },
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
      searchProblem: (_, { error }: { error: unknown }) => problemOf(error, messages.roster.searchFailed),
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
    assignStudents: assign({ students: (_, { section }: { section: Section }) => section.students }),
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
    isLongEnough: (_, { query }: { query: string }) => longEnough(query),
    hasResults: (_, { students }: { students: Student[] }) => students.length > 0,
    isSelectable: ({ context }, { student }: { student: Student }) => standingOf(context, student) === 'selectable',
    hasSelection: ({ context }) => context.selected.length > 0,
  },
  delays: {
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
  type: 'parallel',
  states: {
    search: {
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
        idle: {},
        settling: {
          after: {
            searchDebounce: 'searching',
          },
        },
        searching: {
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
        found: {},
        nobodyFound: {},
        failed: {},
      },
    },
    selection: {
      initial: 'choosing',
      states: {
        choosing: {
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
                { type: 'assignStudents', params: ({ event }) => ({ section: event.output }) },
                { type: 'publishSection', params: ({ event }) => ({ section: event.output }) },
                'clearSelected',
                { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.added } },
              ],
            },
            onError: {
              target: 'choosing',
              actions: {
                type: 'showNotice',
                params: ({ event }) => failureNotice(event.error, messages.roster.addFailed),
              },
            },
          },
        },
      },
    },
    removal: {
      initial: 'none',
      states: {
        none: {
          on: {
            'remove.open': { target: 'asking', actions: 'assignLeaving' },
          },
        },
        asking: {
          on: {
            'remove.confirm': 'removing',
            'remove.cancel': { target: 'none', actions: 'clearLeaving' },
          },
        },
        removing: {
          invoke: {
            id: 'removeStudent',
            src: 'removeStudent',
            input: ({ context }) => ({ sectionId: context.sectionId, email: context.leaving?.email ?? '' }),
            onDone: {
              target: 'none',
              actions: [
                { type: 'assignStudents', params: ({ event }) => ({ section: event.output }) },
                { type: 'publishSection', params: ({ event }) => ({ section: event.output }) },
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
                  params: ({ event }) => failureNotice(event.error, messages.roster.removeFailed(0, '')),
                },
              ],
            },
          },
        },
      },
    },
  },
});
