import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from './domain/audit/audit';
import type { Mailer } from './domain/mail/mail';
import type { Cache } from './platform/cache/cache';
import type { Keys } from './platform/config/keys';
import type { Settings } from './platform/config/settings';
import type { Database } from './platform/database/database';
import type { Background } from './platform/http/background';
import type { Limits } from './platform/http/limits';
import type { LogNotifier } from './platform/live/logNotifier';
import type { TransactAndPublish } from './platform/live/transactAndPublish';

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
