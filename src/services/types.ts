/** What the front end knows of the world, whatever spelling a backend uses for it. Ids are text (they may arrive as numbers). */

/** The pair that signs a teacher in. A backend may give no refresh token (Google sign-in). */
export interface Tokens {
  access: string;
  refresh?: string;
}

export interface Student {
  id: string;
  name: string;
  email: string;
}

export interface Section {
  id: string;
  name: string;
  subject: string;
  students: Student[];
}

export interface DetectionLog {
  id: string;
  /** Milliseconds since the epoch; null when the server sent none or an unreadable one. */
  time: number | null;
  studentName: string;
  studentEmail: string;
  /** As the server spells it; null when missing. */
  activityType: string | null;
  details: string;
  /** An address that is safe to show, or null. */
  screenshot: string | null;
}

/** A message of the live channel that passed the boundary. */
export type LiveMessage =
  | { type: 'detection_start'; sectionId: string }
  | { type: 'status_update'; sectionId: string; isActive: boolean };
