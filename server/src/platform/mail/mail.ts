import type { Database } from '../database/database';

/** One mail in plain text. The code or link in it is given apart for those who read the development mailbox by machine. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  code?: string;
  link?: string;
  /** When the code or link ends: sending the mail is of no use from then on. */
  expiresAt: Date;
}

/**
 * Runs a transaction that ends in a mail: both are kept, or neither. The mail goes out in the background, so that a mail
 * server that fails or is slow never concerns the teacher who waits. Undefined is no mail.
 */
export type SendMail = (write: (tx: Database) => Promise<Mail | undefined>) => Promise<void>;
