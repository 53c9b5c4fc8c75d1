import { assertEvent, assign, fromPromise, raise, setup } from 'xstate';
import { LOOKUPS_AT_ONCE, MAX_LIST_FILE_BYTES, MAX_PASTED_PEOPLE } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem, problemOf, refusal } from '../../problem';
import type { Section, Student } from '../../services/app/types';
import { nameKey } from '../students/names';
import { type Answered, type LookUpPorts, type Lookup, lookUpAll } from './lookUp';
import { lineOf, type PastedList, type PastedPerson, readList } from './pastedList';

/** What a pasted list needs of the world. */
export interface PastePorts extends LookUpPorts {
  /** Resolves with null if the file is not text. Rejects if the browser cannot read it. */
  readTextFile(file: File): Promise<string | null>;
}

export interface PasteContext {
  sectionId: string;
  /** Students can be made from names (an extension). */
  takesNames: boolean;
  /** The list as last submitted. */
  list: PastedList;
  /** In the order of the list. */
  lookups: Lookup[];
  /** The teacher may add people to the directory. */
  mayAdd: boolean;
  /** Names that the teacher typed for people without one, by key. */
  names: Readonly<Record<string, string>>;
  /** Why the list cannot be looked up, or why the lookup stopped. */
  problem: Problem | null;
}

export type PasteEvent =
  | { type: 'paste.open' }
  | { type: 'paste.close' }
  | { type: 'list.submit'; list: PastedList }
  /** Returns to the list, to correct it. */
  | { type: 'list.edit' }
  /** A file is dropped or chosen. */
  | { type: 'file.choose'; file: File }
  | { type: 'lookups.retry' }
  /** One without an id is someone new of that name. */
  | { type: 'student.choose'; key: string; student: Student | null }
  | { type: 'name.change'; key: string; name: string };

const nothing: PastedList = { text: '', people: [], heading: '', repeated: [], unread: [] };

const ofKind = ({ lookups }: PasteContext, kind: Lookup['kind']): Lookup[] =>
  lookups.filter((lookup) => lookup.kind === kind);

const studentIn = (lookup: Lookup): Student | null => {
  if (lookup.kind === 'found') return lookup.student;
  return lookup.kind === 'several' ? lookup.chosen : null;
};

/** Returns the students found by their emails, by their names or by choice. */
export const selectFound = ({ lookups }: PasteContext): Student[] => lookups.flatMap((one) => studentIn(one) ?? []);

/** Returns the people listed by name only, whose name exactly one student has. */
export const selectFoundByName = ({ lookups }: PasteContext): Student[] =>
  lookups.flatMap((one) => (one.kind === 'found' && one.email === '' ? [one.student] : []));

/** Returns those whose name several students have. */
export const selectSeveral = ({ lookups }: PasteContext) => lookups.filter((one) => one.kind === 'several');

/** Whether the directory may take an email: one with a whole domain. */
const isWhole = (email: string): boolean => /@.+\../.test(email);

const newcomer = (name: string, email = ''): Student => ({ id: '', name, email });

/** Returns someone new beside students of the same name, numbered: `Ben Roth (3)`. */
export function newcomerBeside(name: string, students: readonly Student[]): Student {
  const namesakes = students.filter((one) => nameKey(one.name) === nameKey(name));
  return newcomer(namesakes.length === 0 ? name : `${name} (${namesakes.length + 1})`);
}

/** Returns those who can be made: with an email in the school's directory, without one in this section only. */
export const selectNewcomers = (context: PasteContext): PastedPerson[] =>
  ofKind(context, 'missing').filter(
    ({ email }) => context.takesNames && (email === '' || (context.mayAdd && isWhole(email))),
  );

const typedName = ({ names }: PasteContext, { key, name }: PastedPerson): string =>
  name === '' ? (names[key] ?? '').trim() : name;

/** Returns the newcomers who have a name. */
export const selectReady = (context: PasteContext): Student[] =>
  selectNewcomers(context).flatMap((one) => {
    const name = typedName(context, one);
    return name === '' ? [] : [newcomer(name, one.email)];
  });

/** Returns everyone whom the list adds: those found or chosen, and those to make. */
export const selectAll = (context: PasteContext): Student[] => [...selectFound(context), ...selectReady(context)];

/** Returns those who are not found and cannot be made. */
export const selectMissing = (context: PasteContext): PastedPerson[] => {
  const newcomers = selectNewcomers(context);
  return ofKind(context, 'missing').filter((one) => !newcomers.includes(one));
};

export const selectFailed = (context: PasteContext): PastedPerson[] => ofKind(context, 'failed');
/** Returns how many people are done. */
export const selectChecked = (context: PasteContext): number =>
  context.lookups.length - ofKind(context, 'waiting').length;
/** Returns how many people are found so far. */
export const selectFoundCount = (context: PasteContext): number =>
  selectFound(context).filter(({ id }) => id !== '').length;
/** Returns how many people would be new so far, also those whom the list gives no name. */
export const selectFreshCount = (context: PasteContext): number =>
  selectNewcomers(context).length + selectFound(context).filter(({ id }) => id === '').length;
/** Returns how many people are left out so far. */
export const selectLeft = (context: PasteContext): number =>
  context.lookups.filter((one) => studentIn(one) === null).length - selectReady(context).length;

const withAnswers = ({ lookups }: PasteContext, { lookups: answers }: Answered): Lookup[] =>
  lookups.map((lookup) => answers.find(({ key }) => key === lookup.key) ?? lookup);

/**
 * A pasted list of students: closed ⇄ open, where it is typed, looked up and reviewed.
 *
 * Invariants:
 * - It adds nobody: it only shows who is found and who would be new.
 * - Every person of the list is shown, with what became of them.
 * - No more than four people are looked up at once, and none when the list is empty or too long.
 * - Answers stay when other lookups fail. A retry repeats only the failed ones.
 * - A round without any answer ends the lookup until the teacher retries.
 * - Someone new has a name. With an email they are offered only if teachers may add people to the directory.
 * - Two of one name in the list are two people; a name that the section or the directory has is shown as that student.
 * - Closing forgets everything and cancels the lookups in flight.
 */
export const pasteMachine = ({ sectionService, enrolled, readTextFile }: PastePorts) =>
  setup({
    types: {
      context: {} as PasteContext,
      events: {} as PasteEvent,
      input: {} as { section: Pick<Section, 'id' | 'takesNames'> },
    },
    actors: {
      /** Resolves with the file's list. */
      readFile: fromPromise<PastedList, { file: File }>(async ({ input: { file } }) => {
        if (file.size > MAX_LIST_FILE_BYTES) throw refusal(messages.paste.fileTooLarge);
        const text = await readTextFile(file).catch(() => {
          throw refusal(messages.paste.fileUnreadable);
        });
        if (text === null) throw refusal(messages.paste.fileNotText);
        return readList(text);
      }),
      /** Resolves with a result for each person, in any order. Rejects if none was answered. */
      lookUp: fromPromise<Answered, { sectionId: string; people: PastedPerson[] }>(({ input, signal }) =>
        lookUpAll({ sectionService, enrolled }, input, signal),
      ),
    },
    actions: {
      clear: assign({ list: nothing, lookups: [], mayAdd: false, names: {}, problem: null }),
      clearFindings: assign({ lookups: [], names: {}, problem: null }),
      beginLookups: assign({
        list: ({ event }) => {
          assertEvent(event, 'list.submit');
          return event.list;
        },
        lookups: ({ event }) => {
          assertEvent(event, 'list.submit');
          return event.list.people.map((person) => ({ ...person, kind: 'waiting' as const }));
        },
        problem: null,
      }),
      /** Marks all waiting people as failed. */
      giveUpRest: assign({
        lookups: ({ context }) =>
          context.lookups.map((one) => (one.kind === 'waiting' ? { ...one, kind: 'failed' as const } : one)),
      }),
      waitAgain: assign({
        lookups: ({ context }) =>
          context.lookups.map((one) => (one.kind === 'failed' ? { ...one, kind: 'waiting' as const } : one)),
        problem: null,
      }),
      assignAnswered: assign({
        lookups: ({ context }, answered: Answered) => withAnswers(context, answered),
        mayAdd: ({ context }, { mayAdd }: Answered) => context.mayAdd || mayAdd,
      }),
      sayEmpty: assign({ problem: invalid(messages.paste.noPeople) }),
      sayTooLong: assign({
        problem: ({ event }) => {
          assertEvent(event, 'list.submit');
          return invalid(messages.paste.tooMany(event.list.people.length, MAX_PASTED_PEOPLE));
        },
      }),
    },
  }).createMachine({
    id: 'paste',
    context: ({ input }) => ({
      sectionId: input.section.id,
      takesNames: input.section.takesNames === true,
      list: nothing,
      lookups: [],
      mayAdd: false,
      names: {},
      problem: null,
    }),
    initial: 'closed',
    states: {
      closed: {
        description: 'No list is pasted.',
        on: {
          'paste.open': 'open',
        },
      },
      open: {
        description: 'The dialog for a list is open.',
        exit: 'clear',
        on: {
          'paste.close': 'closed',
        },
        initial: 'editing',
        states: {
          editing: {
            description: 'The list can be typed, pasted or dropped.',
            on: {
              'list.submit': [
                {
                  guard: ({ event }) => event.list.people.length === 0,
                  description: 'there is nobody in it',
                  actions: 'sayEmpty',
                },
                {
                  guard: ({ event }) => event.list.people.length > MAX_PASTED_PEOPLE,
                  description: 'it has more than 300 people',
                  actions: 'sayTooLong',
                },
                { target: 'checking', actions: 'beginLookups' },
              ],
              'file.choose': 'reading',
            },
          },
          reading: {
            description: 'A file is being read.',
            invoke: {
              id: 'readFile',
              src: 'readFile',
              input: ({ event }) => {
                assertEvent(event, 'file.choose');
                return { file: event.file };
              },
              onDone: {
                target: 'editing',
                // A file's list is treated like a typed one.
                actions: raise(({ event }) => ({ type: 'list.submit' as const, list: event.output })),
              },
              onError: {
                target: 'editing',
                actions: assign({ problem: ({ event }) => problemOf(event.error) }),
              },
            },
          },
          checking: {
            description: 'The next people of the list are being looked up.',
            invoke: {
              id: 'lookUp',
              src: 'lookUp',
              input: ({ context }) => ({
                sectionId: context.sectionId,
                people: ofKind(context, 'waiting')
                  .slice(0, LOOKUPS_AT_ONCE)
                  .map(({ kind: _, ...person }) => person),
              }),
              onDone: [
                {
                  guard: ({ context, event }) => ofKind(context, 'waiting').length === event.output.lookups.length,
                  description: 'these were the last',
                  target: 'reviewed',
                  actions: { type: 'assignAnswered', params: ({ event }) => event.output },
                },
                {
                  target: 'checking',
                  reenter: true,
                  actions: { type: 'assignAnswered', params: ({ event }) => event.output },
                },
              ],
              onError: {
                target: 'reviewed',
                actions: ['giveUpRest', assign({ problem: ({ event }) => problemOf(event.error) })],
              },
            },
          },
          reviewed: {
            description: 'The results are shown.',
            on: {
              'list.edit': { target: 'editing', actions: 'clearFindings' },
              'lookups.retry': {
                guard: ({ context }) => context.lookups.some(({ kind }) => kind === 'failed'),
                description: 'some lookups failed',
                target: 'checking',
                actions: 'waitAgain',
              },
              'student.choose': {
                actions: assign({
                  lookups: ({ context, event }) =>
                    context.lookups.map((one) =>
                      one.kind === 'several' && one.key === event.key ? { ...one, chosen: event.student } : one,
                    ),
                }),
              },
              'name.change': {
                actions: assign({ names: ({ context, event }) => ({ ...context.names, [event.key]: event.name }) }),
              },
            },
          },
        },
      },
    },
  });

/** Returns people as the lines of a list. */
export const linesOf = (people: readonly PastedPerson[]): string => people.map(lineOf).join('\n');
