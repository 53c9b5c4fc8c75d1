import { and, asc, eq, gte, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, readSnapshot } from '../../platform/database/database';
import { type Page, readPage } from '../../platform/database/pages';
import { normaliseEmail } from '../../platform/http/email';
import { auditEntries } from '../tables/audit';
import { students } from '../tables/section';

const pageSize = 1000;

export interface AuditQuery {
  since?: string | undefined;
  teacher?: string | undefined;
}

/**
 * Reads the audit trail as text, oldest first: time, teacher, action, section, detail, address and count, separated by tabs. Students are
 * named beside their ids.
 * @param use consumes the text in chunks while the transaction is open
 */
export const readAudit = <T>(
  db: Database,
  query: AuditQuery,
  use: (text: AsyncIterable<string>) => Promise<T>,
): Promise<T> => readSnapshot(db, (tx) => use(linesOf(tx, query)));

const conditionOf = ({ since, teacher }: AuditQuery) =>
  and(
    since === undefined ? undefined : gte(auditEntries.lastAt, new Date(since)),
    teacher === undefined ? undefined : eq(auditEntries.teacherEmail, normaliseEmail(teacher)),
  );

const ListedEntry = v.object({
  at: v.string(),
  until: v.string(),
  times: v.number(),
  action: v.string(),
  teacher_email: v.nullable(v.string()),
  section_id: v.nullable(v.number()),
  detail: v.nullable(v.string()),
  address: v.nullable(v.string()),
});

const isoOf = (moment: SQLWrapper) => sql`to_json(${moment}) #>> '{}'`;

type FoundEntry = v.InferOutput<typeof ListedEntry>;
type Named = { students?: { id: number; name: string | null }[] };

/** Reads a page of the audit trail, newest first, with the names of students that still exist. */
export async function findEntries(db: Database, query: AuditQuery, page?: number): Promise<Page<FoundEntry & Named>> {
  const found = await findPage(db, query, page);
  const namedIn = await readNames(db, found.results);
  return {
    ...found,
    results: found.results.map((entry) => {
      const named = namedIn(entry);
      return named.length === 0 ? entry : { ...entry, students: named };
    }),
  };
}

type WithDetail = Pick<FoundEntry, 'detail'>;

/** Returns a function that returns the students whom an entry names: their ids, and null for the name of a deleted one. */
async function readNames(db: Database, entries: readonly WithDetail[]) {
  const ids = new Set(entries.flatMap(({ detail }) => studentsIn(detail)));
  const named = await db
    .select({ id: students.id, name: students.name })
    .from(students)
    .where(inArray(students.id, [...ids]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return ({ detail }: WithDetail) => studentsIn(detail).map((id) => ({ id, name: names.get(id) ?? null }));
}

/** Returns the ids of the students whom a detail names, as `numbered` writes them. */
const studentsIn = (detail: string | null): number[] =>
  (/\bstudents? (\d+(?:, \d+)*)/.exec(detail ?? '')?.[1] ?? '')
    .split(', ')
    .map(Number)
    .filter((id) => id > 0 && id < 2 ** 31);

const findPage = (db: Database, query: AuditQuery, page?: number): Promise<Page<FoundEntry>> =>
  readPage(db, ListedEntry, {
    rows: sql`
      select bundle, first_at, ${isoOf(auditEntries.firstAt)} as at, ${isoOf(auditEntries.lastAt)} as until, times, action,
        coalesce(teacher_email, 'teacher ' || teacher_id) as teacher_email, section_id, detail, address
      from ${auditEntries} where ${conditionOf(query) ?? sql`true`}`,
    order: sql`first_at desc, bundle desc`,
    page,
  });

async function* linesOf(tx: Database, query: AuditQuery): AsyncGenerator<string> {
  const { firstAt, bundle } = auditEntries;
  const isWanted = conditionOf(query);
  let after = sql`true`;
  for (;;) {
    const page = await tx
      // As text, because a JavaScript date would lose the microseconds.
      .select({ entry: auditEntries, cursor: sql<string>`${firstAt}::text` })
      .from(auditEntries)
      .where(and(isWanted, after))
      .orderBy(asc(firstAt), asc(bundle))
      .limit(pageSize);
    const namedIn = await readNames(
      tx,
      page.map(({ entry }) => entry),
    );
    yield page.map(({ entry }) => lineOf(entry, namedIn(entry))).join('');
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = sql`(${firstAt}, ${bundle}) > (${last.cursor}::timestamptz, ${last.entry.bundle})`;
  }
}

function lineOf(entry: typeof auditEntries.$inferSelect, named: readonly { name: string | null }[]): string {
  const { firstAt, lastAt, times, action, teacherId, teacherEmail, sectionId, address, detail } = entry;
  return `${[
    firstAt.toISOString(),
    teacherEmail ?? (teacherId === null ? '-' : `teacher ${teacherId}`),
    action,
    ...(sectionId === null ? [] : [`section ${sectionId}`]),
    ...(detail === null ? [] : [[detail, ...namesOf(named)].join(' ')]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(times === 1 ? [] : [`${times} times until ${lastAt.toISOString()}`]),
  ].join('\t')}\n`;
}

/** Control characters could add fields and lines. */
const namesOf = (named: readonly { name: string | null }[]): string[] =>
  named.length === 0
    ? []
    : [
        `(${named.map(({ name }) => (name === null ? 'a deleted student' : name.replace(/[\p{C}\p{Z}]+/gu, ' '))).join(', ')})`,
      ];
