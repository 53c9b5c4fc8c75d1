import { assertEvent, assign, raise, setup } from 'xstate';
import { LOOKUPS_AT_ONCE, MAX_PASTED_EMAILS } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem, problemOf } from '../../model/app/problem';
import type { Student } from '../../services/types';
import { promiseNotProvided } from '../app/notProvided';

/** What is known of one e-mail of the list. */
export type Lookup =
  /** `waiting`: not asked yet; `missing`: nobody has it; `failed`: the question was not answered. */
  { kind: 'waiting' | 'missing' | 'failed'; email: string } | { kind: 'found'; email: string; student: Student };

export interface PasteContext {
  sectionId: string;
  /** In the order of the list. */
  lookups: Lookup[];
  /** Why the list cannot be looked up, or could not be looked up to its end. */
  problem: Problem | null;
}

export type PasteEvent =
  | { type: 'paste.open' }
  | { type: 'paste.close' }
  | { type: 'list.submit'; emails: string[] }
  /** A file is dropped or chosen. */
  | { type: 'file.choose'; file: File }
  | { type: 'lookups.retry' };

const emailsOf = ({ lookups }: PasteContext, kind: Lookup['kind']): string[] =>
  lookups.filter((lookup) => lookup.kind === kind).map(({ email }) => email);

export const selectFound = ({ lookups }: PasteContext): Student[] =>
  lookups.flatMap((lookup) => (lookup.kind === 'found' ? [lookup.student] : []));
export const selectMissing = (context: PasteContext): string[] => emailsOf(context, 'missing');
export const selectFailed = (context: PasteContext): string[] => emailsOf(context, 'failed');
/** How many e-mails need not be asked about any more. */
export const selectChecked = (context: PasteContext): number =>
  context.lookups.length - emailsOf(context, 'waiting').length;

const withAnswers = ({ lookups }: PasteContext, answers: Lookup[]): Lookup[] =>
  lookups.map((lookup) => answers.find(({ email }) => email === lookup.email) ?? lookup);

/**
 * A pasted list of students: closed ⇄ open, where it is typed, looked up and reviewed.
 *
 * Invariants:
 * - Nobody is selected by it: it only says who is found.
 * - No more than four e-mails are looked up at once, and none when the list is empty or too long.
 * - What has been answered stays when other questions fail, and is not asked again by trying again.
 * - After a round of which nothing was answered no more is asked: the teacher decides when to try again.
 * - Closed, it knows nothing; what is under way is given up.
 */
export const pasteMachine = setup({
  types: {
    context: {} as PasteContext,
    events: {} as PasteEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Answers with the e-mails in the file. */
    readFile: promiseNotProvided<string[], { file: File }>('readFile'),
    /** Answers for each of the e-mails, in any order; fails when nothing was answered for any. */
    lookUp: promiseNotProvided<Lookup[], { sectionId: string; emails: string[] }>('lookUp'),
  },
  actions: {
    clear: assign({ lookups: [], problem: null }),
    beginLookups: assign({
      lookups: ({ event }) => {
        assertEvent(event, 'list.submit');
        return event.emails.map((email) => ({ kind: 'waiting' as const, email }));
      },
      problem: null,
    }),
    /** Whatever is still waiting counts as failed. */
    giveUpRest: assign({
      lookups: ({ context }) =>
        context.lookups.map((lookup) =>
          lookup.kind === 'waiting' ? { kind: 'failed' as const, email: lookup.email } : lookup,
        ),
    }),
    waitAgain: assign({
      lookups: ({ context }) =>
        context.lookups.map((lookup) =>
          lookup.kind === 'failed' ? { kind: 'waiting' as const, email: lookup.email } : lookup,
        ),
      problem: null,
    }),
    sayEmpty: assign({ problem: invalid(messages.paste.noEmails) }),
    sayTooLong: assign({
      problem: ({ event }) => {
        assertEvent(event, 'list.submit');
        return invalid(messages.paste.tooMany(event.emails.length, MAX_PASTED_EMAILS));
      },
    }),
  },
}).createMachine({
  id: 'paste',
  context: ({ input }) => ({ sectionId: input.sectionId, lookups: [], problem: null }),
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
          description: 'A list is typed, pasted or dropped.',
          on: {
            'list.submit': [
              {
                guard: ({ event }) => event.emails.length === 0,
                description: 'there is no e-mail in it',
                actions: 'sayEmpty',
              },
              {
                guard: ({ event }) => event.emails.length > MAX_PASTED_EMAILS,
                description: 'it has more than 300 e-mails',
                actions: 'sayTooLong',
              },
              { target: 'checking', actions: 'beginLookups' },
            ],
            'file.choose': 'reading',
          },
        },
        reading: {
          description: 'A file is read.',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => {
              assertEvent(event, 'file.choose');
              return { file: event.file };
            },
            onDone: {
              target: 'editing',
              // A file's list is taken like a typed one.
              actions: raise(({ event }) => ({ type: 'list.submit' as const, emails: event.output })),
            },
            onError: {
              target: 'editing',
              actions: assign({ problem: ({ event }) => problemOf(event.error) }),
            },
          },
        },
        checking: {
          description: 'The next few e-mails of the list are looked up.',
          invoke: {
            id: 'lookUp',
            src: 'lookUp',
            input: ({ context }) => ({
              sectionId: context.sectionId,
              emails: emailsOf(context, 'waiting').slice(0, LOOKUPS_AT_ONCE),
            }),
            onDone: [
              {
                guard: ({ context, event }) => emailsOf(context, 'waiting').length === event.output.length,
                description: 'these were the last',
                target: 'reviewed',
                actions: assign({ lookups: ({ context, event }) => withAnswers(context, event.output) }),
              },
              {
                target: 'checking',
                reenter: true,
                actions: assign({ lookups: ({ context, event }) => withAnswers(context, event.output) }),
              },
            ],
            onError: {
              target: 'reviewed',
              actions: ['giveUpRest', assign({ problem: ({ event }) => problemOf(event.error) })],
            },
          },
        },
        reviewed: {
          description: 'Who is found, and who is not, is shown.',
          on: {
            'lookups.retry': {
              guard: ({ context }) => context.lookups.some(({ kind }) => kind === 'failed'),
              description: 'some questions were not answered',
              target: 'checking',
              actions: 'waitAgain',
            },
          },
        },
      },
    },
  },
});
