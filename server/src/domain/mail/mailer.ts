import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import type { Settings } from '../../settings';
import type { Mail, Mailer } from './mail';
import { keepMail } from './mailbox';
import { queueMail } from './mailQueue';
import { createMailSender } from './mailSender';

/** Returns the function that stores a mail: in the queue or, without a mail server, in the development mailbox. */
export const mailStore = ({ smtpUrl }: Pick<Settings, 'smtpUrl'>): ((tx: Database, mail: Mail) => Promise<void>) =>
  smtpUrl === undefined ? keepMail : queueMail;

interface RunningMailer extends Mailer {
  /** Starts sending queued mails. */
  open(): void;
  /** Unsent mails stay in the queue. */
  close(): Promise<void>;
}

export function createMailer(settings: Settings, db: Database, log: FastifyBaseLogger): RunningMailer {
  const { smtpUrl, mailFrom } = settings;
  const store = mailStore(settings);
  const sender = smtpUrl === undefined ? undefined : createMailSender({ smtpUrl, mailFrom }, db, log);
  return {
    async send(write) {
      await db.transaction(async (tx) => {
        const mail = await write(tx);
        if (mail) await store(tx, mail);
      });
      sender?.wake();
    },
    store,
    wake: () => sender?.wake(),
    open: () => sender?.open(),
    close: async () => sender?.close(),
  };
}
