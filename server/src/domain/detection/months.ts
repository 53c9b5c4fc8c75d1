import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, isLockTimeout } from '../../platform/database/database';
import { countOf, hasTable, idsOf, rowsOf } from '../../platform/database/rows';
import { notify } from '../live/events';
import { invalidateLogs } from './logVersion';

/*
 * Detections and their pictures are partitioned by month (UTC), for example `detections_2026_11` and `screenshots_2026_11`. The database
 * function `make_month` creates them.
 */

const monthsAhead = 2;
/** Inserts queue behind a pending table lock. Less than PostgreSQL's `deadlock_timeout` of a second. */
const lockMilliseconds = 200;
const pauseMilliseconds = 200;
const maxTries = 5;

/** Runs a transaction that locks whole tables, with a short lock timeout and a few retries. */
async function lockingTables<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${lockMilliseconds}`));
        return work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error) || tries === maxTries) throw error;
      await pause(pauseMilliseconds);
    }
  }
}

/** Creates the missing partitions for these moments. Safe on several instances at once. */
export const makeMonths = (db: Database, moments: Date[]): Promise<unknown> =>
  lockingTables(db, (tx) =>
    tx.execute(
      sql`select make_month(moment::timestamptz) from json_array_elements_text(${JSON.stringify(moments)}::json) as moment`,
    ),
  );

/** Returns the start of the current month and of the next ones. */
export const comingMonths = (now: Date): Date[] =>
  Array.from(
    { length: 1 + monthsAhead },
    (_, ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)),
  );

/** A detection's month has no partition yet. */
export class MissingMonths extends Error {
  constructor(readonly moments: Date[]) {
    super('A month has no partition.');
  }
}

/** Runs `record`; when a month is missing, creates it and tries once more. The server's clock may have jumped. */
export async function withMonths<T>(db: Database, record: () => Promise<T>): Promise<T> {
  try {
    return await record();
  } catch (error) {
    if (!(error instanceof MissingMonths)) throw error;
    await makeMonths(db, error.moments);
    return record();
  }
}

/** @returns the months that ended before a moment, oldest first, as the suffix of their tables, such as `2026_11` */
export async function listMonthsBefore(db: Database, moment: Date): Promise<string[]> {
  const rows = await rowsOf(
    db,
    v.object({ month: v.string() }),
    sql`
      select right(relname::text, 7) as month from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'detections'::regclass
        and right(relname::text, 7) collate "C" < to_char(${moment.toISOString()}::timestamptz at time zone 'UTC', 'YYYY_MM')
      order by month`,
  );
  return rows.map(({ month }) => month);
}

/** Drops a month's partitions and publishes the change of its sections. @returns the number of dropped detections */
export const dropMonth = (db: Database, month: string): Promise<number> =>
  lockingTables(db, async (tx) => {
    // One instance at a time. Another may have dropped it already.
    await tx.execute(sql`lock table detections in share update exclusive mode`);
    if (!(await hasTable(tx, `detections_${month}`))) return 0;
    const ofMonth = sql.identifier(`detections_${month}`);
    // Blocks writes from here on.
    await tx.execute(sql`lock table ${ofMonth} in share mode`);
    const affected = await rowsOf(
      tx,
      v.object({ id: v.number(), teacherId: v.number(), count: v.number() }),
      sql`
        select sections.id, teacher_id as "teacherId", count
        from (select section_id, ${countOf()} as count from ${ofMonth} group by section_id) as counted
        join sections on sections.id = section_id`,
    );
    await invalidateLogs(tx, idsOf(affected));
    await tx.execute(sql`drop table ${sql.identifier(`screenshots_${month}`)}, ${ofMonth}`);
    for (const { id, teacherId } of affected) await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [id] });
    return affected.reduce((sum, { count }) => sum + count, 0);
  });
