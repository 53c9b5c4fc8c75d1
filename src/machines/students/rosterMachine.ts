import { assertEvent, assign, type EventObject, setup } from 'xstate';
import { MAX_SEARCH_RESULTS, MIN_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../../constants';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../model/app/problem';
import { foldedEmail, sameEmail } from '../../model/students/emails';
import type { FoundStudents, Section, Student } from '../../services/types';
import { type Notice, showFailure } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import { present } from '../app/present';

export interface RosterContext {
  sectionId: string;
  /** The section's students now, as the session knows them. */
  students: Student[];
  query: string;
  results: Student[];
  /** How many the search has found, of whom `results` may be only the first; null while that is not known. */
  total: number | null;
  searchProblem: Problem | null;
  selected: Student[];
  /** Whose adding was asked for last. */
  asked: Student[];
  /** Who of them is not in the section although the server has taken the rest. */
  notTaken: Student[];
  /** The student of whom the dialog asks. */
  leaving: Student | null;
  /** Whose removal is under way, by e-mail, as the session knows it, whether or not the dialog still waits for it. */
  beingRemoved: string[];
}

export type RosterEvent =
  /** The section has other students now, whoever changed them, or others are being removed. */
  | { type: 'students.changed'; students: Student[]; beingRemoved: string[] }
  | { type: 'query.change'; query: string }
  | { type: 'student.select'; student: Student }
  /** Several at once: those shown, or those of a pasted list. */
  | { type: 'students.select'; students: Student[] }
  | { type: 'student.unselect'; student: Student }
  | { type: 'add.submit' }
  | { type: 'remove.open'; student: Student }
  | { type: 'remove.cancel' }
  | { type: 'remove.confirm' };

/** E-mails name students. */
const isAnotherThan = (a: Student) => (b: Student) => !sameEmail(a.email, b.email);

const emailsOfLists = new WeakMap<readonly Student[], ReadonlySet<string>>();

/** Whether a student is in a list, which is never changed: of a thousand who are found each is looked for among hundreds. */
function isAmong(students: readonly Student[], { email }: Student): boolean {
  const emails = emailsOfLists.get(students) ?? new Set(students.map((student) => foldedEmail(student.email)));
  emailsOfLists.set(students, emails);
  return emails.has(foldedEmail(email));
}

/** Whether a student can be selected: not yet in the section, and not yet selected (section 5). */
export const standingOf = (
  { students, selected }: RosterContext,
  student: Student,
): 'enrolled' | 'selected' | 'selectable' => {
  if (isAmong(students, student)) return 'enrolled';
  return isAmong(selected, student) ? 'selected' : 'selectable';
};

/** Whether the student's removal is under way. */
export const isBeingRemoved = ({ beingRemoved }: RosterContext, { email }: Student): boolean =>
  beingRemoved.some((one) => sameEmail(one, email));

/** Who of them can be selected. */
export const selectableOf = (context: RosterContext, students: Student[]): Student[] =>
  students.filter((student) => standingOf(context, student) === 'selectable');

/** What is said of how many the search has found. */
export const selectShown = ({ results, total }: RosterContext): string =>
  total === null && results.length >= MAX_SEARCH_RESULTS
    ? messages.roster.shownOfMore(results.length)
    : messages.roster.shown(results.length, total ?? results.length);

/** What is said of an addition that the server has made in part. */
export const shortfallOf = ({ asked, notTaken }: RosterContext): string | null =>
  notTaken.length === 0
    ? null
    : messages.roster.partlyAdded(
        asked.length,
        notTaken.map(({ email }) => email),
      );

/** Always the same: nobody found anew is no news. */
const nobody: Student[] = [];

/**
 * Manage Students (sections 2, 5 and 8): search, selection and adding, removal after a question.
 *
 * Invariants: no search below 2 characters; a new query drops the answer of the old one; nobody is selected twice or
 * while enrolled; nothing is added without a selection, and who was asked for and is not in the section afterwards is
 * named; nobody is removed without the question; nobody is removed twice at once; adding and removing are writes of the
 * teacher's session: leaving the page or closing the dialog ends the wait, not the write.
 */
export const rosterMachine = setup({
  types: {
    context: {} as RosterContext,
    events: {} as RosterEvent,
    input: {} as { section: Section },
  },
  actors: {
    searchStudents: promiseNotProvided<FoundStudents, { query: string }>('searchStudents'),
    /** Answers with the section's students, as they are then. */
    addStudents: promiseNotProvided<Student[], { sectionId: string; emails: string[] }>('addStudents'),
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
      results: nobody,
      total: null,
      searchProblem: null,
    }),
    /** Each once: a list may name somebody twice. */
    selectAll: assign({
      selected: ({ context, event }) => {
        assertEvent(event, 'students.select');
        const byEmail = new Map<string, Student>();
        for (const student of selectableOf(context, event.students)) {
          const email = foldedEmail(student.email);
          if (!byEmail.has(email)) byEmail.set(email, student);
        }
        return [...context.selected, ...byEmail.values()];
      },
    }),
    clearSelected: assign({ selected: [] }),
    clearNotTaken: assign({ notTaken: [] }),
    clearLeaving: assign({ leaving: null }),
  },
  guards: {
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
    results: nobody,
    total: null,
    searchProblem: null,
    selected: [],
    asked: [],
    notTaken: [],
    leaving: null,
    beingRemoved: [],
  }),
  invoke: { id: 'watchStudents', src: 'watchStudents', input: ({ context }) => ({ sectionId: context.sectionId }) },
  on: {
    'students.changed': {
      actions: assign({
        students: ({ event }) => event.students,
        beingRemoved: ({ event }) => event.beingRemoved,
        // Who is in the section by now is selected no more.
        selected: ({ context, event }) => context.selected.filter((student) => !isAmong(event.students, student)),
      }),
    },
  },
  type: 'parallel',
  states: {
    search: {
      description: 'The search for students.',
      initial: 'idle',
      on: {
        'query.change': [
          {
            guard: ({ event }) => event.query.trim().length >= MIN_SEARCH_LENGTH,
            description: 'the text has 2 characters or more',
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
                guard: ({ event }) => event.output.students.length > 0,
                description: 'the search found somebody',
                target: 'found',
                actions: assign({
                  results: ({ event }) => event.output.students,
                  total: ({ event }) => event.output.total,
                }),
              },
              { target: 'nobodyFound' },
            ],
            onError: {
              target: 'failed',
              actions: assign({ searchProblem: ({ event }) => problemOf(event.error) }),
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
              guard: ({ context, event }) => standingOf(context, event.student) === 'selectable',
              description: 'the student is neither selected already nor in the section',
              actions: [
                assign({ selected: ({ context, event }) => [...context.selected, event.student] }),
                'clearNotTaken',
              ],
            },
            'students.select': {
              guard: ({ context, event }) => selectableOf(context, event.students).length > 0,
              description: 'somebody of them is neither selected already nor in the section',
              actions: ['selectAll', 'clearNotTaken'],
            },
            'student.unselect': {
              actions: assign({
                selected: ({ context, event }) => context.selected.filter(isAnotherThan(event.student)),
              }),
            },
            'add.submit': {
              guard: 'hasSelection',
              target: 'adding',
              actions: assign({ asked: ({ context }) => context.selected }),
            },
          },
        },
        adding: {
          description: 'The selected students are being added.',
          invoke: {
            id: 'addStudents',
            src: 'addStudents',
            input: ({ context }) => ({
              sectionId: context.sectionId,
              emails: context.asked.map(({ email }) => email),
            }),
            onDone: [
              {
                guard: ({ context, event }) => context.asked.every((student) => isAmong(event.output, student)),
                description: 'everybody who was asked for is in the section',
                target: 'choosing',
                actions: [
                  'clearSelected',
                  { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.added } },
                ],
              },
              {
                target: 'choosing',
                actions: [
                  'clearSelected',
                  assign({
                    notTaken: ({ context, event }) =>
                      context.asked.filter((student) => !isAmong(event.output, student)),
                  }),
                ],
              },
            ],
            onError: {
              target: 'choosing',
              actions: showFailure,
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
          description: 'No dialog asks or waits.',
          on: {
            'remove.open': {
              guard: ({ context, event }) => !isBeingRemoved(context, event.student),
              description: 'the student’s removal is not under way',
              target: 'asking',
              actions: assign({ leaving: ({ event }) => event.student }),
            },
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
          description: 'The student is being removed, and the dialog waits for it.',
          // The session tells what became of it then.
          on: { 'remove.cancel': { target: 'none', actions: 'clearLeaving' } },
          invoke: {
            id: 'removeStudent',
            src: 'removeStudent',
            input: ({ context: { sectionId, leaving } }) => ({ sectionId, email: present(leaving, 'leaving').email }),
            onDone: {
              target: 'none',
              actions: [
                'clearLeaving',
                { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.removed } },
              ],
            },
            onError: {
              target: 'none',
              actions: ['clearLeaving', showFailure],
            },
          },
        },
      },
    },
  },
});
