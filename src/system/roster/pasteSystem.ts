import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { MAX_CANDIDATES, MAX_LIST_FILE_BYTES, MIN_SEARCH_LENGTH } from '../../constants';
import { type PastedPerson, readList } from '../../machines/roster/pastedList';
import { type Lookup, pasteMachine } from '../../machines/roster/pasteMachine';
import { sameEmail } from '../../machines/students/emails';
import { nameKey, searchesFor } from '../../machines/students/names';
import { messages } from '../../messages';
import { ProblemError, refusal } from '../../problem';
import type { Student } from '../../services/app/types';
import { readTextFile } from '../../services/roster/textFile';

const { paste: words } = messages;

export function providePaste({ enrolled, sectionService, sendWrite }: AppSystem) {
  /** Looks people up. Remembers whether a search says that people can be added to the directory. */
  const lookUpIn = (sectionId: string, signal: AbortSignal) => {
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

    /** A name that nobody has exactly may be a part of someone's, whom the teacher then chooses. */
    const byName = async (person: PastedPerson): Promise<Lookup> => {
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
  };

  return pasteMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input: { file } }) => {
        if (file.size > MAX_LIST_FILE_BYTES) throw refusal(words.fileTooLarge);
        const text = await readTextFile(file).catch(() => {
          throw refusal(words.fileUnreadable);
        });
        if (text === null) throw refusal(words.fileNotText);
        return readList(text);
      }),
      lookUp: fromPromise(async ({ input: { sectionId, people }, signal }) => {
        const { lookUp, mayAdd } = lookUpIn(sectionId, signal);
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
      }),
      addToDirectory: fromPromise(async ({ input: { people }, signal }) => {
        const { directory } = await sendWrite({ kind: 'addToDirectory', people }, signal);
        return directory ?? { added: [], existing: [] };
      }),
    },
  });
}
