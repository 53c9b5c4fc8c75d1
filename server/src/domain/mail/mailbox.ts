import type { components } from '@vigil/contract';
import { desc, lte } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/http/httpError';
import type { Handlers } from '../calls';
import { developmentMails } from '../tables/mail';
import type { Mail } from './mail';

type StoredMail = components['schemas']['DevelopmentMail'];

const maxMails = 100;

/** Stores a mail in the development mailbox, which keeps the latest hundred. */
export async function keepMail(
  db: Database,
  { to, subject, text, code, link }: Omit<Mail, 'expiresAt'>,
): Promise<void> {
  await db.insert(developmentMails).values({ to, subject, text, code, link, sentAt: new Date() });
  const tooOld = db
    .select({ id: developmentMails.id })
    .from(developmentMails)
    .orderBy(desc(developmentMails.id))
    .offset(maxMails)
    .limit(1);
  await db.delete(developmentMails).where(lte(developmentMails.id, tooOld));
}

/** Lists the development mailbox, newest first. */
export async function listMails(db: Database): Promise<StoredMail[]> {
  const mails = await db.select().from(developmentMails).orderBy(desc(developmentMails.id));
  return mails.map(({ to, subject, text, code, link, sentAt }) => ({
    to,
    subject,
    text,
    ...(code !== null && { code }),
    ...(link !== null && { link }),
    sent_at: sentAt.toISOString(),
  }));
}

/** The development mailbox as JSON, absent when a mail server is set. Only this machine can reach routes under /dev/. */
export const mailboxCalls = ({ settings, db, background }: Context): Pick<Handlers, 'listDevelopmentMail'> => ({
  async listDevelopmentMail() {
    if (!settings.developmentMailbox) throw notFound('Mailbox');
    await background.settled();
    return listMails(db);
  },
});

/** Serves the development mailbox as a page. */
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

const mailboxPage = (mails: StoredMail[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development mailbox – Vigil</title>
<link rel="stylesheet" href="/dev/mail.css">
</head>
<body>
<main>
<h1>Development mailbox</h1>
<p>No mail server is set, so mails are kept here instead of being sent. Reload the page to see new ones.</p>
${mails.map(article).join('\n') || '<p>No mail yet.</p>'}
</main>
</body>
</html>
`;

function article({ to, subject, text, link, sent_at }: StoredMail): string {
  const body = escapeHtml(text);
  const linked = link ? body.replace(escapeHtml(link), (address) => `<a href="${address}">${address}</a>`) : body;
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${sent_at}">${sent_at.slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${linked}</pre>
</article>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const mailboxStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid GrayText; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin-bottom: 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
