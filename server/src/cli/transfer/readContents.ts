import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { auditCommand } from '../../domain/audit/audit';
import type { Database } from '../../platform/database/database';
import { hasTable, rowsOf } from '../../platform/database/rows';
import { readSchemaVersion } from '../../platform/database/schemaVersion';
import { OperatorError } from '../../platform/operatorError';
import { type Contents, madeByNewer, type TableContents } from './contents';
import { countRows, listTables, readIdentity, type Table } from './tables';

const batchSize = 500;

/**
 * Reads a snapshot of a database.
 *
 * @param use takes the contents while the transaction is open
 * @throws OperatorError when it has no tables of Vigil, or those of a newer version
 */
export async function readContents<T>(db: Database, use: (contents: Contents) => Promise<T>): Promise<T> {
  // A database of an older version is read without migrating it, and may have no audit trail.
  if (await hasTable(db, 'audit_entries')) await auditCommand(db, { action: 'export', detail: 'everything was read' });
  return db.transaction(
    async (tx) => {
      // Timestamps are written in the session's time zone.
      await tx.execute(sql`set local timezone to 'UTC'`);
      const schema = await readSchemaVersion(tx);
      if (schema === null) throw new OperatorError('That database has no data of Vigil.');
      if (schema === '') throw new OperatorError(madeByNewer);
      return use({ schema, tables: readTables(tx) });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function* readTables(tx: Database): AsyncGenerator<TableContents> {
  for (const table of await listTables(tx)) {
    const identity = await readIdentity(tx, table);
    yield {
      name: table.name,
      rowCount: await countRows(tx, table),
      nextId: identity && Math.max(identity.next, identity.highest + 1),
      batches: readRows(tx, table),
    };
  }
}

/** Reads one picture, or a few hundred other rows, at a time. */
async function* readRows(tx: Database, { name, hasBytes }: Table): AsyncGenerator<string[]> {
  await tx.execute(
    sql`declare contents no scroll cursor for select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
  );
  const fetch = sql`fetch forward ${sql.raw(String(hasBytes ? 1 : batchSize))} from contents`;
  const Row = v.object({ row: v.string() });
  for (let rows = await rowsOf(tx, Row, fetch); rows.length > 0; rows = await rowsOf(tx, Row, fetch)) {
    yield rows.map(({ row }) => row);
  }
  await tx.execute(sql`close contents`);
}
