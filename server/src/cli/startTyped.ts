import { parseArgs } from 'node:util';
import { OperatorError } from '../platform/operatorError';
import { commands } from './commands';

const lineLength = 120;

/** Runs the command that was typed. @throws OperatorError with its usage when there is no such command */
export async function startTyped([group = '', ...typed]: string[]): Promise<void> {
  const { command, input } = read(group, typed);
  if (!command?.accepts(input)) throw new OperatorError(usageOf(group));
  await command.start(input);
}

/** Finds the command and parses its arguments. */
function read(group: string, typed: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: typed,
      allowPositionals: true,
      options: {
        yes: { type: 'boolean' },
        encoding: { type: 'string' },
        'dry-run': { type: 'boolean' },
        keep: { type: 'boolean' },
        owner: { type: 'string' },
        section: { type: 'string', multiple: true },
        'per-minute': { type: 'string' },
        since: { type: 'string' },
        teacher: { type: 'string' },
      },
    });
    const command = commands.find(({ name }) => name === group || name === `${group} ${positionals[0]}`);
    const given = command?.name === group ? positionals : positionals.slice(1);
    const words = wordsOf(command?.usage);
    const named = Object.fromEntries(given.slice(0, words.length).map((word, index) => [words[index], word]));
    const rest = given.slice(words.length);
    return { command, input: { ...values, ...named, ...(rest.length > 0 && { rest }) } };
  } catch {
    // An unknown option.
    throw new OperatorError(usageOf(group));
  }
}

/** Returns the names of positional arguments: `email` and `newEmail` for `EMAIL NEW_EMAIL [--yes]`. */
function wordsOf(usage = ''): string[] {
  const words = usage.replace(/\[--[^\]]*\]/g, '').match(/\b[A-Z]+(_[A-Z]+)*\b/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

function usageOf(group: string): string {
  const start = `npm run ${group}`;
  const variants = commands
    .filter(({ name }) => name.split(' ')[0] === group)
    .map(({ name, usage }) => `${name.slice(group.length)} ${usage}`.trim());
  const short = `Usage: ${start} -- ${variants.join(' | ')}`.replace(/ -- $/, '');
  return short.length <= lineLength ? short : `Usage: ${variants.map((one) => `${start} -- ${one}`).join('\n       ')}`;
}
