import { setup } from 'xstate';
import { AGENT_PATIENCE_MS } from '../constants';

/**
 * Whether anything watches the active session of a section, where the backend tells of its agents.
 *
 * Invariants: that nobody does is not said before the agents have been silent for a minute: they may still be starting. Of a
 * backend that does not tell, nothing is said.
 */
export const agentsMachine = setup({
  types: {
    /** Silent are those of an active session in which none has been heard from. */
    events: {} as { type: 'agents.said'; areSilent: boolean },
  },
  guards: {
    /** It says that no agent has been heard from. */
    areSilent: (_, { areSilent }: { areSilent: boolean }) => areSilent,
    /** It says so no more, or that there is no session. */
    areNotSilent: (_, { areSilent }: { areSilent: boolean }) => !areSilent,
  },
  delays: {
    /** So long the silence of agents says nothing. */
    agentPatience: AGENT_PATIENCE_MS,
  },
}).createMachine({
  id: 'agents',
  initial: 'unremarkable',
  states: {
    unremarkable: {
      description: 'An agent has been heard from, there is no session, or nothing tells of agents.',
      on: { 'agents.said': { guard: { type: 'areSilent', params: ({ event }) => event }, target: 'awaited' } },
    },
    awaited: {
      description: 'None has been heard from; they may still be starting.',
      on: { 'agents.said': { guard: { type: 'areNotSilent', params: ({ event }) => event }, target: 'unremarkable' } },
      after: { agentPatience: 'missed' },
    },
    missed: {
      description: 'Nothing watches.',
      on: { 'agents.said': { guard: { type: 'areNotSilent', params: ({ event }) => event }, target: 'unremarkable' } },
    },
  },
});
