import type { FormValues } from '../../src/machines/app/formMachine';
import type { Fetched } from '../../src/machines/logs/logsMachine';
import type { WriteAnswer } from '../../src/machines/session/writeMachine';
import { type Problem, ProblemError } from '../../src/model/app/problem';
import type {
  DetectionLog,
  Lesson,
  LiveMessage,
  LogsAnswer,
  Section,
  StatusAnswer,
  Student,
} from '../../src/services/types';

/* What the charts' tests send and answer. */

/** The answer of a write that nothing is said of. */
export const nothingNew: WriteAnswer = {
  sentence: null,
  section: null,
  logs: null,
  takenCount: 0,
  isOnItsPage: true,
  asked: 0,
  doneAt: 0,
  clockOffset: 0,
};

/** Values that pass the checks of any form. Where a form checks anything, no values at all do not. */
export const formValues: FormValues = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@school.example',
  password: 'correct horse',
  password2: 'correct horse',
  old_password: 'correct horse',
  new_password: 'battery staple',
  confirm_password: 'battery staple',
  code: '012345',
  name: '4b',
  subject: 'History',
};

export const ada: Student = { id: '1', name: 'Ada Lovelace', email: 'ada@school.example' };
export const bob: Student = { id: '2', name: 'Bob Noyce', email: 'bob@school.example' };
export const cleo: Student = { id: '3', name: 'Cleo Bright', email: 'cleo@school.example' };
export const section: Section = { id: '7', name: '4b', subject: 'History', students: [ada] };

/** @param time milliseconds since the epoch */
export const logAt = (time: number): DetectionLog => ({
  id: String(time),
  time,
  studentName: ada.name,
  studentEmail: ada.email,
  activityType: 'no_face',
  details: '',
  screenshot: null,
  sessionId: null,
  source: '',
  review: undefined,
});

/** A lesson of 45 minutes that began at the time 1000, or one that still runs. */
export const lessonOf = (id: string, endedAt: number | null = 2_701_000): Lesson => ({ id, startedAt: 1_000, endedAt });

/** `count` logs, newest first. */
export const logsOf = (count: number): DetectionLog[] =>
  Array.from({ length: count }, (_, index) => logAt(count - index));

/** All logs of a section, from a backend that does not tell what is newer. */
export const allOf = (logs: DetectionLog[], fetchedAt = 0): LogsAnswer & Fetched => ({
  kind: 'all',
  logs,
  newer: null,
  fetchedAt,
});

/** What a backend says of a session that knows no `started_at`, at the time 0 or as of then. */
export const status = (isActive: boolean, saidAt = 0, startedAt?: number | null): StatusAnswer => ({
  isActive,
  startedAt,
  saidAt,
});

export const startOf = (sectionId: string, saidAt = 0, startedAt: number | null = null): LiveMessage => ({
  type: 'detection_start',
  sectionId,
  ...status(true, saidAt, startedAt),
});

export const updateOf = (sectionId: string, isActive: boolean, saidAt = 0): LiveMessage => ({
  type: 'status_update',
  sectionId,
  ...status(isActive, saidAt),
});

/** How a call fails in a way that is foreseen. */
export const failure = (sentence: string, kind: Problem['kind'] = 'refused') => new ProblemError({ sentence, kind });

/** Of a reset mail's token. */
export const deadLink = new ProblemError({ sentence: 'This link is over.', kind: 'refused', field: 'token' });

export const refused = failure('The server said no.');
export const unanswered = failure('Nothing came back.', 'unanswered');
export const notFound = failure('There is no such thing.', 'notFound');
export const sessionExpired = failure('Session expired. Please log in again.', 'sessionExpired');

/** E-mails of a pasted list, one more than are looked up at once: Ada is in the section, nobody is Eve. */
export const pasted = [ada.email, bob.email, cleo.email, 'dora@school.example', 'eve@school.example'];
