import type { FastifyBaseLogger } from 'fastify';
import type { Background } from './background';
import type { Database } from './database/database';
import type { Limits } from './http/limits';
import type { Keys } from './keys';
import type { LogNews } from './live/logNews';
import type { SendMail } from './mail/mail';
import type { Change } from './memory/change';
import type { Memory } from './memory/memory';
import type { Audit } from './operations/audit';
import type { Settings } from './settings';

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
