import { setup } from 'xstate';
import { actionNotProvided } from './notProvided';

export type QuestionEvent =
  /** The teacher wants something; it is doubtful where there is a question to be asked first. */
  { type: 'question.ask'; isDoubtful: boolean } | { type: 'question.confirm' } | { type: 'question.cancel' };

/**
 * Asks before something is done that the teacher may not have meant: closed ⇄ asking.
 *
 * Invariants: what is not doubtful is done at once; what is doubtful is done once, after the teacher has said so.
 */
export const questionMachine = setup({
  types: {
    events: {} as QuestionEvent,
  },
  actions: {
    act: actionNotProvided('act'),
  },
  guards: {
    /** There is a question to be asked first. */
    isDoubtful: (_, { isDoubtful }: { isDoubtful: boolean }) => isDoubtful,
  },
}).createMachine({
  id: 'question',
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing is asked.',
      on: {
        'question.ask': [
          { guard: { type: 'isDoubtful', params: ({ event }) => event }, target: 'asking' },
          { actions: 'act' },
        ],
      },
    },
    asking: {
      description: 'The teacher is asked whether she means it.',
      on: {
        'question.confirm': { target: 'closed', actions: 'act' },
        'question.cancel': 'closed',
      },
    },
  },
});
