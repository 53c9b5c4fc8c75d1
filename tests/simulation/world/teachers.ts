/*
 * The two teachers who share a browser. Each one's data can be told by its words, wherever it turns up, so that nothing
 * of one can hide among the other's.
 */

export type TeacherName = 'Noor' | 'Mika';

export interface Teacher {
  name: TeacherName;
  id: number;
  email: string;
  lastName: string;
  subject: string;
  /** What the names of this teacher's sections begin with. */
  sections: string;
  firstSectionId: number;
  /** What only this teacher's data holds. */
  marks: RegExp;
}

export const teachers: Record<TeacherName, Teacher> = {
  Noor: {
    name: 'Noor',
    id: 1,
    email: 'noor@school.example',
    lastName: 'Thistle',
    subject: 'Mathematics',
    sections: 'Algebra',
    firstSectionId: 101,
    marks: /Mathematics|Algebra|noor@|Thistle/,
  },
  Mika: {
    name: 'Mika',
    id: 2,
    email: 'mika@school.example',
    lastName: 'Sorrel',
    subject: 'Biology',
    sections: 'Botany',
    firstSectionId: 201,
    marks: /Biology|Botany|mika@|Sorrel/,
  },
};

export const otherTeacher = (name: TeacherName): TeacherName => (name === 'Noor' ? 'Mika' : 'Noor');

/** Whose section this is, by its id. */
export const ownerOfSection = (id: number): TeacherName => (id < 200 ? 'Noor' : 'Mika');

/** The students of the school, whom any teacher may add. */
export const directory = [
  { id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' },
  { id: 32, name: 'Hana Willowick', email: 'hana@students.example' },
  { id: 33, name: 'Milo Fennimore', email: 'milo@students.example' },
  { id: 34, name: 'Tano Brightwater', email: 'tano@students.example' },
];

/** The teachers whose data is somewhere within a value; it is looked through to its last text. */
export function teachersIn(value: unknown, found = new Set<TeacherName>()): Set<TeacherName> {
  if (typeof value === 'string') {
    for (const { name, marks } of Object.values(teachers)) if (marks.test(value)) found.add(name);
  } else if (Array.isArray(value)) {
    for (const item of value) teachersIn(item, found);
  } else if (typeof value === 'object' && value !== null) {
    // Actors and other living things in a context are looked at by themselves.
    const made: unknown = Object.getPrototypeOf(value);
    if (made === Object.prototype || made === null) for (const item of Object.values(value)) teachersIn(item, found);
  }
  return found;
}
