import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { AccountReport } from './account/deleteAccount';
import { runCommand } from './command';
import { readSettings } from './settings';
import { StartFailure } from './startFailure';
import { runTask } from './tasks';

await runCommand(async () => {
  const { email, isSure } = readArguments();
  const settings = readSettings(process.env);
  if (!isSure) await ask(email);
  const report = await runTask(settings, { task: 'deleteAccount', email }, v.nullable(AccountReport));
  if (!report) throw new StartFailure(`No account has the e-mail ${email}.`);
  const { sections, detections, screenshots } = report;
  console.log(
    `Deleted the account of ${email}: sections ${sections}, detections ${detections}, screenshots ${screenshots}.`,
  );
  process.exit(0);
});

function readArguments(): { email: string; isSure: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
    const [email, ...rest] = positionals;
    if (email !== undefined && rest.length === 0) return { email, isSure: values.yes === true };
  } catch {
    // An option that there is not.
  }
  throw new StartFailure('Usage: npm run delete-teacher -- EMAIL [--yes]');
}

/** @throws StartFailure unless somebody says yes */
async function ask(email: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartFailure('Nobody is there to confirm it: add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  const question = `Delete the account of ${email} and everything it owns for good? [yes/no] `;
  // Ctrl-C and Ctrl-D leave the question unanswered.
  const answer = await terminal.question(question, { signal: left.signal }).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new StartFailure('Nothing was deleted.');
}
