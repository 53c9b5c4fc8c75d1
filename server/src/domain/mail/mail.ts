import type { Database } from '../../platform/database/database';

/** A plain-text mail. `code` and `link` repeat what its text contains, for programs that read the development mailbox. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  code?: string;
  link?: string;
  /** When the code or link expires. After that the mail is no longer sent. */
  expiresAt: Date;
  /** Of a link to a lesson: the mail is dropped with it, and kept if it is lost, so that the teacher can see that. */
  attendanceLinkId?: number;
}

export interface Mailer {
  /**
   * Runs a transaction and stores the mail that it returns, if any, in the same commit. The mail is sent in the background, so that a slow
   * or failing mail server never delays the answer.
   */
  send(write: (tx: Database) => Promise<Mail | undefined>): Promise<void>;
  /** Stores one of several mails within a transaction of the caller's. Call `wake` once it is committed. */
  store(tx: Database, mail: Mail): Promise<void>;
  wake(): void;
}
