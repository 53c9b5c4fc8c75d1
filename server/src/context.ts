import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from './domain/audit/audit';
import type { Cache } from './domain/cache';
import type { Keys } from './domain/keys';
import type { Limits } from './domain/limits';
import type { LogNotifier } from './domain/live/logNotifier';
import type { TransactAndPublish } from './domain/live/transactAndPublish';
import type { Mailer } from './domain/mail/mail';
import type { Database } from './platform/database/database';
import type { Background } from './platform/http/background';
import type { Settings } from './settings';

/** Dependencies of the call handlers. */
export interface Context {
  settings: Settings;
  db: Database;
  cache: Cache;
  /** For changes that invalidate caches, on this or other instances. */
  transactAndPublish: TransactAndPublish;
  /** Publishes that logs were recorded. */
  logNotifier: LogNotifier;
  keys: Keys;
  limits: Limits;
  background: Background;
  mailer: Mailer;
  audit: Audit;
  log: FastifyBaseLogger;
}
