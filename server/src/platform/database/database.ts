import { DrizzleQueryError } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

/** Queries, on either driver and inside a transaction alike. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Hears notifications. */
export interface Listener {
  message(payload: string): void;
  /** The connection is lost, or hears nothing: from now on notifications are missed. */
  lost(): void;
  /** The connection is there again, and hears all from now on. */
  back(): void;
}

/** An open database, whichever it is. */
export interface OpenDatabase {
  db: Database;
  /** Whether other instances may work on the same data at the same time. */
  isShared: boolean;
  /**
   * Hears what any instance notifies on the channel.
   * @returns whether it does from now on; otherwise the listener is told when
   */
  listen(channel: string, listener: Listener): Promise<boolean>;
  /** The pool's connections, and how many queries wait for one; the embedded database has none. */
  connections?(): { open: number; idle: number; waiting: number };
  /** Ends running queries' connections and makes everything written durable. */
  close(): Promise<void>;
}

/** Both drivers name columns the same way. */
export const casing = 'snake_case';

/** Also that of a broken check, of which there are none. */
const noPartition = '23514';
const lockNotAvailable = '55P03';
const deadlock = '40P01';
const textNotStorable = ['22021', '22P05'];

/** Whether a query failed because a text carries what PostgreSQL cannot store, such as U+0000. */
export const isUnstorableText = (error: unknown) => textNotStorable.includes(codeOf(error) ?? '');

/** Whether a row was to be inserted for which there is no partition. */
export const isMissingPartition = (error: unknown) => codeOf(error) === noPartition;

/** Whether a query gave up waiting for what somebody else holds. */
export const isLockTimeout = (error: unknown) => codeOf(error) === lockNotAvailable;

/** Whether the database ended a query because it and another waited for each other. */
export const isDeadlock = (error: unknown) => codeOf(error) === deadlock;

/** What keeps the database from answering. */
export type DatabaseFault = 'unreachable' | 'full' | 'readOnly' | 'busy';

/** A statement, or its wait for a lock, took longer than it may, or could not end. */
const busyCodes = ['57014', lockNotAvailable, deadlock];
const unreachableCode = /^(08...|53...|57P0.|E[A-Z]+)$/;
const unreachableMessage = /^(Connection terminated|timeout exceeded|Client has encountered a connection error)/;
/** How PostgreSQL ends its sentence about a file. */
const unwritable = /: (Read-only file system|Permission denied|Operation not permitted)$/;

/** Why a query failed that is not to blame for it: the same may succeed later. Undefined for every other error. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  const failure = driverErrorOf(error);
  if (!failure) return undefined;
  const code = 'code' in failure ? String(failure.code) : '';
  if (code === '53100') return 'full';
  if (busyCodes.includes(code)) return 'busy';
  if (code === '25006' || unwritable.test(failure.message)) return 'readOnly';
  return unreachableCode.test(code) || unreachableMessage.test(failure.message) ? 'unreachable' : undefined;
}

/** Whether the database answered, and will refuse the same again. */
export const isRefusedByDatabase = (error: unknown) => codeOf(error) !== undefined && faultOf(error) === undefined;

/** What the driver said: drizzle keeps it as the cause, but lets PGlite's own of a commit pass. */
function driverErrorOf(error: unknown): Error | undefined {
  if (error instanceof DrizzleQueryError) return error.cause;
  return error instanceof Error && 'severity' in error ? error : undefined;
}

/** PostgreSQL's five-character code, which drizzle keeps on the cause. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
