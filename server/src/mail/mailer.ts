import { createTransport } from 'nodemailer';
import type { Database } from '../database/database';
import type { Mail } from './mail';
import { keepMail } from './mailbox';

const timeoutMilliseconds = 15_000;

/**
 * Sends through the mail server, or keeps the mail in the development mailbox when there is none.
 * @returns a function that rejects when the mail server refuses
 */
export function createMailer(smtpUrl: string | undefined, from: string, db: Database): (mail: Mail) => Promise<void> {
  if (smtpUrl === undefined) return (mail) => keepMail(db, mail);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  return async ({ to, subject, text }) => {
    // Addresses as objects: in a string, a line break would add recipients.
    await transport.sendMail({ from: { name: 'Vigil', address: from }, to: { name: '', address: to }, subject, text });
  };
}
