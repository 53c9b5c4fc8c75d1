import { assertEvent, assign, fromPromise, raise, setup } from 'xstate';
import { LOOKUPS_AT_ONCE, MAX_LIST_FILE_BYTES, MAX_PASTED_PEOPLE } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem, problemOf, refusal } from '../../problem';
import type { DirectoryAddition, NewStudent, Student } from '../../services/app/types';
import type { SendWrite } from '../app/writes';
import { foldedEmail } from '../students/emails';
import { type Answered, type LookUpPorts, type Lookup, lookUpAll } from './lookUp';
import { lineOf, type PastedList, type PastedPerson, readList } from './pastedList';

/** What a pasted list needs of the world. */
export interface PastePorts extends LookUpPorts {
  sendWrite: SendWrite;
  /** Resolves with null if the file is not text. Rejects if the browser cannot read it. */
  readTextFile(file: File): Promise<string | null>;
}

export interface PasteContext {
  sectionId: string;
  /** The list as last submitted. */
  list: PastedList;
  /** In the order of the list. */
  lookups: Lookup[];
  /** The teacher may add people to the directory. */
  mayAdd: boolean;
  /** Names that the teacher typed for people without one, by key. */
  names: Readonly<Record<string, string>>;
  /** The last addition to the directory. */
  addition: DirectoryAddition | null;
  /** Why the list cannot be looked up, why the lookup stopped, or why nobody was added. */
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
  | { type: 'student.choose'; key: string; student: Student | null }
  | { type: 'name.change'; key: string; name: string }
  | { type: 'people.add' };

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
const isAddable = ({ email }: PastedPerson): boolean => /@.+\../.test(email);

/** Returns those who can be added to the directory, with their names as given or typed. */
export const selectNewcomers = (context: PasteContext): PastedPerson[] =>
  context.mayAdd ? ofKind(context, 'missing').filter(isAddable) : [];

const typedName = ({ names }: PasteContext, { key, name }: PastedPerson): string =>
  name === '' ? (names[key] ?? '').trim() : name;

/** Returns the newcomers who have a name. */
export const selectReady = (context: PasteContext): NewStudent[] =>
  selectNewcomers(context).flatMap((one) => {
    const name = typedName(context, one);
    return name === '' ? [] : [{ name, email: one.email }];
  });

/** Returns those who are not in the directory and cannot be added to it. */
export const selectMissing = (context: PasteContext): PastedPerson[] => {
  const newcomers = selectNewcomers(context);
  return ofKind(context, 'missing').filter((one) => !newcomers.includes(one));
};

export const selectFailed = (context: PasteContext): PastedPerson[] => ofKind(context, 'failed');
/** Returns how many people are done. */
export const selectChecked = (context: PasteContext): number =>
  context.lookups.length - ofKind(context, 'waiting').length;
/** Returns how many people are not found so far. */
export const selectLeft = ({ lookups }: PasteContext): number =>
  lookups.filter((one) => studentIn(one) === null).length;

const withAnswers = ({ lookups }: PasteContext, { lookups: answers }: Answered): Lookup[] =>
  lookups.map((lookup) => answers.find(({ key }) => key === lookup.key) ?? lookup);

/** Returns the lookups with those found whom an addition made known. */
function withAdded({ lookups }: PasteContext, { added, existing }: DirectoryAddition): Lookup[] {
  const students = new Map([...added, ...existing].map((student) => [foldedEmail(student.email), student]));
  return lookups.map((lookup) => {
    const student = lookup.kind === 'missing' ? students.get(foldedEmail(lookup.email)) : undefined;
    const { key, name, email } = lookup;
    return student === undefined ? lookup : { key, name, email, kind: 'found', student };
  });
}

/**
 * A pasted list of students: closed ⇄ open, where it is typed, looked up and reviewed, and where unknown people are added to
 * the school's directory.
 *
 * Invariants:
 * - It adds nobody to the section: it only shows who is found.
 * - Every person of the list is shown, with what became of them.
 * - No more than four people are looked up at once, and none when the list is empty or too long.
 * - Answers stay when other lookups fail. A retry repeats only the failed ones.
 * - A round without any answer ends the lookup until the teacher retries.
 * - People are added to the directory only if it is offered, by a press, with an email and a name.
 * - Closing forgets everything and cancels the lookups in flight. An addition in flight continues in the session.
 */
export const pasteMachine = ({ sectionService, enrolled, sendWrite, readTextFile }: PastePorts) =>
  setup({
    types: {
      context: {} as PasteContext,
      events: {} as PasteEvent,
      input: {} as { sectionId: string },
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
      addToDirectory: fromPromise<DirectoryAddition, { people: NewStudent[] }>(
        async ({ input: { people }, signal }) => {
          const { directory } = await sendWrite({ kind: 'addToDirectory', people }, signal);
          return directory ?? { added: [], existing: [] };
        },
      ),
    },
    actions: {
      clear: assign({ list: nothing, lookups: [], mayAdd: false, names: {}, addition: null, problem: null }),
      clearFindings: assign({ lookups: [], names: {}, addition: null, problem: null }),
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
      sectionId: input.sectionId,
      list: nothing,
      lookups: [],
      mayAdd: false,
      names: {},
      addition: null,
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
                  .map(({ key, name, email }) => ({ key, name, email })),
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
              'people.add': {
                guard: ({ context }) => selectReady(context).length > 0,
                description: 'someone new has a name',
                target: 'adding',
                actions: assign({ addition: null, problem: null }),
              },
            },
          },
          adding: {
            description: 'New people are being added to the school’s directory.',
            invoke: {
              id: 'addToDirectory',
              src: 'addToDirectory',
              input: ({ context }) => ({ people: selectReady(context) }),
              onDone: {
                target: 'reviewed',
                actions: assign({
                  lookups: ({ context, event }) => withAdded(context, event.output),
                  addition: ({ event }) => event.output,
                }),
              },
              onError: [
                {
                  guard: ({ event }) => problemOf(event.error).kind === 'notFound',
                  description: 'the backend does not offer it, or no longer',
                  target: 'reviewed',
                  actions: assign({ mayAdd: false, problem: ({ event }) => problemOf(event.error) }),
                },
                {
                  target: 'reviewed',
                  actions: assign({ problem: ({ event }) => problemOf(event.error) }),
                },
              ],
            },
          },
        },
      },
    },
  });

/** Returns people as the lines of a list. */
export const linesOf = (people: readonly PastedPerson[]): string => people.map(lineOf).join('\n');
