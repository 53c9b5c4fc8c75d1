import type { Attendance, Attendee } from '../../services/app/types';
import { atTheDoorOf, attendeesIn, isInLesson, watchedIn } from './attendance';

/** Why a student of a lesson is not watched, in the order of a legend. */
export const unwatchedStates = [
  ...(['absent', 'knocking', 'admitted', 'unwatched', 'paused', 'excused'] as const),
  ...(['no_picture', 'dark', 'hidden', 'offline', 'left', 'refused'] as const),
] satisfies (Attendee['state'] | 'absent' | 'excused')[];

export type UnwatchedState = (typeof unwatchedStates)[number];

/** What a student does who is not watched. */
export interface Presence {
  state: UnwatchedState;
  /** Of a pause or an excuse. It may be a name. */
  reason: string;
  /** The end of an excuse, in milliseconds since the epoch; null for any other state. */
  until: number | null;
}

const away: readonly UnwatchedState[] = ['absent', 'knocking', 'left', 'refused'];
/** Returns whether the student is not in the lesson. Somebody without a camera is. */
export const isAway = (state: UnwatchedState): boolean => away.includes(state);

const isUnwatched = (state: Attendee['state']): state is Exclude<Attendee['state'], 'watching'> => state !== 'watching';

/**
 * Returns what the students of a lesson do, by their ids: null for one who is watched, and for all while nobody was
 * invited, since devices say nothing then.
 */
export function presencesIn(attendance: Attendance | null): (studentId: string) => Presence | null {
  const isInvited = watchedIn(attendance) !== null;
  const attendees = attendeesIn(attendance);
  const knocking = new Set(atTheDoorOf(attendance).map(({ studentId }) => studentId));
  const excuses = new Map((attendance?.excuses ?? []).map((excuse) => [excuse.studentId, excuse]));
  return (studentId) => {
    const excuse = excuses.get(studentId);
    if (excuse !== undefined) return { state: 'excused', reason: excuse.reason, until: excuse.until };
    if (!isInvited) return null;
    const attendee = attendees.get(studentId);
    if (knocking.has(studentId) && (attendee === undefined || !isInLesson(attendee)))
      return { state: 'knocking', reason: '', until: null };
    if (attendee === undefined) return { state: 'absent', reason: '', until: null };
    const { state, reason } = attendee;
    return isUnwatched(state) ? { state, reason, until: null } : null;
  };
}
