import { messages } from '../../messages';
import type { DetectionLog, Student } from '../../services/types';
import { isolated } from '../app/isolated';
import { sameEnds } from '../logs/logList';
import { type Cover, remember } from './cover';

/** The emails of students who share a name, by that name. */
export type Namesakes = ReadonlyMap<string, readonly string[]>;

/** From here on a shared beginning may push out of a tile what differs. */
const LONG_BEGINNING = 8;

type Person = Pick<Student, 'name' | 'email'>;

const folded = (name: string) => name.trim().replace(/\s+/gu, ' ').normalize('NFC').toLowerCase();
const localPartOf = (email: string) => email.slice(0, email.lastIndexOf('@')) || email;

/**
 * Finds out who shares a name. What was read once costs nothing again, and the result is another one only when somebody
 * new shares a name.
 */
export function createNameBook() {
  const names = new Map<string, string>();
  const emails = new Map<string, string[]>();
  let namesakes: Namesakes = new Map();

  /** @returns whether they share their name with somebody else */
  const add = ({ name, email }: Person): boolean => {
    // There may be a hundred thousand logs of them.
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

/** The same for a section: its students, and those of its logs, who may have been removed. */
export function createSectionNameBook() {
  const read = createNameBook();
  let before: readonly DetectionLog[] = [];
  return (students: readonly Student[], logs: readonly DetectionLog[]): Namesakes => {
    const { first, last } = sameEnds(before, logs);
    before = logs;
    read(logs.slice(first, logs.length - last).map((log) => ({ name: log.studentName, email: log.studentEmail })));
    return read(students);
  };
}

/** What is left of a text whose long beginning another one shares: what differs has to be seen in little room, too. */
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
 * What tells a student from others of the same name: the local part of the email, without a long beginning that another one
 * has as well; or the whole email. Undefined without others.
 */
export function distinctionOf({ name, email }: Person, namesakes: Namesakes): string | undefined {
  const some = namesakes.size === 0 || email === '' ? undefined : namesakes.get(folded(name));
  if (some === undefined) return undefined;
  const others = some.filter((one) => one !== email.toLowerCase()).map(localPartOf);
  const localPart = localPartOf(email);
  return others.includes(localPart.toLowerCase()) ? email : withoutShared(localPart, others);
}

/** A name as it is said, with what tells its student from another of the same name. */
export const namedApart = (name: string, distinction: string | undefined): string =>
  distinction === undefined ? name : `${isolated(name)} ${messages.apart(distinction)}`;

export const nameOf = ({ name, email, distinction }: Student): string => namedApart(name || email, distinction);

/** Tells students of one name apart, wherever a screen names them. */
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
