/* The two teachers who share a browser. Words mark whose data is whose, wherever it turns up. */

export type TeacherName = 'Noor' | 'Mika';

export interface Teacher {
  name: TeacherName;
  id: number;
  email: string;
  lastName: string;
  subject: string;
  /** How the names of their sections begin. */
  sections: string;
  firstSectionId: number;
  /** Found in this teacher's data only. */
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

export const ownerOfSection = (id: number): TeacherName => (id < 200 ? 'Noor' : 'Mika');

/** The students of the school, whom any teacher may add. */
export const directory = [
  { id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' },
  { id: 32, name: 'Hana Willowick', email: 'hana@students.example' },
  { id: 33, name: 'Milo Fennimore', email: 'milo@students.example' },
  { id: 34, name: 'Tano Brightwater', email: 'tano@students.example' },
];

/** The teachers whose data is somewhere in a text. */
export const teachersIn = (text: string): TeacherName[] =>
  Object.values(teachers).flatMap(({ name, marks }) => (marks.test(text) ? [name] : []));
