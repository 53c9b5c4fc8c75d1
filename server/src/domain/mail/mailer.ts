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

export function createMailer(settings: Settings, db: Database, log: FastifyBaseLogger) {
  const { smtpUrl, mailFrom } = settings;
  const store = mailStore(settings);
  const sender = smtpUrl === undefined ? undefined : createMailSender({ smtpUrl, mailFrom }, db, log);
  const mailer: Mailer = {
    async send(write) {
      await db.transaction(async (tx) => {
        const mail = await write(tx);
        if (mail) await store(tx, mail);
      });
      sender?.wake();
    },
    store,
    wake: () => sender?.wake(),
  };
  return {
    ...mailer,
    /** Starts sending queued mails. */
    open: () => sender?.open(),
    /** Unsent mails stay in the queue. */
    close: async () => sender?.close(),
  };
}
