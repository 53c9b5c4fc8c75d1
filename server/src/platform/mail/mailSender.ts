import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { Database } from '../database/database';
import { isLoopbackName } from '../http/loopback';
import { claimMail, postponeMail, type QueuedMail, removeMail } from './mailQueue';

const mostAtOnce = 5;
const sendSeconds = 20;
/** Longer than a mail is ever being sent. */
const claimSeconds = 30;
const shortestDelaySeconds = 5;
const longestDelaySeconds = 600;
/** What other instances left behind is found that late. */
const lookMilliseconds = 5000;
const closePatienceMilliseconds = 3000;

/** Hands waiting mails to the mail server. */
export interface MailSender {
  /** Looks for mails now, and from then on every few seconds. */
  open(): void;
  /** Looks for mails now: one was queued. */
  wake(): void;
  /** Lets what is being sent finish within a few seconds; the rest stays in the queue. */
  close(): Promise<void>;
}

export function createMailSender(smtpUrl: string, from: string, db: Database, log: FastifyBaseLogger): MailSender {
  const transport = createTransport(withEncryption(smtpUrl));
  const workers = new Set<Promise<void>>();
  const closing = new AbortController();
  let isClosing = false;
  let looking: NodeJS.Timeout | undefined;

  /** Sends until nothing is due; as long as something is, further workers join in. */
  async function work(): Promise<void> {
    while (!isClosing) {
      const mail = await claimMail(db, claimSeconds);
      if (!mail) return;
      wake();
      await deliver(mail);
    }
  }

  function wake(): void {
    if (isClosing || workers.size >= mostAtOnce) return;
    const worker = work()
      .catch((error: unknown) => log.error(error, 'the mail queue failed'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  async function deliver(mail: QueuedMail): Promise<void> {
    try {
      await send(mail);
    } catch (error) {
      const { code, responseCode, permanent } = readFailure(error);
      const delay = retryDelay(mail.tries);
      // A no to the recipient or the mail itself is final; one to us, such as a wrong password, can be mended.
      const isRefused = permanent && (code === 'EENVELOPE' || code === 'EMESSAGE');
      const isLost = isRefused || mail.expiresAt.getTime() <= Date.now() + delay * 1000;
      // Before it is told: whoever reads of it and ends the server need not wait until the claim is over.
      await (isLost ? removeMail(db, mail.id) : postponeMail(db, mail, delay));
      log.warn({ mail: mail.id, tries: mail.tries + 1, isLost, code, responseCode }, 'a mail was not accepted');
      return;
    }
    await removeMail(db, mail.id);
  }

  async function send({ to, subject, text, expiresAt }: QueuedMail): Promise<void> {
    if (expiresAt.getTime() <= Date.now()) throw new Error('What it says has ended.');
    await transport.sendMail({
      // Addresses as objects: in a string, a line break would add recipients.
      from: { name: 'Vigil', address: from },
      to: { name: '', address: to },
      subject,
      text,
      signal: AbortSignal.any([AbortSignal.timeout(sendSeconds * 1000), closing.signal]),
    });
  }

  return {
    open() {
      looking = setInterval(wake, lookMilliseconds).unref();
      wake();
    },
    wake,
    async close() {
      isClosing = true;
      clearInterval(looking);
      const patience = setTimeout(() => closing.abort(), closePatienceMilliseconds);
      await Promise.all(workers);
      clearTimeout(patience);
    },
  };
}

/** What `SMTP_URL` says; mails hold codes and links, so that another machine is told them over an encrypted connection only. */
function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const { searchParams, hostname } = url;
  const mayBePlain = searchParams.get('tls') === 'optional' || isLoopbackName(hostname);
  searchParams.delete('tls');
  if (!mayBePlain) searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Seconds until the next try: 5, 10, 20 and so on up to ten minutes. */
const retryDelay = (tries: number) => Math.min(shortestDelaySeconds * 2 ** tries, longestDelaySeconds);

/** What nodemailer's errors tell; the sentences in them are left out, as mail servers repeat addresses in theirs. */
const Failure = v.object({
  code: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  permanent: v.optional(v.boolean()),
});

const readFailure = (error: unknown) => v.parse(v.fallback(Failure, {}), error);
