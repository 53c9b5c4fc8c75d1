import { messages } from '../../messages';
import type { Register, RegisterEntry } from '../../services/app/types';
import type { Separator } from '../../services/logs/csvFile';
import type { Notice } from '../app/noticeMachine';

const { classRegister: words } = messages;

/** How registers are laid out in a file: a row for each student and lesson, or a column for each lesson. */
export type TableForm = 'rows' | 'columns';

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Returns a local date as ISO 8601 has it. */
export const isoDay = (time: number): string => {
  const date = new Date(time);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
};

/** Returns a local time of day, to the minute. */
const isoTime = (time: number | null): string => {
  if (time === null) return '';
  const date = new Date(time);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

export const attended = ({ state }: RegisterEntry): boolean => state === 'present' || state === 'no_camera';

/** Returns when a student came and went: until the lesson's end, unless they went before. Null for who did not attend. */
export const stayOf = (entry: RegisterEntry, { isOver, until }: Pick<Register, 'isOver' | 'until'>) =>
  attended(entry) && entry.from !== null ? { from: entry.from, to: entry.to ?? (isOver ? until : null) } : null;

/** Returns the registers as rows below a header row. */
export const tableOfRegisters = (registers: readonly Register[], form: TableForm): string[][] =>
  form === 'rows' ? rowsOf(registers) : columnsOf(registers);

function rowsOf(registers: readonly Register[]): string[][] {
  const { headings: head } = words;
  return [
    [
      ...[head.date, head.start, head.end, head.student, head.email, head.state],
      ...[head.from, head.to, head.late, head.early, head.reason, head.corrected],
    ],
    ...registers.flatMap((register) =>
      register.rows.map(({ name, email, entry }) => {
        const stay = stayOf(entry, register);
        return [
          ...[isoDay(register.startedAt), isoTime(register.startedAt), register.isOver ? isoTime(register.until) : ''],
          ...[name, email, words.states[entry.state], isoTime(stay?.from ?? null), isoTime(stay?.to ?? null)],
          ...[attended(entry) ? String(entry.lateMinutes) : '', attended(entry) ? String(entry.earlyMinutes) : ''],
          ...[entry.correction?.reason ?? entry.excuseReason, entry.correction === null ? '' : words.yes],
        ];
      }),
    ),
  ];
}

function columnsOf(registers: readonly Register[]): string[][] {
  const students = new Map<string, { name: string; email: string; entries: Map<string, RegisterEntry> }>();
  for (const { lessonId, rows } of registers) {
    for (const { studentId, name, email, entry } of rows) {
      const student = students.get(studentId) ?? { name, email, entries: new Map() };
      student.entries.set(lessonId, entry);
      students.set(studentId, student);
    }
  }
  const { headings: head } = words;
  return [
    [head.student, head.email, ...registers.map(({ startedAt }) => `${isoDay(startedAt)} ${isoTime(startedAt)}`)],
    ...[...students.values()].map(({ name, email, entries }) => [
      ...[name, email],
      ...registers.map(({ lessonId }) => {
        const entry = entries.get(lessonId);
        if (!entry) return '';
        return entry.lateMinutes > 0
          ? words.lateCell(words.states[entry.state], entry.lateMinutes)
          : words.states[entry.state];
      }),
    ]),
  ];
}

/** What saving registers needs of the world. */
export interface SaveRegistersPorts {
  fetchRegisters(period: { from: Date; to: Date }): Promise<{ registers: readonly Register[]; more: number }>;
  saveCsv(name: string, rows: readonly string[][], separator: Separator): Promise<void>;
  showNotice(notice: Notice): void;
}

/** The first and last day of a period, as date fields have them: `2026-11-21`. */
export interface Days {
  first: string;
  last: string;
}

/** Returns the period of some days, or null if there is none. */
export function periodOf({ first, last }: Days): { from: Date; to: Date } | null {
  // Without a time, `Date` would parse it as UTC.
  const from = new Date(`${first}T00:00`);
  const to = new Date(`${last}T00:00`);
  to.setDate(to.getDate() + 1);
  return Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()) || to <= from ? null : { from, to };
}

/** Saves the registers of some days as CSV, or shows a notice that says why not. */
export async function saveRegisters(
  { fetchRegisters, saveCsv, showNotice }: SaveRegistersPorts,
  { days, form, separator, name }: { days: Days; form: TableForm; separator: Separator; name: string },
): Promise<void> {
  const fail = (sentence: string) => showNotice({ kind: 'error', sentence });
  const period = periodOf(days);
  if (period === null) return fail(words.noPeriod);
  try {
    const { registers, more } = await fetchRegisters(period);
    if (registers.length === 0) return fail(words.noLessons);
    await saveCsv(words.fileName(name, days.first, days.last), tableOfRegisters(registers, form), separator);
    if (more > 0) showNotice({ kind: 'error', sentence: words.leftOut(registers.length, more) });
  } catch {
    fail(words.failedToSave);
  }
}
