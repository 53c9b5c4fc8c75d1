import { assertEvent, assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import { MAX_SEARCH_RESULTS, MIN_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../../constants';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../problem';
import type { FoundStudents, Section, Student } from '../../services/app/types';
import type { SectionService } from '../../services/students/sectionService';
import { type Notice, showFailure } from '../app/noticeMachine';
import { present } from '../app/present';
import type { SendWrite } from '../app/writes';
import { sameEmail } from '../students/emails';
import { handleOf, identityOf, isAmong, isSameStudent } from '../students/identity';

/** What Manage Students needs of the world. */
export interface RosterPorts {
  sectionService: Pick<SectionService, 'searchStudents'>;
  enrolled: Enrolled;
  sendWrite: SendWrite;
  showNotice(notice: Notice): void;
}

/** The students of the sections, as the session knows them. */
export interface Enrolled {
  in(sectionId: string): Student[];
  /** Tells the students and the e-mails of those being removed at each change, until the returned function is called. */
  watch(sectionId: string, tell: (students: Student[], beingRemoved: string[]) => void): () => void;
}

export interface RosterContext {
  sectionId: string;
  /** The section's current students, from the session. */
  students: Student[];
  query: string;
  results: Student[];
  /** Total number of students found, of whom `results` may hold only the first; null while unknown. */
  total: number | null;
  searchProblem: Problem | null;
  selected: Student[];
  /** The students of the last addition. */
  asked: Student[];
  /** Those of them whom the server did not add with the rest. */
  notTaken: Student[];
  /** The student whose removal the dialog confirms. */
  leaving: Student | null;
  /** E-mails of the students being removed, from the session, whether or not the dialog still waits. */
  beingRemoved: string[];
}

export type RosterEvent =
  /** The section's students or the removals in flight changed, here or elsewhere. */
  | { type: 'students.changed'; students: Student[]; beingRemoved: string[] }
  | { type: 'query.change'; query: string }
  | { type: 'student.select'; student: Student }
  /** Selects all results at once. */
  | { type: 'students.select'; students: Student[] }
  /** Adds those of a pasted list, some of them yet to be made, and leaves the rest of the selection. */
  | { type: 'students.add'; students: Student[] }
  | { type: 'student.unselect'; student: Student }
  | { type: 'add.submit' }
  | { type: 'remove.open'; student: Student }
  | { type: 'remove.cancel' }
  | { type: 'remove.confirm' };

/** Returns whether a student can be selected: neither in the section nor selected (section 5). */
export const standingOf = (
  { students, selected }: RosterContext,
  student: Student,
): 'enrolled' | 'selected' | 'selectable' => {
  if (isAmong(students, student)) return 'enrolled';
  return isAmong(selected, student) ? 'selected' : 'selectable';
};

/** Returns whether the student is being removed. */
export const isBeingRemoved = ({ beingRemoved }: RosterContext, student: Student): boolean =>
  beingRemoved.some((one) => sameEmail(one, handleOf(student)));

/** Returns those who can be selected. */
export const selectableOf = (context: RosterContext, students: Student[]): Student[] =>
  students.filter((student) => standingOf(context, student) === 'selectable');

/** Returns those who are not in the section, each once: a list may name a student twice. */
export function addableOf({ students: enrolled }: RosterContext, students: Student[]): Student[] {
  const once = new Map<string, Student>();
  for (const student of students) {
    const identity = identityOf(student);
    if (!isAmong(enrolled, student) && !once.has(identity)) once.set(identity, student);
  }
  return [...once.values()];
}

/** Returns the text about the number of students found. */
export const selectShown = ({ results, total }: RosterContext): string =>
  total === null && results.length >= MAX_SEARCH_RESULTS
    ? messages.roster.shownOfMore(results.length)
    : messages.roster.shown(results.length, total ?? results.length);

/** Returns the problem of an addition that the server did in part. */
export const shortfallOf = ({ asked, notTaken }: RosterContext): string | null =>
  notTaken.length === 0
    ? null
    : messages.roster.partlyAdded(
        asked.length,
        notTaken.map(({ name, email }) => email || name),
      );

/** A constant, so that a repeated empty result re-renders nothing. */
const nobody: Student[] = [];

/**
 * Manage Students (sections 2, 5 and 8): search, selection, addition, and removal after a confirmation.
 *
 * Invariants: no search below 2 characters; a new query drops the answer of the old one; no student is selected twice or
 * while enrolled; nothing is added without a selection, and students whom the server did not add are named; every removal is
 * confirmed first; no student is removed twice at once; additions and removals are writes of the session: leaving the page
 * or closing the dialog ends the wait, not the write.
 */
export const rosterMachine = ({ sectionService, enrolled, sendWrite, showNotice }: RosterPorts) =>
  setup({
    types: {
      context: {} as RosterContext,
      events: {} as RosterEvent,
      input: {} as { section: Section; selected: readonly Student[] },
    },
    actors: {
      searchStudents: fromPromise<FoundStudents, { query: string }>(({ input, signal }) =>
        sectionService.searchStudents(input.query, signal),
      ),
      /** Resolves with the section's students after the addition. */
      addStudents: fromPromise<Student[], { sectionId: string; students: Student[] }>(
        async ({ input: { sectionId, students }, signal }) => {
          await sendWrite({ kind: 'addStudents', sectionId, students }, signal);
          // The session already holds the section from the answer.
          return enrolled.in(sectionId);
        },
      ),
      removeStudent: fromPromise<void, { sectionId: string; email: string }>(
        async ({ input: { sectionId, email }, signal }) => {
          await sendWrite({ kind: 'removeStudent', sectionId, email }, signal);
        },
      ),
      /** Sends `students.changed`. */
      watchStudents: fromCallback<EventObject, { sectionId: string }>(({ input: { sectionId }, sendBack }) =>
        enrolled.watch(sectionId, (students, beingRemoved) =>
          sendBack({ type: 'students.changed', students, beingRemoved }),
        ),
      ),
    },
    actions: {
      showNotice: (_, notice: Notice) => showNotice(notice),
      assignQuery: assign({
        query: ({ event }) => {
          assertEvent(event, 'query.change');
          return event.query;
        },
        results: nobody,
        total: null,
        searchProblem: null,
      }),
      selectAll: assign({
        selected: ({ context, event }) => {
          assertEvent(event, ['students.select', 'students.add']);
          return [...context.selected, ...selectableOf(context, addableOf(context, event.students))];
        },
      }),
      clearAsked: assign({
        selected: ({ context }) => context.selected.filter((student) => !isAmong(context.asked, student)),
      }),
      clearNotTaken: assign({ notTaken: [] }),
      clearLeaving: assign({ leaving: null }),
    },
    guards: {
      /** At least one student is selected. */
      hasSelection: ({ context }) => context.selected.length > 0,
    },
    delays: {
      /** Debounce: a name typed fluently is one call. */
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
      selected: input.selected.filter((student) => !isAmong(input.section.students, student)),
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
          // Enrolled students cannot stay selected.
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
          idle: { description: 'The query is too short for a search.' },
          settling: {
            description: 'The teacher may still be typing.',
            after: {
              searchDebounce: 'searching',
            },
          },
          searching: {
            description: 'The search is in flight.',
            invoke: {
              id: 'searchStudents',
              src: 'searchStudents',
              input: ({ context }) => ({ query: context.query.trim() }),
              onDone: [
                {
                  guard: ({ event }) => event.output.students.length > 0,
                  description: 'the search found students',
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
          nobodyFound: { description: 'The search has found no students.' },
          failed: { description: 'The search failed.' },
        },
      },
      selection: {
        description: 'The students to add.',
        initial: 'choosing',
        states: {
          choosing: {
            description: 'Students can be selected.',
            on: {
              'student.select': {
                guard: ({ context, event }) => standingOf(context, event.student) === 'selectable',
                description: 'the student is neither selected nor in the section',
                actions: [
                  assign({ selected: ({ context, event }) => [...context.selected, event.student] }),
                  'clearNotTaken',
                ],
              },
              'students.select': {
                guard: ({ context, event }) => selectableOf(context, event.students).length > 0,
                description: 'at least one of them is neither selected nor in the section',
                actions: ['selectAll', 'clearNotTaken'],
              },
              'students.add': {
                guard: ({ context, event }) => addableOf(context, event.students).length > 0,
                description: 'at least one of them is not in the section',
                target: 'adding',
                actions: [
                  // On a failure they stay selected.
                  'selectAll',
                  assign({ asked: ({ context, event }) => addableOf(context, event.students) }),
                  'clearNotTaken',
                ],
              },
              'student.unselect': {
                actions: assign({
                  selected: ({ context, event }) =>
                    context.selected.filter((one) => !isSameStudent(one, event.student)),
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
              input: ({ context }) => ({ sectionId: context.sectionId, students: context.asked }),
              onDone: [
                {
                  guard: ({ context, event }) => context.asked.every((student) => isAmong(event.output, student)),
                  description: 'all selected students are in the section',
                  target: 'choosing',
                  actions: [
                    'clearAsked',
                    { type: 'showNotice', params: { kind: 'success', sentence: messages.roster.added } },
                  ],
                },
                {
                  target: 'choosing',
                  actions: [
                    'clearAsked',
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
            description: 'The dialog is closed.',
            on: {
              'remove.open': {
                guard: ({ context, event }) => !isBeingRemoved(context, event.student),
                description: 'the student is not being removed',
                target: 'asking',
                actions: assign({ leaving: ({ event }) => event.student }),
              },
            },
          },
          asking: {
            description: 'The teacher is asked to confirm the removal.',
            on: {
              'remove.confirm': 'removing',
              'remove.cancel': { target: 'none', actions: 'clearLeaving' },
            },
          },
          removing: {
            description: 'The student is being removed, and the dialog waits.',
            // From then on the session reports the outcome.
            on: { 'remove.cancel': { target: 'none', actions: 'clearLeaving' } },
            invoke: {
              id: 'removeStudent',
              src: 'removeStudent',
              input: ({ context: { sectionId, leaving } }) => ({
                sectionId,
                email: handleOf(present(leaving, 'leaving')),
              }),
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
