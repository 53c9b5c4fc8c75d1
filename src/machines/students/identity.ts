import type { Student } from '../../services/app/types';
import { foldedEmail } from './emails';
import { nameKey } from './names';

type Person = Pick<Student, 'name' | 'email' | 'handle'>;

/** Returns what identifies a student in calls: the email, or what stands for it. */
export const handleOf = ({ email, handle }: Pick<Person, 'email' | 'handle'>): string => handle ?? email;

/** Returns a student's identity. Those who are yet to be made have no email to go by, only a name. */
export function identityOf({ name, ...student }: Person): string {
  const handle = handleOf(student);
  return handle === '' ? namedIdentity(name) : foldedEmail(handle);
}

const namedIdentity = (name: string) => `name ${nameKey(name)}`;

export const isSameStudent = (one: Person, other: Person): boolean => identityOf(one) === identityOf(other);

const identitiesOf = new WeakMap<readonly Student[], ReadonlySet<string>>();

/** Returns whether a student is in a list; one who is yet to be made, whether the name is. Lists are never changed, so they are indexed once: a thousand results may be checked against hundreds. */
export function isAmong(students: readonly Student[], student: Person): boolean {
  const identities =
    identitiesOf.get(students) ?? new Set(students.flatMap((one) => [identityOf(one), namedIdentity(one.name)]));
  identitiesOf.set(students, identities);
  return identities.has(identityOf(student));
}
