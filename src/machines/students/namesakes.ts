import { messages } from '../../messages';
import type { DetectionLog, Student } from '../../services/app/types';
import { isolated } from '../app/isolated';
import { sameEnds } from '../app/sameEnds';
import { type Cover, remember } from './cover';

/** Emails of students who share a name, by name; keys of those without an email. */
export type Namesakes = ReadonlyMap<string, readonly string[]>;

/** Length from which a shared prefix may push the difference out of a tile. */
const LONG_BEGINNING = 8;

type Person = Pick<Student, 'name' | 'email' | 'studentKey'>;

const folded = (name: string) => name.trim().replace(/\s+/gu, ' ').normalize('NFC').toLowerCase();
const localPartOf = (email: string) => email.slice(0, email.lastIndexOf('@')) || email;

const personOf = ({ studentName: name, studentEmail: email, studentKey }: DetectionLog): Person => ({
  ...{ name, email },
  ...(studentKey !== undefined && { studentKey }),
});

/** Finds shared names incrementally. The result keeps its identity until another person shares a name. */
export function createNameBook() {
  const names = new Map<string, string>();
  const emails = new Map<string, string[]>();
  let namesakes: Namesakes = new Map();

  /** Returns whether they share their name with someone else. */
  const add = ({ name, email: given, studentKey = '' }: Person): boolean => {
    const email = given || studentKey;
    // There may be 100,000 logs of them.
    if (name === '' || email === '' || names.get(email) === name) return false;
    names.set(email, name);
    const known = emails.get(folded(name)) ?? [];
    if (known.includes(email.toLowerCase())) return false;
    emails.set(folded(name), [...known, email.toLowerCase()]);
    return known.length > 0;
  };
  return (people: Iterable<Person>): Namesakes => {
    let isNew = false;
    for (const person of people) if (add(person)) isNew = true;
    if (isNew) namesakes = new Map([...emails].filter(([, some]) => some.length > 1));
    return namesakes;
  };
}

/** Finds shared names among a section's students and those of its logs, who may have been removed. */
export function createSectionNameBook() {
  const read = createNameBook();
  let before: readonly DetectionLog[] = [];
  return (students: readonly Student[], logs: readonly DetectionLog[]): Namesakes => {
    const { first, last } = sameEnds(before, logs);
    before = logs;
    read(logs.slice(first, logs.length - last).map(personOf));
    return read(students);
  };
}

/** Removes a long prefix shared with others, so that the difference fits in little space. */
function withoutShared(text: string, others: readonly string[]): string {
  const shared = Math.max(0, ...others.map((other) => sharedLength(text.toLowerCase(), other)));
  return shared < LONG_BEGINNING ? text : `…${text.slice(shared - 2)}`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * Returns what tells a student from namesakes: the local part of the email, without a long shared prefix, or the whole
 * email. Undefined without namesakes.
 */
export function distinctionOf({ name, email }: Person, namesakes: Namesakes): string | undefined {
  const some = namesakes.size === 0 || email === '' ? undefined : namesakes.get(folded(name));
  if (some === undefined) return undefined;
  const others = some.filter((one) => one !== email.toLowerCase()).map(localPartOf);
  const localPart = localPartOf(email);
  return others.includes(localPart.toLowerCase()) ? email : withoutShared(localPart, others);
}

/** Returns a name followed by what tells it from namesakes. */
export const namedApart = (name: string, distinction: string | undefined): string =>
  distinction === undefined ? name : `${isolated(name)} ${messages.apart(distinction)}`;

/** Returns the name of a log's student as displayed. */
export const studentOf = ({ studentName, studentEmail, distinction }: DetectionLog): string =>
  namedApart(studentName || studentEmail || messages.logs.unknownStudent, distinction);

export const nameOf = ({ name, email, distinction }: Student): string => namedApart(name || email, distinction);

/** Creates a cover that tells namesakes apart on every screen. */
export function createDistinction(namesakes: Namesakes): Cover {
  const apart = (person: Person) => {
    const distinction = distinctionOf(person, namesakes);
    return distinction !== undefined && { distinction };
  };
  const log = remember((shown: DetectionLog): DetectionLog => {
    const found = apart({ name: shown.studentName, email: shown.studentEmail });
    return found ? { ...shown, ...found } : shown;
  });
  return {
    log,
    logs: remember((logs) => logs.map(log)),
    section: remember((section) => ({
      ...section,
      students: section.students.map((student) => ({ ...student, ...apart(student) })),
    })),
  };
}
