import { messages } from '../../messages';
import type { DetectionLog, Section, Student } from '../../services/types';
import { hashOf, keyOfLog, keyOfStudent } from './studentKeys';

/*
 * Projector mode: the class sees the screen. What the screens show of students is replaced here, before any screen has it,
 * so that a screen cannot show a name by mistake.
 */

const { projector: words } = messages;

/** Stands in place of a picture. Shown by mistake, it is a transparent pixel. */
export const HIDDEN_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Gives each student of a section a number, which stays the same for as long as the page is open. */
export type Numbering = (key: string) => number;

/**
 * Numbers students in an order that says nothing of their names: by a hash that the seed changes. Students who come later
 * get the next numbers.
 *
 * @param seed the same one gives the same numbers after a reload
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
    /** Numbers those who have none yet. */
    add(keys: readonly string[]) {
      const shuffled = keys.map((key) => ({ key, rank: hashOf(`${seed} ${key}`) }));
      for (const { key } of shuffled.sort((a, b) => (a.rank < b.rank ? -1 : 1))) numberOf(key);
    },
  };
}

/** Replaces what tells who a student is. The same object always gives the same replacement. */
export interface Cover {
  section(section: Section): Section;
  log(log: DetectionLog): DetectionLog;
  logs(logs: readonly DetectionLog[]): readonly DetectionLog[];
}

/** For while projector mode is off. */
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
      // Anybody may be named in what somebody wrote: a window's title, an agent's name, a note.
      details: shown.details === '' ? '' : words.hidden,
      source: shown.source === 'simulated' ? shown.source : '',
      screenshot: shown.screenshot === null ? null : HIDDEN_PICTURE,
      review: shown.review && { ...shown.review, note: '' },
    };
  };
  const section = ({ students, ...shown }: Section): Section => {
    add(students.map(keyOfStudent));
    const covered = students.map((student): [number, Student] => {
      const studentKey = keyOfStudent(student);
      const number = numberOf(studentKey);
      return [number, { id: student.id, studentKey, name: words.student(number), email: '' }];
    });
    return { ...shown, students: covered.sort(([a], [b]) => a - b).map(([, student]) => student) };
  };
  const coverLog = remember(log);
  return { log: coverLog, logs: remember((logs) => logs.map(coverLog)), section: remember(section) };
}

/** Works out once for each object what is asked for again and again. */
export function remember<Given extends object, Result>(work: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, { result: Result }>();
  return (given) => {
    const { result } = known.get(given) ?? { result: work(given) };
    known.set(given, { result });
    return result;
  };
}
