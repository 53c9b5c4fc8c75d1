import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from './domain/audit/audit';
import type { Cache } from './platform/cache/cache';
import type { Keys } from './platform/config/keys';
import type { Settings } from './platform/config/settings';
import type { Database } from './platform/database/database';
import type { Background } from './platform/http/background';
import type { Limits } from './platform/http/limits';
import type { LogNotifier } from './platform/live/logNotifier';
import type { TransactAndPublish } from './platform/live/transactAndPublish';
import type { MailStore, SendMail } from './platform/mail/mail';

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
  mail: SendMail;
  mailer: MailStore;
  audit: Audit;
  log: FastifyBaseLogger;
}
