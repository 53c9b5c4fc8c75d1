import { messages } from '../../messages';
import type { Attendee } from '../../services/types';

const { door: words } = messages;

/** Says what the device of a student does who is not watched; empty for one who is. @param hidesReason it may be a name */
export const stateWords = (attendee: Attendee | undefined, hidesReason: boolean): string =>
  attendee === undefined ? words.absent : words.states[attendee.state](hidesReason ? '' : attendee.reason);
