import * as v from 'valibot';
import { isEmail, normaliseEmail } from '../../platform/http/email';
import { Name } from '../section/listedStudent';
import { parseCsv } from './csv';

/* OneRoster 1.2 CSV, as school systems export it: https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv. 1.1 differs in where a role stands. */

/** The files that are read. The others are optional for us. */
export const rosterFiles = [
  ...['manifest.csv', 'academicSessions.csv', 'courses.csv', 'classes.csv'],
  ...['users.csv', 'roles.csv', 'enrollments.csv'],
] as const;
const required: readonly RosterFile[] = ['classes.csv', 'users.csv', 'enrollments.csv'];
type RosterFile = (typeof rosterFiles)[number];
export type RosterTexts = Partial<Record<RosterFile, string>>;

/** A row that cannot be used. */
export interface Problem {
  file: string;
  line: number;
  reason: string;
}

export interface RosterPerson {
  sourcedId: string;
  line: number;
  name: string;
  /** Normalised; empty without one. */
  email: string;
}

export interface RosterClass {
  sourcedId: string;
  name: string;
  subject: string;
  /** The primary one first. */
  teachers: string[];
  students: string[];
}

export interface Roster {
  classes: RosterClass[];
  /** Those who teach a class. */
  teachers: RosterPerson[];
  students: RosterPerson[];
  /** Ids of the classes whose terms are all over. */
  over: string[];
}

interface Row {
  line: number;
  /** @returns a cell of a column, trimmed; empty where there is none */
  cell(column: string): string;
}

const maxNameLength = 200;

/** Reads an export. What is marked as deleted, has ended or belongs to a disabled user is left out, as if it were absent. */
export function readRoster(texts: RosterTexts): { roster: Roster; problems: Problem[] } {
  const problems: Problem[] = [];
  const complain = (file: RosterFile, line: number, reason: string) => void problems.push({ file, line, reason });
  const today = new Date().toISOString().slice(0, 10);

  /** Reads the rows of a file that are in use. */
  function rowsOf(file: RosterFile, columns: readonly string[]): Row[] {
    const text = texts[file];
    if (text === undefined) {
      if (required.includes(file)) complain(file, 1, 'the file is missing');
      return [];
    }
    const [header, ...rows] = parseCsv(text, ',');
    const places = new Map(header?.cells.map((cell, place) => [cell.trim().toLowerCase(), place]));
    const missing = columns.filter((column) => !places.has(column.toLowerCase()));
    if (missing.length > 0) {
      complain(file, 1, `the columns ${missing.join(', ')} are missing`);
      return [];
    }
    return rows.flatMap(({ line, cells, isOpen }) => {
      const cell = (column: string) => cells[places.get(column.toLowerCase()) ?? -1]?.trim() ?? '';
      if (isOpen) complain(file, line, 'a quotation mark is never closed');
      return isOpen || cell('status').toLowerCase() === 'tobedeleted' ? [] : [{ line, cell }];
    });
  }

  /** Reads rows by their ids. */
  function identified(file: RosterFile, columns: readonly string[]): Map<string, Row> {
    const byId = new Map<string, Row>();
    for (const row of rowsOf(file, ['sourcedId', ...columns])) {
      const id = row.cell('sourcedId');
      const earlier = byId.get(id);
      if (id === '') complain(file, row.line, 'the sourcedId is missing');
      else if (earlier) complain(file, row.line, `the sourcedId is on line ${earlier.line} already`);
      else byId.set(id, row);
    }
    return byId;
  }

  for (const { line, cell } of rowsOf('manifest.csv', ['propertyName', 'value'])) {
    const [property, value] = [cell('propertyName'), cell('value')];
    if (property === 'oneroster.version' && !/^1\.[12](\.|$)/.test(value))
      complain('manifest.csv', line, `OneRoster ${value} is not known, only 1.2 and 1.1`);
    if (
      property.startsWith('file.') &&
      value === 'delta' &&
      rosterFiles.some((file) => file === `${property.slice(5)}.csv`)
    )
      complain('manifest.csv', line, `${property.slice(5)} has only what has changed: export all of it (bulk)`);
  }
  const terms = identified('academicSessions.csv', ['endDate']);
  const courses = identified('courses.csv', ['title']);
  const classRows = identified('classes.csv', ['title']);
  const userRows = identified('users.csv', ['givenName', 'familyName']);
  const enrollments = identified('enrollments.csv', ['classSourcedId', 'userSourcedId', 'role']);

  const isOver = ({ cell }: Row) => {
    const known = listIn(cell('termSourcedIds')).flatMap((id) => terms.get(id)?.cell('endDate') ?? []);
    return known.length > 0 && known.every((end) => end < today);
  };
  const isPast = ({ cell }: Row) => cell('endDate') !== '' && cell('endDate') < today;
  const isDisabled = ({ cell }: Row) => cell('enabledUser').toLowerCase() === 'false';

  const classes = new Map<string, RosterClass>();
  for (const [sourcedId, row] of classRows) {
    const name = textIn(row.cell('title'));
    if (name === '') complain('classes.csv', row.line, 'the title is missing');
    const courseId = row.cell('courseSourcedId');
    const course = courses.get(courseId);
    if (courseId !== '' && courses.size > 0 && !course)
      complain('classes.csv', row.line, `courses.csv has no course ${courseId}`);
    const subject = textIn(listIn(row.cell('subjects'))[0] ?? '') || textIn(course?.cell('title') ?? '') || name;
    classes.set(sourcedId, { sourcedId, name, subject, teachers: [], students: [] });
  }

  const teacherIds = new Set<string>();
  const studentIds = new Set<string>();
  for (const [id, row] of userRows) if (/^student$/i.test(row.cell('role'))) studentIds.add(id);
  for (const row of identified('roles.csv', ['userSourcedId', 'role']).values())
    if (/^student$/i.test(row.cell('role')) && !isPast(row)) studentIds.add(row.cell('userSourcedId'));
  for (const row of enrollments.values()) {
    const role = row.cell('role').toLowerCase();
    const [classId, userId] = [row.cell('classSourcedId'), row.cell('userSourcedId')];
    const place = classes.get(classId);
    const user = userRows.get(userId);
    if (!place) complain('enrollments.csv', row.line, `classes.csv has no class ${classId}`);
    if (!user) complain('enrollments.csv', row.line, `users.csv has no user ${userId}`);
    if (!place || !user || isPast(row) || isDisabled(user)) continue;
    if (role === 'student') {
      studentIds.add(userId);
      if (!place.students.includes(userId)) place.students.push(userId);
    } else if (role === 'teacher' && !place.teachers.includes(userId)) {
      teacherIds.add(userId);
      if (row.cell('primary').toLowerCase() === 'true') place.teachers.unshift(userId);
      else place.teachers.push(userId);
    }
  }

  const emails = new Map<string, number>();
  function personOf(sourcedId: string): RosterPerson[] {
    const row = userRows.get(sourcedId);
    if (!row || isDisabled(row)) return [];
    const { line, cell } = row;
    const given = cell('preferredGivenName') || cell('givenName');
    const name = v.safeParse(Name, `${given} ${cell('preferredFamilyName') || cell('familyName')}`);
    if (!name.success) complain('users.csv', line, name.issues[0].message);
    const typed = cell('email');
    const email = typed === '' ? '' : normaliseEmail(typed);
    if (typed !== '' && !isEmail(typed)) complain('users.csv', line, `“${typed.slice(0, 60)}” is not an email`);
    if (typed === '' && teacherIds.has(sourcedId))
      complain('users.csv', line, 'a teacher needs an email, to be invited');
    const earlier = emails.get(email);
    if (email !== '' && earlier !== undefined && earlier !== line)
      complain('users.csv', line, `the email is on line ${earlier} already`);
    emails.set(email, line);
    return [{ sourcedId, line, name: name.success ? name.output : '', email }];
  }
  const teachers = [...teacherIds].flatMap(personOf);
  const students = [...studentIds].flatMap(personOf);
  const over = [...classRows].flatMap(([id, row]) => (isOver(row) ? [id] : []));
  const current = [...classes.values()].filter(({ sourcedId }) => !over.includes(sourcedId));
  problems.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
  return {
    roster: { classes: current, teachers, students: numberNamesakes(students, current), over },
    problems,
  };
}

const listIn = (cell: string) =>
  cell
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const textIn = (cell: string) => cell.normalize().replace(/\s+/g, ' ').trim().slice(0, maxNameLength);

/** Tells those of one class apart who share a name and have no email: the second is `Ben Roth (2)`. */
function numberNamesakes(students: RosterPerson[], classes: RosterClass[]): RosterPerson[] {
  const byId = new Map(students.map((one) => [one.sourcedId, one]));
  const numbers = new Map<string, number>();
  for (const { students: ids } of classes) {
    const seen = new Map<string, number>();
    for (const id of ids.toSorted()) {
      const { name, email } = byId.get(id) ?? { name: '', email: 'unknown' };
      if (email !== '') continue;
      const number = Math.max((seen.get(name) ?? 0) + 1, numbers.get(id) ?? 0);
      seen.set(name, number);
      numbers.set(id, number);
    }
  }
  return students.map((one) => {
    const number = numbers.get(one.sourcedId) ?? 1;
    return number === 1 ? one : { ...one, name: `${one.name} (${number})` };
  });
}
