import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Received {
  email: Email;
  /** The envelope's sender, whatever the mail's headers say. */
  recipients: string[];
  isEncrypted: boolean;
}

/** A mail server that records what it receives. */
export interface Smtp {
  url: string;
  received: Received[];
  /** Every envelope recipient, accepted or not. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * Starts a mail server.
 * @param refuse status with which it refuses a recipient; others are accepted
 * @param hold awaited before it accepts a mail
 * @param encrypts whether it offers STARTTLS, with a self-signed certificate
 */
export async function startSmtp({
  port = 0,
  refuse = () => undefined,
  hold = async () => {},
  encrypts = false,
}: {
  port?: number;
  refuse?: (recipient: string) => number | undefined;
  hold?: () => Promise<void>;
  encrypts?: boolean;
} = {}): Promise<Smtp> {
  const received: Received[] = [];
  const asked: string[] = [];
  const options: SMTPServerOptions = {
    disabledCommands: encrypts ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const responseCode = refuse(address);
      done(responseCode ? Object.assign(new Error(`not for ${address}`), { responseCode }) : null);
    },
    async onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      await hold();
      const recipients = envelope.rcptTo.map(({ address }) => address);
      received.push({ email: await PostalMime.parse(Buffer.concat(chunks)), recipients, isEncrypted: secure });
      done();
    },
  };
  const smtp = new SMTPServer(options);
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    asked,
    close: () => new Promise((done) => smtp.close(done)),
  };
}
