import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { isLoopbackName } from '../../platform/http/loopback';
import { claimMail, giveUpMail, postponeMail, type QueuedMail, removeMail } from './mailQueue';

const maxWorkers = 5;
const sendTimeoutSeconds = 20;
/** Longer than the send timeout. */
const claimSeconds = 30;
const minDelaySeconds = 5;
const maxDelaySeconds = 600;
/** Finds mails that other instances left behind. */
const pollMilliseconds = 5000;
const closeTimeoutMilliseconds = 3000;

/** Creates what sends queued mails to the mail server. */
export function createMailSender(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  db: Database,
  log: FastifyBaseLogger,
) {
  const transport = createTransport(withEncryption(smtpUrl));
  const workers = new Set<Promise<void>>();
  const closing = new AbortController();
  let isClosing = false;
  let polling: NodeJS.Timeout | undefined;

  /** Sends until no mail is due. Each mail found starts another worker. */
  async function work(): Promise<void> {
    while (!isClosing) {
      const mail = await claimMail(db, claimSeconds);
      if (!mail) return;
      wake();
      await deliver(mail);
    }
  }

  /** Polls now because a mail was queued. */
  function wake(): void {
    if (isClosing || workers.size >= maxWorkers) return;
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
      // Rejected recipients and contents are final. Other errors, such as a wrong password, can be fixed.
      const isRefused = permanent && (code === 'EENVELOPE' || code === 'EMESSAGE');
      const isLost = isRefused || mail.expiresAt.getTime() <= Date.now() + delay * 1000;
      // Before logging, so that an operator who sees the log and restarts the server need not wait for the claim to expire.
      await (isLost ? giveUpMail(db, mail) : postponeMail(db, mail, delay));
      log.warn({ mail: mail.id, tries: mail.tries + 1, isLost, code, responseCode }, 'a mail was not accepted');
      return;
    }
    await removeMail(db, mail.id);
  }

  async function send({ to, subject, text, expiresAt }: QueuedMail): Promise<void> {
    if (expiresAt.getTime() <= Date.now()) throw new Error('The mail has expired.');
    await transport.sendMail({
      // Addresses as objects: in a string, a line break could add recipients.
      from: { name: 'Vigil', address: mailFrom },
      to: { name: '', address: to },
      subject,
      text,
      signal: AbortSignal.any([AbortSignal.timeout(sendTimeoutSeconds * 1000), closing.signal]),
    });
  }

  return {
    /** Starts polling the queue. */
    open(): void {
      polling = setInterval(wake, pollMilliseconds).unref();
      wake();
    },
    wake,
    /** Gives mails being sent a few seconds to finish. The rest stays in the queue. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(polling);
      const deadline = setTimeout(() => closing.abort(), closeTimeoutMilliseconds);
      await Promise.all(workers);
      clearTimeout(deadline);
    },
  };
}

/** Requires TLS, unless the server is on this machine or the URL has `tls=optional`: mails contain codes and links. */
function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const { searchParams, hostname } = url;
  const mayBePlain = searchParams.get('tls') === 'optional' || isLoopbackName(hostname);
  searchParams.delete('tls');
  if (!mayBePlain) searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Seconds until the next try: 5, 10, 20 and so on up to ten minutes. */
const retryDelay = (tries: number) => Math.min(minDelaySeconds * 2 ** tries, maxDelaySeconds);

/** Fields of nodemailer's errors that may be logged. Messages are left out because mail servers repeat addresses in them. */
const Failure = v.object({
  code: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  permanent: v.optional(v.boolean()),
});

const readFailure = (error: unknown) => v.parse(v.fallback(Failure, {}), error);
