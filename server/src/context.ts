import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from './domain/audit/audit';
import type { Change } from './platform/cache/change';
import type { Memory } from './platform/cache/memory';
import type { Keys } from './platform/config/keys';
import type { Settings } from './platform/config/settings';
import type { Database } from './platform/database/database';
import type { Background } from './platform/http/background';
import type { Limits } from './platform/http/limits';
import type { LogNews } from './platform/live/logNews';
import type { SendMail } from './platform/mail/mail';

/** What the handlers of the calls work with. */
export interface Context {
  settings: Settings;
  db: Database;
  memory: Memory;
  /** How to change what other instances or this one's memory must hear of. */
  change: Change;
  /** How to tell of logs that were recorded. */
  logNews: LogNews;
  keys: Keys;
  limits: Limits;
  background: Background;
  mail: SendMail;
  audit: Audit;
  log: FastifyBaseLogger;
}
