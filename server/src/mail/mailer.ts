import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database';
import type { Settings } from '../settings';
import type { SendMail } from './mail';
import { keepMail } from './mailbox';
import { queueMail } from './mailQueue';
import { createMailSender } from './mailSender';

export interface Mailer {
  send: SendMail;
  /** Starts to send what waits, also from before. */
  open(): void;
  /** Mails that are not sent by then wait for the next start. */
  close(): Promise<void>;
}

/** Sends through the mail server, or keeps mails in the development mailbox when there is none. */
export function createMailer({ smtpUrl, mailFrom }: Settings, db: Database, log: FastifyBaseLogger): Mailer {
  if (smtpUrl === undefined) {
    return {
      send: (write) => db.transaction(async (tx) => keepMail(tx, await write(tx))),
      open() {},
      async close() {},
    };
  }
  const { wake, open, close } = createMailSender(smtpUrl, mailFrom, db, log);
  return {
    async send(write) {
      await db.transaction(async (tx) => queueMail(tx, await write(tx)));
      wake();
    },
    open,
    close,
  };
}
