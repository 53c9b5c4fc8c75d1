import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, isRefusedByDatabase } from '../../platform/database/database';
import { auditEntries } from '../../platform/database/schema';
import { networkOf } from '../../platform/http/network';

const flushMilliseconds = 2000;
/** So many wait at most while the database does not answer. */
const mostWaiting = 10_000;
/** Of these, refusals of people who are not signed in: anybody on the network can cause any number. */
const mostStrangers = 2000;
const quarterMilliseconds = 15 * 60_000;

export type AuditAction = (typeof auditEntries.$inferSelect)['action'];

/** Something that somebody did. What is typed as an e-mail is kept only when it is a teacher's: it may be a password. */
export interface AuditEvent {
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

const refusals = new Set<AuditAction>(['sign-in refused', 'refused']);

/** Whether somebody was refused who is not signed in; an email is one that was typed. */
const isStranger = ({ action, teacherId }: AuditEvent) => refusals.has(action) && teacherId === undefined;

type Entry = AuditEvent & { at: string; times: number; quarter: number | null };

/** Keeps what was done, for the administrator. */
export interface Audit {
  /** Takes no time of whoever waits for an answer: it is written with others, soon after. */
  note(event: AuditEvent): void;
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
  /** Of those that wait, refusals of people who are not signed in. */
  let strangers = 0;
  /** Something has been dropped, and the log has said so. */
  let isFull = false;

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const entries = waiting;
    waiting = new Map();
    strangers = 0;
    isFull = false;
    const unwritten = await write([...entries]);
    if (unwritten.length === 0) return;
    // They come first next time; what was noted meanwhile is counted with them.
    const merged = new Map(unwritten);
    for (const [key, entry] of waiting) {
      const earlier = merged.get(key);
      merged.set(key, earlier ? { ...earlier, times: earlier.times + entry.times } : entry);
    }
    waiting = merged;
    strangers = [...merged.values()].filter(isStranger).length;
  }

  /** Drops the entries that the database refuses, so that none can block the others. @returns those to be tried again */
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
        log.error({ err: error, entry: only }, 'the database refuses an entry of the audit trail, which is dropped');
        return [];
      }
      const half = Math.ceil(entries.length / 2);
      return [...(await write(entries.slice(0, half))), ...(await write(entries.slice(half)))];
    }
  }

  return {
    note(given) {
      const now = Date.now();
      const { action, address } = given;
      // A device has a whole /64 to choose its addresses from.
      const event = refusals.has(action) && address !== undefined ? { ...given, address: networkOf(address) } : given;
      const quarter = folded.has(event.action) ? Math.floor(now / quarterMilliseconds) : null;
      const key = JSON.stringify([quarter ?? ++count, event]);
      const earlier = waiting.get(key);
      if (earlier) {
        earlier.times++;
        return;
      }
      if (waiting.size >= mostWaiting || (isStranger(event) && strangers >= mostStrangers)) {
        if (!isFull) log.error({ action: event.action }, 'the audit trail has no room until it is written');
        isFull = true;
        return;
      }
      if (isStranger(event)) strangers++;
      waiting.set(key, { ...event, at: new Date(now).toISOString(), times: 1, quarter });
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
export const auditCommand = (db: Database, event: AuditEvent): Promise<void> =>
  writeEntries(db, [{ ...event, at: new Date().toISOString(), times: 1, quarter: null }]);

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
