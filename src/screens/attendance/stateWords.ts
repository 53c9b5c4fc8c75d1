import type { IconName } from '../../components/Icon';
import type { Presence, UnwatchedState } from '../../machines/attendance/presence';
import { messages } from '../../messages';
import { timeOfDay } from '../app/times';

const { door: words, excuse } = messages;

/** The sign of each state in which a student is not watched. */
export const stateIcons = {
  absent: 'personOff',
  knocking: 'door',
  admitted: 'hourglass',
  unwatched: 'person',
  paused: 'pause',
  excused: 'pass',
  no_picture: 'cameraOff',
  dark: 'moon',
  hidden: 'pageOff',
  offline: 'unreachable',
  left: 'leave',
  refused: 'refused',
} as const satisfies Record<UnwatchedState, IconName>;

/** Says what a student does who is not watched. @param hidesReason it may be a name */
export function stateWords({ state, reason, until }: Presence, hidesReason: boolean): string {
  return state === 'excused'
    ? excuse.fact(timeOfDay.format(until ?? 0))
    : words.states[state](hidesReason ? '' : reason);
}

/** Says the same on a seat, which has little room. */
export const seatWords = (presence: Presence, hidesReason: boolean): string =>
  presence.state === 'unwatched' ? words.unwatchedOnSeat : stateWords(presence, hidesReason);

/** Explains the sign of a state. */
export const stateMeaning = (state: UnwatchedState): string =>
  state === 'excused' ? excuse.excused : words.states[state]('');
