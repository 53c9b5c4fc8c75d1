import type { components } from './schema';

/**
 * What the front end knows of the world, whatever spelling a backend uses for it: the contract's types, but ids are
 * text (they may arrive as numbers).
 */
export type Contract = components['schemas'];

/** The pair that signs a teacher in. A backend may give no refresh token (Google sign-in). */
export type Tokens = Contract['Tokens'];

export interface Student extends Pick<Contract['Student'], 'name' | 'email'> {
  id: string;
}

export interface Section extends Pick<Contract['Section'], 'name' | 'subject'> {
  id: string;
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
