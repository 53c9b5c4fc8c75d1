/** What the server says about the student's place. */
export type Admission = 'knocking' | 'admitted' | 'refused' | 'ended' | 'taken_over';

/** What a heartbeat says about the student. */
export type Told = 'waiting' | 'watching' | 'unwatched' | 'paused' | 'dark' | 'hidden';

export interface Lesson {
  section: string;
  teacher: string;
}

/** A lesson, seen from its door. */
export interface Door {
  section: string;
  subject: string;
  teacher: string;
  students: { id: number; name: string }[];
}

/** Who asks to join. */
export type KnockAs = { studentId: number } | { name: string; email: string };

/** The server's answer to a heartbeat. */
export interface Beat {
  admission: Admission;
  lesson: Lesson | null;
  /** Milliseconds until the next one. */
  every: number;
  /** When the teacher's excuse ends, in milliseconds since the epoch by the server's clock; null without one. */
  excusedUntil: number | null;
}

/** What the tab has stored, or what the address says. */
export type Recalled =
  | { kind: 'new' }
  | { kind: 'invited'; code: string }
  | { kind: 'joined'; name: string; choice: 'camera' | 'none' | null };
