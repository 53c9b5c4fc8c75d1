import { assertEvent, assign, raise, setup } from 'xstate';
import { LOOKUPS_AT_ONCE, MAX_PASTED_EMAILS } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem, problemOf } from '../../model/app/problem';
import type { Student } from '../../services/types';
import { promiseNotProvided } from '../app/notProvided';

/** The result for one e-mail of the list. */
export type Lookup =
  /** `waiting`: not looked up yet; `missing`: no student has it; `failed`: the look-up failed. */
  { kind: 'waiting' | 'missing' | 'failed'; email: string } | { kind: 'found'; email: string; student: Student };

export interface PasteContext {
  sectionId: string;
  /** In the order of the list. */
  lookups: Lookup[];
  /** Why the list cannot be looked up, or why the look-up stopped. */
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
/** Returns how many e-mails are done. */
export const selectChecked = (context: PasteContext): number =>
  context.lookups.length - emailsOf(context, 'waiting').length;

const withAnswers = ({ lookups }: PasteContext, answers: Lookup[]): Lookup[] =>
  lookups.map((lookup) => answers.find(({ email }) => email === lookup.email) ?? lookup);

/**
 * A pasted list of students: closed ⇄ open, where it is typed, looked up and reviewed.
 *
 * Invariants:
 * - It selects no students: it only shows who is found.
 * - No more than four e-mails are looked up at once, and none when the list is empty or too long.
 * - Answers stay when other look-ups fail. A retry repeats only the failed ones.
 * - A round without any answer ends the look-up until the teacher retries.
 * - Closing forgets everything and cancels the look-ups in flight.
 */
export const pasteMachine = setup({
  types: {
    context: {} as PasteContext,
    events: {} as PasteEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Resolves with the file's e-mails. */
    readFile: promiseNotProvided<string[], { file: File }>('readFile'),
    /** Resolves with a result for each e-mail, in any order. Rejects if none was answered. */
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
    /** Marks all waiting e-mails as failed. */
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
          description: 'The list can be typed, pasted or dropped.',
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
              actions: raise(({ event }) => ({ type: 'list.submit' as const, emails: event.output })),
            },
            onError: {
              target: 'editing',
              actions: assign({ problem: ({ event }) => problemOf(event.error) }),
            },
          },
        },
        checking: {
          description: 'The next e-mails of the list are being looked up.',
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
          description: 'The results are shown.',
          on: {
            'lookups.retry': {
              guard: ({ context }) => context.lookups.some(({ kind }) => kind === 'failed'),
              description: 'some look-ups failed',
              target: 'checking',
              actions: 'waitAgain',
            },
          },
        },
      },
    },
  },
});
