import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { auditEntries } from '../../platform/database/schema';
import { normaliseEmail } from '../../platform/mail/email';

const pageSize = 1000;

/** Which entries. */
export interface AuditQuery {
  since?: string | undefined;
  teacher?: string | undefined;
}

/**
 * The audit trail as text, oldest first: when, who, what, of which section, from where, how often and until when, with tabs between.
 * @param use takes the text piece by piece while the transaction is open
 */
export function readAudit<T>(
  db: Database,
  query: AuditQuery,
  use: (text: AsyncIterable<string>) => Promise<T>,
): Promise<T> {
  return db.transaction((tx) => use(linesOf(tx, query)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function* linesOf(tx: Database, { since, teacher }: AuditQuery): AsyncGenerator<string> {
  const { firstAt, lastAt, bundle, teacherEmail } = auditEntries;
  const those = and(
    since === undefined ? undefined : gte(lastAt, new Date(since)),
    teacher === undefined ? undefined : eq(teacherEmail, normaliseEmail(teacher)),
  );
  let after = sql`true`;
  for (;;) {
    const page = await tx
      // By the microsecond, which a date of JavaScript's would lose.
      .select({ entry: auditEntries, place: sql<string>`${firstAt}::text` })
      .from(auditEntries)
      .where(and(those, after))
      .orderBy(asc(firstAt), asc(bundle))
      .limit(pageSize);
    yield page.map(({ entry }) => lineOf(entry)).join('');
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = sql`(${firstAt}, ${bundle}) > (${last.place}::timestamptz, ${last.entry.bundle})`;
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
