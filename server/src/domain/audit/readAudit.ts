import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { type Database, readSnapshot } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { auditEntries } from './tables';

const pageSize = 1000;

export interface AuditQuery {
  since?: string | undefined;
  teacher?: string | undefined;
}

/**
 * Reads the audit trail as text, oldest first: time, teacher, action, section, detail, address and count, separated by tabs.
 * @param use consumes the text in chunks while the transaction is open
 */
export const readAudit = <T>(
  db: Database,
  query: AuditQuery,
  use: (text: AsyncIterable<string>) => Promise<T>,
): Promise<T> => readSnapshot(db, (tx) => use(linesOf(tx, query)));

async function* linesOf(tx: Database, { since, teacher }: AuditQuery): AsyncGenerator<string> {
  const { firstAt, lastAt, bundle, teacherEmail } = auditEntries;
  const isWanted = and(
    since === undefined ? undefined : gte(lastAt, new Date(since)),
    teacher === undefined ? undefined : eq(teacherEmail, normaliseEmail(teacher)),
  );
  let after = sql`true`;
  for (;;) {
    const page = await tx
      // As text, because a JavaScript date would lose the microseconds.
      .select({ entry: auditEntries, cursor: sql<string>`${firstAt}::text` })
      .from(auditEntries)
      .where(and(isWanted, after))
      .orderBy(asc(firstAt), asc(bundle))
      .limit(pageSize);
    yield page.map(({ entry }) => lineOf(entry)).join('');
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = sql`(${firstAt}, ${bundle}) > (${last.cursor}::timestamptz, ${last.entry.bundle})`;
  }
}

function lineOf(entry: typeof auditEntries.$inferSelect): string {
  const { firstAt, lastAt, times, action, teacherId, teacherEmail, sectionId, address, detail } = entry;
  return `${[
    firstAt.toISOString(),
    teacherEmail ?? (teacherId === null ? '-' : `teacher ${teacherId}`),
    action,
    ...(sectionId === null ? [] : [`section ${sectionId}`]),
    ...(detail === null ? [] : [detail]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(times === 1 ? [] : [`${times} times until ${lastAt.toISOString()}`]),
  ].join('\t')}\n`;
}
