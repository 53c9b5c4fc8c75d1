import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import type { Handlers } from '../http/calls';
import { notFound } from '../http/httpError';
import { listMails } from './mailbox';
import { mailboxPage, mailboxStyle } from './mailboxPage';

/** The development mailbox for machines; it is not there when a mail server is. Routes under /dev/ are kept to this machine. */
export function mailboxCalls({ settings, db, background }: Context): Pick<Handlers, 'listDevelopmentMail'> {
  return {
    async listDevelopmentMail() {
      if (!settings.developmentMailbox) throw notFound('Mailbox');
      await background.settled();
      return listMails(db);
    },
  };
}

/** The development mailbox for people. */
export function serveMailboxPage(app: FastifyInstance, { db, background }: Context): void {
  app.get('/dev/mail', async (_request, reply) => {
    await background.settled();
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(mailboxPage(await listMails(db)));
  });
  app.get('/dev/mail.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(mailboxStyle));
}
