import { setup } from 'xstate';
import { actionNotProvided } from './notProvided';

export type ProjectorEvent = { type: 'projector.toggle' };

/**
 * Whether the class sees the screen. Then nothing on it, or printed or saved from it, tells who a student is.
 *
 * Invariants:
 * - It is on or off for the whole page, whoever is signed in, and is kept through reloads.
 * - Only the teacher changes it.
 */
export const projectorMachine = setup({
  types: {
    context: {} as { wasOn: boolean },
    events: {} as ProjectorEvent,
    input: {} as { wasOn: boolean },
  },
  actions: {
    keep: actionNotProvided<{ isOn: boolean }>('keep'),
  },
  guards: {
    /** It was on when the page was left. */
    wasOn: ({ context }) => context.wasOn,
  },
}).createMachine({
  id: 'projector',
  context: ({ input }) => input,
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Takes over what was chosen before.',
      always: [{ guard: 'wasOn', target: 'on' }, { target: 'off' }],
    },
    off: {
      description: 'Everything is shown.',
      on: { 'projector.toggle': { target: 'on', actions: { type: 'keep', params: { isOn: true } } } },
    },
    on: {
      description: 'Names, e-mails, pictures and notes are hidden.',
      on: { 'projector.toggle': { target: 'off', actions: { type: 'keep', params: { isOn: false } } } },
    },
  },
});
