/*
 * The rule of the attendance register: what a student did in a lesson, from what is stored. Times are in milliseconds since 1970, by the
 * server's clock.
 */

import { lengthOf, outside, type Period } from './periods';

const minute = 60_000;

/** Who arrives or goes within this of the lesson's start or end is neither late nor early. */
const graceMinutes = 5;

export type RegisterState = 'present' | 'no_camera' | 'excused' | 'absent';

/** The lesson so far. */
export interface RegisterLesson extends Period {
  isOver: boolean;
  /** Ends that were taken back: there was no lesson meanwhile. */
  breaks: readonly Period[];
  /** Somebody was let in. Without, students did not attend on devices, and nothing is known of them. */
  isTaken: boolean;
}

/** A device of the student that was admitted. */
export interface Seat {
  /** When the student came, who may have waited at the door. */
  cameAt: number;
  /** When the device left, was turned away, replaced or fell silent; null while it is there, or until the lesson's end. */
  wentAt: number | null;
  /** It watched at some time. */
  watched: boolean;
}

export interface RegisterExcuse extends Period {
  reason: string;
}

/** What programs of the school reported of a student: that somebody was at the device, or only that no face was found. */
export type AgentEvidence = 'somebody' | 'nobody' | null;

/** What is known of a student in a lesson without a teacher's correction. */
export interface Recorded {
  /** `unknown` in a lesson without a register. */
  state: RegisterState | 'unknown';
  from: number | null;
  /** Null if they stayed until the end, or are still there. */
  to: number | null;
  /** Whole minutes of the lesson before they came and after they went, without breaks and excuses; 0 within the grace. */
  lateMinutes: number;
  earlyMinutes: number;
  /** The excuse covers all of the lesson, or a part. */
  excused: 'whole' | 'part' | null;
  /** Of the longest excuse; empty without one. */
  excuseReason: string;
}

/** Returns the whole minutes of a period that were missed; 0 within the grace. */
function missed(period: Period, notCounted: readonly Period[]): number {
  const time = lengthOf(outside([period], notCounted));
  return time <= graceMinutes * minute ? 0 : Math.floor(time / minute);
}

/** Returns how much of the lesson excuses cover. Those that begin within its grace cover it from its start. */
function excusedPart(lesson: RegisterLesson, excuses: readonly RegisterExcuse[]): Recorded['excused'] {
  const during = excuses.filter(({ from, to }) => from < lesson.to && to > lesson.from);
  if (during.length === 0) return null;
  return missed(lesson, [...during, ...lesson.breaks]) === 0 ? 'whole' : 'part';
}

/**
 * Returns what a student did in a lesson.
 * - Who was admitted on a device was present: with a camera if any of their devices watched. Declining it is no absence.
 * - They came when they asked to join, and went when the last of their devices did. A replaced device is one stay.
 * - Who was turned away at the door without having been admitted did not attend.
 * - Who has no device in the lesson, but of whom a program of the school reported somebody at theirs, was present: from when is not known. If it
 *   reported nothing but that no face was found, nothing is known.
 * - Who did not attend is excused if the teacher excused them, and absent otherwise.
 *
 * @param seats of the student, only those that were admitted
 */
export function recordedOf(
  lesson: RegisterLesson,
  seats: readonly Seat[],
  excuses: readonly RegisterExcuse[],
  evidence: AgentEvidence = null,
): Recorded {
  const excused = excusedPart(lesson, excuses);
  const [longest] = excuses.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const excuse = { excused, excuseReason: excused === null ? '' : (longest?.reason ?? '') };
  if (seats.length === 0) {
    const missing = lesson.isTaken && evidence === null ? 'absent' : 'unknown';
    const unseen = excused === null ? missing : 'excused';
    const state = evidence === 'somebody' ? 'present' : unseen;
    return { state, from: null, to: null, lateMinutes: 0, earlyMinutes: 0, ...excuse };
  }
  const from = Math.max(lesson.from, Math.min(...seats.map(({ cameAt }) => cameAt)));
  const isThere = seats.some(({ wentAt }) => wentAt === null || wentAt >= lesson.to);
  const to = isThere ? null : Math.max(from, ...seats.map(({ wentAt }) => wentAt ?? lesson.to));
  const notCounted = [...lesson.breaks, ...excuses];
  return {
    state: seats.some(({ watched }) => watched) ? 'present' : 'no_camera',
    ...{ from, to },
    lateMinutes: missed({ from: lesson.from, to: from }, notCounted),
    earlyMinutes: to === null || !lesson.isOver ? 0 : missed({ from: to, to: lesson.to }, notCounted),
    ...excuse,
  };
}
