import { MAX_CANDIDATES, MIN_SEARCH_LENGTH } from '../../constants';
import { ProblemError } from '../../problem';
import type { Student } from '../../services/app/types';
import { sameEmail } from '../students/emails';
import { nameKey, searchesFor } from '../students/names';
import type { PastedPerson } from './pastedList';
import type { Enrolled, RosterPorts } from './rosterMachine';

/** What the lookup of people needs of the world. */
export interface LookUpPorts {
  sectionService: RosterPorts['sectionService'];
  enrolled: Pick<Enrolled, 'in'>;
}

/** A person of the list and the result of their lookup. */
export type Lookup = PastedPerson &
  (
    | /** `waiting`: not looked up yet; `missing`: nobody found; `failed`: the lookup failed. */
    { kind: 'waiting' | 'missing' | 'failed' }
    | { kind: 'found'; student: Student }
    /** Found by name alone: the candidates, and the one that the teacher chose. */
    | { kind: 'several'; students: Student[]; chosen: Student | null }
  );

/** The result of a round of lookups. */
export interface Answered {
  lookups: Lookup[];
  /** The teacher may add people to the directory (an extension). */
  mayAdd: boolean;
}

/** Looks people up. Remembers whether a search says that people can be added to the directory. */
function lookUpIn({ enrolled, sectionService }: LookUpPorts, sectionId: string, signal: AbortSignal) {
  let mayAdd = false;
  const search = async (query: string) => {
    const found = await sectionService.searchStudents(query, signal);
    mayAdd ||= found.mayAdd;
    return found.students;
  };

  const byEmail = async (person: PastedPerson): Promise<Lookup> => {
    const isThisOne = (student: Student) => sameEmail(student.email, person.email);
    const student = enrolled.in(sectionId).find(isThisOne) ?? (await search(person.email)).find(isThisOne);
    return student === undefined ? { ...person, kind: 'missing' } : { ...person, kind: 'found', student };
  };

  /** Those of the section come first: the directory does not list them all. A name that nobody has exactly may be a part of someone's, whom the teacher then chooses. */
  const byName = async (person: PastedPerson): Promise<Lookup> => {
    const members = enrolled.in(sectionId).filter(({ name }) => nameKey(name) === nameKey(person.name));
    const [member, ...namesakes] = members;
    if (member !== undefined && namesakes.length === 0) return { ...person, kind: 'found', student: member };
    if (member !== undefined) return { ...person, kind: 'several', students: members, chosen: null };
    let similar: Student[] = [];
    for (const query of searchesFor(person.name)) {
      const students = query.length < MIN_SEARCH_LENGTH ? [] : await search(query);
      const same = students.filter(({ name }) => nameKey(name) === nameKey(person.name));
      const [student, ...others] = same;
      if (student !== undefined && others.length === 0) return { ...person, kind: 'found', student };
      if (student !== undefined) return { ...person, kind: 'several', students: same, chosen: null };
      similar = [...similar, ...students];
    }
    const isTellable = similar.length > 0 && similar.length <= MAX_CANDIDATES;
    return isTellable
      ? { ...person, kind: 'several', students: similar, chosen: null }
      : { ...person, kind: 'missing' };
  };

  return {
    mayAdd: () => mayAdd,
    lookUp: (person: PastedPerson) => (person.email === '' ? byName(person) : byEmail(person)),
  };
}

/** Looks people up at once. @throws the first problem, if nobody's lookup was answered */
export async function lookUpAll(
  ports: LookUpPorts,
  { sectionId, people }: { sectionId: string; people: readonly PastedPerson[] },
  signal: AbortSignal,
): Promise<Answered> {
  const { lookUp, mayAdd } = lookUpIn(ports, sectionId, signal);
  const problems: ProblemError[] = [];
  const lookUpOrFail = async (person: PastedPerson): Promise<Lookup> => {
    try {
      return await lookUp(person);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(error);
      return { ...person, kind: 'failed' };
    }
  };
  const lookups = await Promise.all(people.map(lookUpOrFail));
  if (problems.length === people.length) throw problems[0];
  return { lookups, mayAdd: mayAdd() };
}
