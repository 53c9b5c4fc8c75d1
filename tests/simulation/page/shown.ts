import type { InspectionEvent } from 'xstate';
import type { Report } from '../../../src/recorder/report';

/*
 * What a page shows and lets its teacher press: the words in which the world, which cannot see the charts, speaks of it.
 */

export type DialogName =
  | 'create'
  | 'delete'
  | 'deleteLesson'
  | 'remove'
  | 'paste'
  | 'screenshot'
  | 'student'
  | 'logout'
  | 'start'
  | 'discard';

/** What the teacher asks the backend to do. */
export const writeKinds = [
  'create',
  'delete',
  'add',
  'remove',
  'start',
  'stop',
  'review',
  'discard',
  'password',
  'deleteLesson',
] as const;

export type WriteKind = (typeof writeKinds)[number];

export interface Button {
  /** As the product calls it. */
  name: string;
  press(): void;
  /** The dialog that it opens. */
  opens?: DialogName;
  /** What it sends. */
  write?: WriteKind;
  /** The sections it is sent for; unless given, the one whose page is open. */
  sections?: readonly number[];
  /** The teacher wants to be logged out by it; false: she wants it no more. */
  logsOut?: boolean;
  /** Changes under way may be given up by it. */
  givesUp?: boolean;
}

export interface ShownSection {
  id: number;
  name: string;
  students: string[];
}

export interface Shown {
  /** Nothing but the frame is to be seen. */
  blank: boolean;
  /** It says that it is loading. */
  isLoading?: boolean;
  dialogs: DialogName[];
  /** The list of sections, where it is shown; null while it cannot be. */
  sections?: ShownSection[] | null;
  /** The section whose page is open. Null when the page says that there is none, or that it could not be fetched. */
  section?: ShownSection | null;
  /** The students of Manage Students. */
  roster?: string[];
  /** What is known of the logs of the section whose page is open: what was made of each, by its id. */
  logs?: ReadonlyMap<string, string>;
  /** The page says that its logs could not be fetched. */
  saysLogsFailed?: boolean;
  /** The lessons among the logs, by their ids. */
  lessons?: string[];
  /** The badges of sessions, by the ids of their sections. */
  badges?: ReadonlyMap<number, 'active' | 'inactive' | 'unknown'>;
  /** The page says that the status could not be checked. */
  saysUnchecked?: boolean;
  /** On the sign-in page: it says why the session is over. */
  explanation?: string | null;
}

/** What the live channel does, and what the page says of it. */
export interface ShownChannel {
  state: 'off' | 'open' | 'onItsWay' | 'silent';
  says: string | undefined;
}

/** A page of the product without React: what the world holds of it. */
export interface SimulatedPage {
  start(): void;
  /** What React does after something has moved: redirects, mounts, unmounts. Tells whether it did anything. */
  settle(): boolean;
  path(): string;
  isSignedIn(): boolean;
  /** Whose session the page shows; undefined when nobody is signed in. */
  teacherId(): string | undefined;
  buttons(): Button[];
  shown(): Shown;
  channel(): ShownChannel;
  /** The addresses of the pictures that it shows have expired. */
  losePictures(): void;
  /** The flight recorder's report. */
  report(): Report;
}

export interface SimulatedPageSettings {
  apiUrl: string;
  /** Of the tab: it outlives the page. */
  history: { entries: string[]; index: number };
  /** Hears what all actors of the page do. */
  inspector(inspected: InspectionEvent): void;
  /** Who sits before the page, as far as the world can tell: what she types is hers. */
  typist: Typist;
}

export interface Typist {
  /** Fields of the sign-in page. */
  credentials(teacher: 'Noor' | 'Mika', right: boolean): { email: string; password: string };
  /** The password of whom the page was signed in by. */
  password(right: boolean): string;
  newPassword(): string;
  note(): string;
  newSection(): { name: string; subject: string };
  /** More than are looked up at once; one of them is nobody's. */
  pastedEmails(): string[];
}

/** What was made of a log, as both sides tell it. */
export const reviewInWords = (review: { state: string; note: string } | null | undefined): string =>
  review ? `${review.state}: ${review.note}` : 'not reviewed';
