import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config/settings';
import type { Database } from '../database/database';
import type { Mail, SendMail } from './mail';
import { keepMail } from './mailbox';
import { queueMail } from './mailQueue';
import { createMailSender } from './mailSender';

/** Keeps a mail until it is sent, or read in the development mailbox. */
export type KeepMail = (tx: Database, mail: Mail) => Promise<void>;

/** How mails are kept: for the mail server, or in the development mailbox when there is none. */
export const keeperOf = ({ smtpUrl }: Pick<Settings, 'smtpUrl'>): KeepMail =>
  smtpUrl === undefined ? keepMail : queueMail;

export interface Mailer {
  send: SendMail;
  /** Starts to send what waits, also from before. */
  open(): void;
  /** Mails that are not sent by then wait for the next start. */
  close(): Promise<void>;
}

/** Sends through the mail server, if there is one. */
export function createMailer(settings: Settings, db: Database, log: FastifyBaseLogger): Mailer {
  const { smtpUrl, mailFrom } = settings;
  const keep = keeperOf(settings);
  const sender = smtpUrl === undefined ? undefined : createMailSender(smtpUrl, mailFrom, db, log);
  return {
    async send(write) {
      await db.transaction(async (tx) => {
        const mail = await write(tx);
        if (mail) await keep(tx, mail);
      });
      sender?.wake();
    },
    open: () => sender?.open(),
    close: async () => sender?.close(),
  };
}
