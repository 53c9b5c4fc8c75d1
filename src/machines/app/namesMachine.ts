import { setup } from 'xstate';
import { NAMES_SHOWN_MS } from '../../constants';

export type NamesEvent =
  /** The teacher wants to see the names, which the class might see, too. */
  | { type: 'names.ask' }
  /** The teacher has answered that they may be shown. */
  | { type: 'names.show' }
  /** The teacher has seen them, or does not want them after all. */
  | { type: 'names.hide' };

/**
 * Whether names are shown in projector mode for a while: those at the door, or all of the page.
 *
 * ```
 * hidden ⇄ asking ─▶ shown ─▶ hidden
 * ```
 *
 * Invariants: names are never shown without a question, and after 30 s they are hidden by themselves.
 */
export const namesMachine = () =>
  setup({
    types: { events: {} as NamesEvent },
    delays: {
      /** From the answer until they are hidden again. */
      namesShown: NAMES_SHOWN_MS,
    },
  }).createMachine({
    id: 'names',
    initial: 'hidden',
    states: {
      hidden: {
        description: 'Only numbers are shown.',
        on: { 'names.ask': 'asking' },
      },
      asking: {
        description: 'The teacher is asked whether the class sees the screen.',
        on: { 'names.show': 'shown', 'names.hide': 'hidden' },
      },
      shown: {
        description: 'The names are shown for a while.',
        after: { namesShown: 'hidden' },
        on: { 'names.hide': 'hidden' },
      },
    },
  });
