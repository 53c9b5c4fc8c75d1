import type { AgentsState } from '../../services/app/types';

/**
 * Who watches a section. `checking`: nothing is known yet; `unreachable`: the known status could not be checked;
 * `inactive`: detection is off; `untold`: it is on, and the backend does not report agents; otherwise the agents'
 * state. `missed`: no agent reported within a minute of the start. `knocking`: none has reported, and students wait to be
 * admitted. `paused`: the class is paused.
 */
export type Watch = 'checking' | 'unreachable' | 'inactive' | 'untold' | 'missed' | 'knocking' | 'paused' | AgentsState;

/** Detection is active, and nothing is being detected. */
export const unwatched = ['missed', 'silent', 'refused', 'misdated'] as const satisfies Watch[];
export type Unwatched = (typeof unwatched)[number];

export const isUnwatched = (watch: Watch): watch is Unwatched => unwatched.some((one) => one === watch);

const unheard = ['awaited', 'knocking', 'missed'] as const satisfies Watch[];

/** Returns whether no agent has reported in the lesson. */
export const isUnheard = (watch: Watch): watch is (typeof unheard)[number] => unheard.some((one) => one === watch);

/** Returns whether a detection may arrive at any moment, as far as known. */
export const mayDetect = (watch: Watch): boolean => watch === 'watching' || watch === 'untold' || watch === 'awaited';

export interface Known {
  isActive: boolean;
  /** The last poll failed, or the browser is offline. */
  isUnreachable: boolean;
  /** The status was confirmed recently. */
  isSure: boolean;
  /** The agents' state, if the backend reports it. */
  agents: 'untold' | 'missed' | 'knocking' | 'paused' | AgentsState;
}

export function watchOf({ isActive, isUnreachable, isSure, agents }: Known): Watch {
  if (isUnreachable) return 'unreachable';
  if (!isSure) return 'checking';
  return isActive ? agents : 'inactive';
}

/** Returns the tone of the detection badge. Green promises that something watches. */
export function badgeToneOf(watch: Watch): 'green' | 'yellow' | 'neutral' {
  if (watch === 'watching' || watch === 'untold') return 'green';
  return isUnwatched(watch) ? 'yellow' : 'neutral';
}
