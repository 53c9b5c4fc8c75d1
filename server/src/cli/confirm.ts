import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../platform/config/operatorError';

/** Asks at the terminal. @throws OperatorError unless the answer is yes */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError('There is no terminal to confirm this: add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  // Ctrl-C and Ctrl-D count as no.
  const answer = await terminal.question(`${question} [yes/no] `, { signal: left.signal }).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was deleted.');
}
