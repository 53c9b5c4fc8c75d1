import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, isRefusedByDatabase } from '../../platform/database/database';
import { networkOf } from '../../platform/http/network';
import { auditEntries } from '../tables/audit';

const flushMilliseconds = 2000;
/** Entries buffered while the database is unavailable. */
const maxBuffered = 10_000;
/** Share of the buffer for what anonymous callers cause. */
const maxAnonymous = 2000;
const quarterMilliseconds = 15 * 60_000;

export type AuditAction = (typeof auditEntries.$inferSelect)['action'];

export interface AuditEvent {
  action: AuditAction;
  teacherId?: number | undefined;
  /** For when the teacher's id is unknown. Stored only if a teacher has this email: it may be a mistyped password. */
  email?: string | undefined;
  sectionId?: number | undefined;
  address?: string;
  detail?: string;
}

/** Actions whose equal events within a quarter of an hour become one entry with a count, because open pages poll. */
const aggregated = new Set<AuditAction>([
  'sign-in refused',
  'refused',
  'report refused',
  'knocked',
  'logs read',
  'screenshots read',
  'directory searched',
  'student looked at',
  // Changes are written one by one, by `auditCommand`; what is only looked at comes here.
  'administration',
]);

/** Actions that strangers can cause in any number. */
const ofAnybody = new Set<AuditAction>(['sign-in refused', 'refused', 'knocked']);

/** Returns whether somebody who is not signed in has caused it. */
const isAnonymous = ({ action, teacherId }: AuditEvent) => ofAnybody.has(action) && teacherId === undefined;

type Entry = AuditEvent & { at: string; times: number; quarter: number | null };

export type Audit = ReturnType<typeof createAudit>;

export function createAudit(db: Database, log: FastifyBaseLogger) {
  let buffer = new Map<string, Entry>();
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  /** Buffered entries of anonymous callers. */
  let anonymous = 0;
  /** Entries have been dropped, and the log says so. */
  let isFull = false;

  async function flush(): Promise<void> {
    if (buffer.size === 0) return;
    const entries = buffer;
    buffer = new Map();
    anonymous = 0;
    isFull = false;
    const unwritten = await write([...entries]);
    if (unwritten.length === 0) return;
    const merged = new Map(unwritten);
    for (const [key, entry] of buffer) {
      const earlier = merged.get(key);
      merged.set(key, earlier ? { ...earlier, times: earlier.times + entry.times } : entry);
    }
    buffer = merged;
    anonymous = [...merged.values()].filter(isAnonymous).length;
  }

  /** Drops entries that the database rejects, so that they do not block the others. @returns those to retry */
  async function write(entries: [string, Entry][]): Promise<[string, Entry][]> {
    try {
      await writeEntries(
        db,
        entries.map(([, entry]) => entry),
      );
      return [];
    } catch (error) {
      if (!isRefusedByDatabase(error)) {
        log.error(error, 'the audit trail could not be written');
        return entries;
      }
      const [[, only] = []] = entries;
      if (entries.length === 1) {
        log.error({ err: error, entry: only }, 'the database rejected an audit entry, which is dropped');
        return [];
      }
      const half = Math.ceil(entries.length / 2);
      return [...(await write(entries.slice(0, half))), ...(await write(entries.slice(half)))];
    }
  }

  return {
    /** Returns at once; entries are flushed in batches. */
    note(given: AuditEvent): void {
      const now = Date.now();
      const { action, address } = given;
      // A device may use any address of its /64.
      const event = ofAnybody.has(action) && address !== undefined ? { ...given, address: networkOf(address) } : given;
      const quarter = aggregated.has(event.action) ? Math.floor(now / quarterMilliseconds) : null;
      const key = JSON.stringify([quarter ?? ++count, event]);
      const earlier = buffer.get(key);
      if (earlier) {
        earlier.times++;
        return;
      }
      if (buffer.size >= maxBuffered || (isAnonymous(event) && anonymous >= maxAnonymous)) {
        if (!isFull)
          log.error({ action: event.action }, 'the audit queue is full: entries are dropped until it is written');
        isFull = true;
        return;
      }
      if (isAnonymous(event)) anonymous++;
      buffer.set(key, { ...event, at: new Date(now).toISOString(), times: 1, quarter });
    },
    /** Starts to flush regularly. */
    open(): void {
      timer = setInterval(() => {
        writing = writing.then(flush);
      }, flushMilliseconds);
    },
    /** Resolves once all entries are written. */
    async close(): Promise<void> {
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}

/** Formats `student 7` or `students 7, 9`. Ids rather than names, so that people can be erased. */
export const numbered = (what: string, ids: number[]): string =>
  `${what}${ids.length === 1 ? '' : 's'} ${ids.toSorted((one, other) => one - other).join(', ')}`;

/** Writes an entry at once, inside the caller's transaction. */
export const auditCommand = (db: Database, event: AuditEvent): Promise<void> =>
  writeEntries(db, [{ ...event, at: new Date().toISOString(), times: 1, quarter: null }]);

/** Resolves the teachers and adds to the counts of existing entries. */
async function writeEntries(db: Database, entries: Entry[]): Promise<void> {
  await db.execute(sql`
    insert into ${auditEntries}
      (bundle, first_at, last_at, times, action, teacher_id, teacher_email, section_id, address, detail)
    select bundle, min(at), max(at), sum(times), action, teacher, email, "sectionId", address, detail
    from (
      select
        given.at, given.times, given.action, given."sectionId", given.address, given.detail,
        teachers.email, coalesce(teachers.id, given."teacherId") as teacher,
        case
          when quarter is null then gen_random_uuid()::text
          else concat_ws(' ', quarter, given.action, coalesce(teachers.id, given."teacherId", 0), coalesce(given."sectionId", 0),
            given.address, given.detail)
        end as bundle
      from json_to_recordset(${JSON.stringify(entries)}::json) as given(
        at timestamptz, times integer, quarter integer, action text, "teacherId" integer, email text, "sectionId" integer,
        address text, detail text
      )
      left join teachers on teachers.id = coalesce(given."teacherId", (select id from teachers where teachers.email = given.email))
    ) as found
    group by bundle, action, teacher, email, "sectionId", address, detail
    order by bundle
    on conflict (bundle) do update set
      times = ${auditEntries.times} + excluded.times,
      last_at = greatest(${auditEntries.lastAt}, excluded.last_at)`);
}
