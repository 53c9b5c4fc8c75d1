import { DrizzleQueryError } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Queries, on either driver and inside a transaction alike. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Receives notifications. */
export interface Listener {
  message(payload: string): void;
  /** The connection is lost or receives nothing: notifications are being missed. */
  lost(): void;
  /** The connection receives notifications again. */
  back(): void;
}

/** An open database, embedded or PostgreSQL. */
export interface OpenDatabase {
  db: Database;
  /** Whether other instances may use the same data. */
  isShared: boolean;
  /**
   * Subscribes to a channel's notifications from all instances.
   * @returns whether notifications arrive from now on; if not, `back` is called once they do
   */
  listen(channel: string, listener: Listener): Promise<boolean>;
  /** The pool's connections, and the queries waiting for one. Undefined for the embedded database. */
  connections?(): { open: number; idle: number; waiting: number };
  /** Closes connections, even with queries running, and flushes all writes. */
  close(): Promise<void>;
}

/** Column naming, the same for both drivers. */
export const casing = 'snake_case';

/** Runs reads in a transaction that sees the database as of one moment. */
export const readSnapshot = <T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Also the code of violated check constraints, but the schema has none. */
const noPartition = '23514';
const lockNotAvailable = '55P03';
const deadlock = '40P01';
const textNotStorable = ['22021', '22P05'];

/** Returns whether a query failed because of text that PostgreSQL cannot store, such as U+0000. */
export const isUnstorableText = (error: unknown) => textNotStorable.includes(codeOf(error) ?? '');

/** Returns whether an inserted row has no partition. */
export const isMissingPartition = (error: unknown) => codeOf(error) === noPartition;

/** Returns whether a query timed out waiting for a lock. */
export const isLockTimeout = (error: unknown) => codeOf(error) === lockNotAvailable;

export const isDeadlock = (error: unknown) => codeOf(error) === deadlock;

export type DatabaseFault = 'unreachable' | 'full' | 'readOnly' | 'busy';

/** What the operator is told of a fault. */
export const faults: Record<DatabaseFault, string> = {
  unreachable: 'The database cannot be reached.',
  busy: 'The database is too busy.',
  full: 'The disk of the database is full.',
  readOnly: 'The disk of the database cannot be written to.',
};

/** Statement timeout, lock timeout and deadlock. */
const busyCodes = ['57014', lockNotAvailable, deadlock];
const unreachableCode = /^(08...|53...|57P0.|E[A-Z]+)$/;
const unreachableMessage = /^(Connection terminated|timeout exceeded|Client has encountered a connection error)/;
/** The end of PostgreSQL's messages about files. */
const unwritable = /: (Read-only file system|Permission denied|Operation not permitted)$/;

/** Returns the temporary fault that made a query fail, so that it may succeed later; undefined for all other errors. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  const failure = driverErrorOf(error);
  if (!failure) return undefined;
  const code = 'code' in failure ? String(failure.code) : '';
  if (code === '53100') return 'full';
  if (busyCodes.includes(code)) return 'busy';
  if (code === '25006' || unwritable.test(failure.message)) return 'readOnly';
  return unreachableCode.test(code) || unreachableMessage.test(failure.message) ? 'unreachable' : undefined;
}

/** Returns whether the database rejected the query itself, so that retrying is pointless. */
export const isRefusedByDatabase = (error: unknown) => codeOf(error) !== undefined && faultOf(error) === undefined;

/** Returns the driver's error. Drizzle wraps it, except for PGlite's errors on commit. */
function driverErrorOf(error: unknown): Error | undefined {
  if (error instanceof DrizzleQueryError) return error.cause;
  return error instanceof Error && 'severity' in error ? error : undefined;
}

/** Returns PostgreSQL's five-character error code. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
