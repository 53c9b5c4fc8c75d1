import type { Section, Student } from '../../services/app/types';
import { fold } from '../app/fold';

export interface FoundSection {
  section: Section;
  /** The students who match. Empty if the section itself does. */
  students: readonly Student[];
}

/**
 * Returns the search of a teacher's sections by name or subject, and by their students' names and emails.
 *
 * @param findsStudents false while names are hidden
 */
export function createFinder(
  sections: readonly Section[],
  findsStudents: boolean,
): (text: string) => readonly FoundSection[] {
  const all = sections.map((section): FoundSection => ({ section, students: [] }));
  let folded: { own: string; students: { student: Student; text: string }[] }[] | undefined;
  return (text) => {
    const sought = fold(text.trim());
    if (sought === '') return all;
    folded ??= sections.map(({ name, subject, students }) => ({
      own: fold(`${name}\n${subject}`),
      students: findsStudents ? students.map((one) => ({ student: one, text: fold(`${one.name}\n${one.email}`) })) : [],
    }));
    return all.flatMap((one, place) => {
      const of = folded?.[place];
      if (of === undefined || of.own.includes(sought)) return [one];
      const students = of.students.filter(({ text: own }) => own.includes(sought)).map(({ student }) => student);
      return students.length === 0 ? [] : [{ section: one.section, students }];
    });
  };
}
