import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, isLockTimeout } from '../../platform/database/database';
import { countOf, hasTable, rowsOf } from '../../platform/database/rows';
import { notify } from '../../platform/live/events';
import { invalidateLogs } from './logVersion';

/*
 * Detections and their pictures are partitioned by month (UTC): `detections_2026_11` and `screenshots_2026_11`, which `make_month`
 * makes in the database.
 */

const monthsAhead = 2;
/** Whoever records waits behind one who waits for a table. It is less than the second after which a database ends one of two that wait for each other. */
const lockMilliseconds = 200;
const pauseMilliseconds = 200;
const mostTries = 5;

/** Does work that needs whole tables for a moment, and gives way to who has them: again and again, but not for ever. */
async function givingWay<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${lockMilliseconds}`));
        return work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error) || tries === mostTries) throw error;
      await pause(pauseMilliseconds);
    }
  }
}

/** Makes the partitions of the months in which these moments lie, unless they are there. Instances may do so at the same time. */
export const makeMonths = (db: Database, moments: Date[]): Promise<unknown> =>
  givingWay(db, (tx) =>
    tx.execute(
      sql`select make_month(moment::timestamptz) from json_array_elements_text(${JSON.stringify(moments)}::json) as moment`,
    ),
  );

/** The month in which a moment lies, and those that come next. */
export const comingMonths = (now: Date): Date[] =>
  Array.from(
    { length: 1 + monthsAhead },
    (_, ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)),
  );

/** What was to be recorded lies in a month that has no partition yet. */
export class MissingMonths extends Error {
  constructor(readonly moments: Date[]) {
    super('A month has no partition.');
  }
}

/** Does what records detections, once more when it failed for want of a month, which is made: a clock may have jumped. */
export async function withMonths<T>(db: Database, record: () => Promise<T>): Promise<T> {
  try {
    return await record();
  } catch (error) {
    if (!(error instanceof MissingMonths)) throw error;
    await makeMonths(db, error.moments);
    return record();
  }
}

/** @returns the months that were over before a moment, oldest first, each as its tables' names end */
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

/**
 * Drops a month's detections with their pictures as tables, and tells the pages of the sections that had some.
 * @returns how many detections there were
 */
export const dropMonth = (db: Database, month: string): Promise<number> =>
  givingWay(db, async (tx) => {
    // One instance at a time; another may have dropped it.
    await tx.execute(sql`lock table detections in share update exclusive mode`);
    if (!(await hasTable(tx, `detections_${month}`))) return 0;
    const ofMonth = sql.identifier(`detections_${month}`);
    // Nobody writes into it from now on.
    await tx.execute(sql`lock table ${ofMonth} in share mode`);
    const touched = await rowsOf(
      tx,
      v.object({ id: v.number(), teacherId: v.number(), count: v.number() }),
      sql`
        select sections.id, teacher_id as "teacherId", count
        from (select section_id, ${countOf()} as count from ${ofMonth} group by section_id) as counted
        join sections on sections.id = section_id`,
    );
    await invalidateLogs(
      tx,
      touched.map(({ id }) => id),
    );
    await tx.execute(sql`drop table ${sql.identifier(`screenshots_${month}`)}, ${ofMonth}`);
    for (const { id, teacherId } of touched) await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [id] });
    return touched.reduce((sum, { count }) => sum + count, 0);
  });
