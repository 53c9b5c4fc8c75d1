import { messages } from '../../messages';
import type { DetectionLog, Section, Student } from '../../services/app/types';
import { hashOf, keyOfLog, keyOfStudent } from '../../studentKeys';

/*
 * Projector mode: the class sees the screen. Students' data is replaced before it reaches any screen, so that no screen
 * can show a name by mistake.
 */

const { projector: words } = messages;

/** Replaces a picture. A transparent pixel, in case it is ever shown. */
export const HIDDEN_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Returns a student's number, stable while the page is open. */
export type Numbering = (key: string) => number;

/**
 * Numbers a section's students in seeded hash order, which says nothing about their names. Later students get the next
 * numbers.
 *
 * @param seed the same seed gives the same numbers after a reload
 */
export function createNumbering(seed: string) {
  const numbers = new Map<string, number>();
  const numberOf: Numbering = (key) => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
  return {
    numberOf,
    /** Numbers students without a number. */
    add(keys: readonly string[]) {
      const shuffled = keys.map((key) => ({ key, rank: hashOf(`${seed} ${key}`) }));
      for (const { key } of shuffled.sort((a, b) => (a.rank < b.rank ? -1 : 1))) numberOf(key);
    },
  };
}

/** Replaces identifying data. The same object always has the same replacement. */
export interface Cover {
  section(section: Section): Section;
  log(log: DetectionLog): DetectionLog;
  logs(logs: readonly DetectionLog[]): readonly DetectionLog[];
}

/** Used while projector mode is off. */
export const noCover: Cover = { section: (section) => section, log: (log) => log, logs: (logs) => logs };

export function createCover({ numberOf, add }: ReturnType<typeof createNumbering>): Cover {
  const log = (shown: DetectionLog): DetectionLog => {
    const isUnknown = shown.studentName === '' && shown.studentEmail === '';
    const studentKey = keyOfLog(shown);
    return {
      ...shown,
      studentKey,
      studentName: isUnknown ? '' : words.student(numberOf(studentKey)),
      studentEmail: '',
      // Free text may contain names: a window title, an agent's name, a note.
      details: shown.details === '' ? '' : words.hidden,
      source: shown.source === 'simulated' ? shown.source : '',
      screenshot: shown.screenshot === null ? null : HIDDEN_PICTURE,
      review: shown.review && { ...shown.review, note: '' },
      ...(shown.answer !== undefined && { answer: words.hidden }),
      ...(shown.reply !== undefined && { reply: words.hidden }),
    };
  };
  // A place in the room would tell who a hidden student is.
  const section = ({ students, room: _, ...shown }: Section): Section => {
    add(students.map(keyOfStudent));
    const covered = students.map((student): [number, Student] => {
      const studentKey = keyOfStudent(student);
      const number = numberOf(studentKey);
      return [number, { id: student.id, studentKey, number, name: words.student(number), email: '' }];
    });
    return { ...shown, students: covered.sort(([a], [b]) => a - b).map(([, student]) => student) };
  };
  const coverLog = remember(log);
  return { log: coverLog, logs: remember((logs) => logs.map(coverLog)), section: remember(section) };
}

/** Memoises a function by object identity. */
export function remember<Given extends object, Result>(work: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, { result: Result }>();
  return (given) => {
    const { result } = known.get(given) ?? { result: work(given) };
    known.set(given, { result });
    return result;
  };
}
