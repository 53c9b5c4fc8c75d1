import type { IconName } from '../../components/Icon';
import { messages } from '../../messages';
import type { Attendee } from '../../services/app/types';

const { door: words } = messages;

/** Says what the device of a student does who is not watched; empty for one who is. @param hidesReason it may be a name */
export const stateWords = (attendee: Attendee | undefined, hidesReason: boolean): string =>
  attendee === undefined ? words.absent : words.states[attendee.state](hidesReason ? '' : attendee.reason);

/** The states in which a student's device is there but sees nothing of them, each with its sign. */
export const blindIcons = { no_picture: 'cameraOff', dark: 'moon', hidden: 'pageOff' } as const satisfies Partial<
  Record<Attendee['state'], IconName>
>;
export const blindStates = ['no_picture', 'dark', 'hidden'] as const satisfies (keyof typeof blindIcons)[];

/** Returns the state of a student's device if it sees nothing of them. */
export const blindStateOf = (attendee: Attendee | undefined) => blindStates.find((state) => state === attendee?.state);
