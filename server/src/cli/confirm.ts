import { createInterface } from 'node:readline/promises';
import { StartFailure } from '../platform/config/startFailure';

/** @throws StartFailure unless somebody at the terminal says yes */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartFailure('Nobody is there to confirm it: add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  // Ctrl-C and Ctrl-D leave the question unanswered.
  const answer = await terminal.question(`${question} [yes/no] `, { signal: left.signal }).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new StartFailure('Nothing was deleted.');
}
