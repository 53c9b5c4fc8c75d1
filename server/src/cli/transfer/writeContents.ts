import { notInArray, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { madeUpStudents } from '../../domain/section/madeUpStudents';
import { students } from '../../domain/tables/section';
import type { Database } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import { OperatorError } from '../../platform/operatorError';
import type { Contents, TableContents } from './contents';
import { countRows, listTables, readIdentity, type Table } from './tables';

/** Tables that Vigil fills in a new database, and which of their rows make it non-empty. */
const replaced = new Map<string, SQL>([
  [
    'students',
    notInArray(
      students.email,
      madeUpStudents.map(({ email }) => email),
    ),
  ],
  ['audit_entries', sql`false`],
]);

/**
 * Writes all contents into an empty database, or nothing. The made-up students of a first start and the audit trail do not count;
 * both are replaced.
 *
 * @param db a database of the same schema as the contents
 * @param databaseName names the database at the start of a sentence
 * @throws OperatorError when it is not empty, and an Error when rows are missing afterwards
 */
export async function writeContents(db: Database, contents: Contents, databaseName: string): Promise<void> {
  await db.transaction(async (tx) => {
    const missing = new Map((await listTables(tx)).map((table) => [table.name, table]));
    const names = [...missing.keys()].map((name) => sql.identifier(name));
    // Keeps a running server from writing meanwhile.
    await tx.execute(sql`lock table ${sql.join(names, sql`, `)} in access exclusive mode`);
    const filled = await findFilledTable(tx, [...missing.values()]);
    if (filled !== undefined)
      throw new OperatorError(
        `${databaseName} is not empty: it has ${filled.replaceAll('_', ' ')}. Give an empty one.`,
      );
    for (const name of replaced.keys()) {
      if (missing.has(name)) await tx.execute(sql`delete from ${sql.identifier(name)}`);
    }
    for await (const table of contents.tables) {
      const target = missing.get(table.name);
      if (!target) throw new Error(`The database has no table ${table.name}.`);
      missing.delete(table.name);
      await writeTable(tx, target, table);
    }
    if (missing.size > 0) throw new Error(`The contents lack the tables ${[...missing.keys()].join(', ')}.`);
  });
}

/** Returns whether a database holds what Vigil has not put there by itself. */
export const hasData = async (db: Database): Promise<boolean> =>
  (await findFilledTable(db, await listTables(db))) !== undefined;

async function findFilledTable(db: Database, tables: Table[]): Promise<string | undefined> {
  for (const { name } of tables) {
    const isGiven = replaced.get(name) ?? sql`true`;
    const given = await rowsOf(db, v.object({}), sql`select 1 from ${sql.identifier(name)} where ${isGiven} limit 1`);
    if (given.length > 0) return name;
  }
  return undefined;
}

async function writeTable(
  tx: Database,
  target: Table,
  { name, rowCount, nextId, batches }: TableContents,
): Promise<void> {
  const table = sql.identifier(name);
  const columns = sql.join(
    target.columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  for await (const rows of batches) {
    const given = sql`json_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::json)`;
    // Their pictures come later, in the same months.
    if (name === 'detections') await tx.execute(sql`select make_month(seen_at) from ${given}`);
    await tx.execute(sql`insert into ${table} (${columns}) overriding system value select ${columns} from ${given}`);
  }
  if (target.identity && nextId !== null) {
    const column = sql.identifier(target.identity.column);
    await tx.execute(sql`alter table ${table} alter column ${column} restart with ${sql.raw(String(nextId))}`);
  }
  const written = await countRows(tx, target);
  if (written !== rowCount) throw new Error(`${written} of ${rowCount} rows arrived in ${name}.`);
  const identity = await readIdentity(tx, target);
  if (identity && (identity.next !== nextId || identity.next <= identity.highest)) {
    throw new Error(`The next id of ${name} would be ${identity.next}, after ${identity.highest}.`);
  }
}
