import { setup } from 'xstate';
import { AGENT_PATIENCE_MS } from '../../constants';
import type { AgentsState } from '../../services/types';

interface Said {
  agents: AgentsState | undefined;
}

/**
 * Whether anything watches the active session of a section, where the backend tells of its agents.
 *
 * Invariants: agents that were never heard from are given a minute before they are missed, since they may still be
 * starting; anything else counts at once. A backend that says nothing of agents stays `untold`.
 */
export const agentsMachine = setup({
  types: {
    /** What the backend says of the agents of the active session; undefined without one. */
    events: {} as { type: 'agents.said' } & Said,
  },
  guards: {
    /** It says that no agent has been heard from. */
    areAwaited: (_, { agents }: Said) => agents === 'awaited',
    /** It says that one watches. */
    areWatching: (_, { agents }: Said) => agents === 'watching',
    /** It says that those that watched have fallen silent. */
    areSilent: (_, { agents }: Said) => agents === 'silent',
    /** It says that what they report is refused. */
    areRefused: (_, { agents }: Said) => agents === 'refused',
    /** It says that what they report is refused because a clock is off. */
    areMisdated: (_, { agents }: Said) => agents === 'misdated',
  },
  delays: {
    /** Grace period before agents that were never heard from are missed. */
    agentPatience: AGENT_PATIENCE_MS,
  },
}).createMachine({
  id: 'agents',
  on: {
    'agents.said': [
      { guard: { type: 'areAwaited', params: ({ event }) => event }, target: '.awaited' },
      { guard: { type: 'areWatching', params: ({ event }) => event }, target: '.watching' },
      { guard: { type: 'areSilent', params: ({ event }) => event }, target: '.silent' },
      { guard: { type: 'areRefused', params: ({ event }) => event }, target: '.refused' },
      { guard: { type: 'areMisdated', params: ({ event }) => event }, target: '.misdated' },
      { target: '.untold' },
    ],
  },
  initial: 'untold',
  states: {
    untold: { description: 'There is no session, or nothing tells of its agents.' },
    awaited: {
      description: 'None has been heard from; they may still be starting.',
      on: { 'agents.said': { guard: { type: 'areAwaited', params: ({ event }) => event } } },
      after: { agentPatience: 'missed' },
    },
    missed: {
      description: 'None has been heard from for a minute: nothing watches.',
      on: { 'agents.said': { guard: { type: 'areAwaited', params: ({ event }) => event } } },
    },
    watching: { description: 'An agent watches.' },
    silent: { description: 'Those that watched have fallen silent: nothing watches.' },
    refused: { description: 'Agents report, and all of it is refused: nothing watches.' },
    misdated: { description: 'All that agents report is refused, because a clock is off: nothing watches.' },
  },
});
