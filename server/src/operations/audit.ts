import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database';
import { auditEntries } from '../database/schema';

const flushMilliseconds = 2000;
/** So many wait at most while the database does not answer. */
const mostWaiting = 10_000;
const quarterMilliseconds = 15 * 60_000;

export type AuditAction = (typeof auditEntries.$inferSelect)['action'];

/** Something that somebody did. What is typed as an e-mail is kept only when it is a teacher's: it may be a password. */
export interface Deed {
  action: AuditAction;
  teacherId?: number | undefined;
  /** Of the teacher, when the id is not known. */
  email?: string | undefined;
  sectionId?: number | undefined;
  address?: string;
  detail?: string;
}

/** Of these, what is alike within a quarter of an hour is one entry, which says how often: open pages ask again and again. */
const folded = new Set<AuditAction>([
  'sign-in refused',
  'refused',
  'report refused',
  'logs read',
  'screenshots read',
  'directory searched',
]);

type Entry = Deed & { at: string; times: number; quarter: number | null };

/** Keeps what was done, for the administrator. */
export interface Audit {
  /** Takes no time of whoever waits for an answer: it is written with others, soon after. */
  note(deed: Deed): void;
  /** Writes what waits, and starts to write regularly. */
  open(): void;
  /** Resolves when everything that was noted is written. */
  close(): Promise<void>;
}

export function createAudit(db: Database, log: FastifyBaseLogger): Audit {
  let waiting = new Map<string, Entry>();
  let writing = Promise.resolve();
  let regularly: NodeJS.Timeout | undefined;
  let count = 0;

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const entries = waiting;
    waiting = new Map();
    try {
      await writeEntries(db, [...entries.values()]);
    } catch (error) {
      log.error(error, 'the audit trail could not be written');
      // They come first next time; what was noted meanwhile is counted with them.
      for (const [key, entry] of waiting) {
        const earlier = entries.get(key);
        entries.set(key, earlier ? { ...earlier, times: earlier.times + entry.times } : entry);
      }
      waiting = entries;
    }
  }

  return {
    note(deed) {
      const now = Date.now();
      const quarter = folded.has(deed.action) ? Math.floor(now / quarterMilliseconds) : null;
      const key = JSON.stringify([quarter ?? ++count, deed]);
      const earlier = waiting.get(key);
      if (earlier) earlier.times++;
      else if (waiting.size < mostWaiting)
        waiting.set(key, { ...deed, at: new Date(now).toISOString(), times: 1, quarter });
      else log.error({ action: deed.action }, 'the audit trail has no room until the database answers');
    },
    open() {
      regularly = setInterval(() => {
        writing = writing.then(flush);
      }, flushMilliseconds);
    },
    async close() {
      clearInterval(regularly);
      await writing;
      await flush();
    },
  };
}

/** `student 7`, or `students 7, 9`: people are named by number, so that they can be erased. */
export const numbered = (what: string, ids: number[]): string =>
  `${what}${ids.length === 1 ? '' : 's'} ${ids.toSorted((one, other) => one - other).join(', ')}`;

/** Writes what a command did, at once. */
export const auditCommand = (db: Database, deed: Deed): Promise<void> =>
  writeEntries(db, [{ ...deed, at: new Date().toISOString(), times: 1, quarter: null }]);

/** Finds out who the teachers are, and counts with what is written already. */
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
