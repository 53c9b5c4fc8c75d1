import type { FormValues } from '../../src/machines/app/formMachine';
import type { WriteAnswer } from '../../src/machines/app/writes';
import type { Fetched } from '../../src/machines/records/logsMachine';
import { type Problem, ProblemError } from '../../src/problem';
import type {
  Attendee,
  Badge,
  Coverage,
  DetectionLog,
  Excuse,
  Lesson,
  LiveNews,
  LogsAnswer,
  MailedLink,
  Section,
  SectionTeachers,
  StatusAnswer,
  Student,
} from '../../src/services/app/types';
import { studentKeyOf } from '../../src/studentKeys';

/* Events and answers for chart tests. */

/** Answer of a write without details. */
export const nothingNew: WriteAnswer = {
  sentence: null,
  section: null,
  logs: null,
  left: null,
  takenCount: 0,
  isOnItsPage: true,
  doneAt: 0,
  clockOffset: 0,
};

/** Values that pass every form's checks. Empty values fail wherever a form checks anything. */
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
  until: 'tonight',
  text: 'Thank you.',
  title: 'Test on cells',
  note: 'Two groups',
  reason: 'school trip',
};

export const ada: Student = { id: '1', name: 'Ada Lovelace', email: 'ada@school.example' };
export const bob: Student = { id: '2', name: 'Bob Noyce', email: 'bob@school.example' };
export const cleo: Student = { id: '3', name: 'Cleo Bright', email: 'cleo@school.example' };

/** Returns who teaches Noor's section, besides her. */
export const teachersOf = (...emails: string[]): SectionTeachers => ({
  owner: { name: 'Noor Haddad', email: 'noor@school.example' },
  teachers: emails.map((email) => ({ email, role: 'substitute', until: null })),
});

/** Returns Ada's section 7, with these differences. */
export const aSection = (more: Partial<Section> = {}): Section => ({
  ...{ id: '7', name: '4b', subject: 'History', students: [ada] },
  ...more,
});
export const section = aSection();

/** Returns a log without a face of Ada's, with these differences. */
export const aLog = (more: Partial<DetectionLog> = {}): DetectionLog => ({
  id: '1',
  time: 0,
  studentName: ada.name,
  studentEmail: ada.email,
  activityType: 'no_face',
  details: '',
  screenshot: null,
  sessionId: null,
  source: '',
  review: undefined,
  ...more,
});

/** @param time milliseconds since the epoch */
export const logAt = (time: number, more: Partial<DetectionLog> = {}) => aLog({ id: String(time), time, ...more });

/** Identifies a log's student. */
export const of = ({ name, email }: Student) => ({ studentName: name, studentEmail: email });

/** Waits to attend. */
export const atTheDoor: Attendee = {
  ...{ id: '31', studentId: '2', name: 'Bob Bridgewater', email: 'bob@school.example' },
  ...{ state: 'knocking', since: 1_000, reason: '', isTaken: false, numbers: [], isContested: false },
};

/** Returns a 45-minute lesson that began at time 1000, or one still running. */
export const lessonOf = (id: string, endedAt: number | null = 2_701_000): Lesson => ({ id, startedAt: 1_000, endedAt });

/** Returns `count` logs, newest first. */
export const logsOf = (count: number): DetectionLog[] =>
  Array.from({ length: count }, (_, index) => logAt(count - index));

/** Returns all logs of a section from a backend without incremental answers. */
export const allOf = (logs: DetectionLog[], fetchedAt = 0): LogsAnswer & Fetched => ({
  kind: 'all',
  logs,
  newer: null,
  fetchedAt,
});

/** Returns a status from a backend without `started_at`, read at time 0 or the given time. */
export const status = (isActive: boolean, saidAt = 0, startedAt?: number | null): StatusAnswer => ({
  isActive,
  startedAt,
  saidAt,
});

type LiveMessage = Extract<LiveNews, { type: 'live.message' }>;

export const startOf = (sectionId: string, saidAt = 0, startedAt: number | null = null): LiveMessage => ({
  ...{ type: 'live.message', sectionId, isStart: true },
  status: status(true, saidAt, startedAt),
});

export const updateOf = (sectionId: string, isActive: boolean, saidAt = 0): LiveMessage => ({
  ...{ type: 'live.message', sectionId, isStart: false },
  status: status(isActive, saidAt),
});

/** Aiko Larkspur was observed for the whole lesson, and Hana Willowick attended without a camera. */
export const coverageOf = (isOver: boolean): Coverage => ({
  ...{ startedAt: Date.UTC(2026, 10, 20, 8, 2), until: Date.UTC(2026, 10, 20, 8, 47), isOver, interruptions: [] },
  students: [
    {
      studentKey: studentKeyOf('aiko@students.example', ''),
      observed: [{ from: Date.UTC(2026, 10, 20, 8, 2), to: Date.UTC(2026, 10, 20, 8, 47) }],
    },
    { studentKey: studentKeyOf('hana@students.example', ''), observed: [] },
  ],
  excuses: [],
  interruptions: [],
});

export const excuse: Excuse = { studentId: '31', reason: 'toilet', until: Date.UTC(2026, 10, 23, 10, 20) };

export const badge: Badge = { studentId: '31', madeAt: Date.UTC(2026, 10, 20, 9), usedAt: null };

export const mailedLink: MailedLink = { studentId: '31', state: 'sent', sentAt: Date.UTC(2026, 10, 23, 9) };

/** Returns an expected failure. */
export const failure = (sentence: string, kind: Problem['kind'] = 'refused') => new ProblemError({ sentence, kind });

/** Failure of an expired reset token. */
export const deadLink = new ProblemError({ sentence: 'This link is over.', kind: 'refused', field: 'token' });

export const refused = failure('The server said no.');
export const unanswered = failure('Nothing came back.', 'unanswered');
export const notFound = failure('There is no such thing.', 'notFound');
export const sessionExpired = failure('Session expired. Please log in again.', 'sessionExpired');

export const bobby: Student = { id: '4', name: 'Bob Noyce', email: 'bobby@school.example' };

/**
 * A pasted list, one person more than are looked up at once. Ada is in the section, Cleo and Dora are in no directory, and two
 * students are called Bob Noyce. One line repeats another, and one is unreadable.
 */
export const pasted = `${ada.email}
${bob.email}
${cleo.name} <${cleo.email}>
dora@school.example
Noyce, Bob
${bob.email}
12`;
export const pastedPeople = [
  { key: ada.email, name: '', email: ada.email },
  { key: bob.email, name: '', email: bob.email },
  { key: cleo.email, name: cleo.name, email: cleo.email },
  { key: 'dora@school.example', name: '', email: 'dora@school.example' },
] as const;
/** The person of the list of whom only the name is known. */
export const alike = { key: 'name bob noyce', name: 'Bob Noyce', email: '' };
