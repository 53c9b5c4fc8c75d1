import { createInterface } from 'node:readline/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { type AuditEvent, auditCommand } from '../domain/audit/audit';
import { exportEnd } from '../domain/school/exportStudent';
import { openDataDirectory } from '../platform/config/dataDirectory';
import type { Database } from '../platform/database/database';
import { openEmbedded } from '../platform/database/embedded';
import { openPostgres } from '../platform/database/postgres';
import { askServer } from '../platform/files/askServer';
import { atomicWrite } from '../platform/files/atomicWrite';
import { OperatorError } from '../platform/operatorError';
import { readSettings, readStorageSettings, type Settings, type StorageSettings } from '../settings';
import { exitOnInterrupt } from './failures';
import { backUpFirst, refuseOneWay } from './transfer/beforeOneWay';

/** The arguments given, by name. */
type Input = Record<string, unknown>;

/** Consumes an answer in chunks. */
type Use<T> = (answer: AsyncIterable<string>) => Promise<T>;

/** The stored data, and the settings of the process that has it open. */
export interface Stored {
  db: Database;
  settings: Settings;
}

export interface Command {
  /** `students rename`, or `backup`. */
  name: string;
  /** The arguments. Words in capitals, except options' values, name the positional ones: `NEW_EMAIL` is `newEmail`. */
  usage: string;
  /** @returns whether the input fits. @throws OperatorError that says what is wrong with it */
  accepts(input: Input): boolean;
  /** Runs in the process of the command. */
  start(input: Input): Promise<void>;
  /** Runs in the process that has the stored data open; a command without it is never sent to a server. */
  answer?<T>(stored: Stored, input: Input, use: Use<T>): Promise<T>;
}

interface Common<Args> {
  name: string;
  usage?: string;
  arguments: v.GenericSchema<unknown, Args>;
}

interface OnStored<Args, Found> extends Common<Args> {
  /** Adds what only the command's own process can read. */
  attach?(args: Args): Input;
  /** Looks up what the other steps need, before confirmation and audit. */
  find(db: Database, args: NoInfer<Args>, stored: Stored): Promise<Found>;
  /** To be confirmed at the terminal, unless the arguments include `yes`. */
  question?(args: Args, found: Found): string | undefined;
  /** Identifies students by id only: name and email would outlive the student in the audit trail. */
  audit(args: Args, found: Found): AuditEvent;
  /** @returns the text to print, or to stream to the terminal or a file */
  run(stored: Stored, args: Args, found: Found): Promise<string> | Streamed;
}

/** Text that must be read while its transaction is open. */
export interface Streamed {
  text<T>(use: Use<T>): Promise<T>;
  file?: string;
  /** Printed at the end. */
  said?: string;
}

/** The first line of an answer. Streamed text follows. */
const Head = v.object({
  failure: v.optional(v.string()),
  question: v.optional(v.string()),
  file: v.optional(v.string()),
  said: v.optional(v.string()),
});
const lineOf = (head: v.InferOutput<typeof Head>) => `${JSON.stringify(head)}\n`;

/** Defines a command on the stored data without a lookup. */
export const command = <Args>(spec: Omit<OnStored<Args, undefined>, 'find'>): Command =>
  lookupCommand({ ...spec, find: async () => undefined });

/** Defines a command on the stored data. A running server executes it, as only one process can open the embedded database. */
export function lookupCommand<Args, Found>(spec: OnStored<Args, Found>): Command {
  const { name, usage = '' } = spec;

  async function answer<T>(stored: Stored, input: Input, use: Use<T>): Promise<T> {
    const args = v.parse(spec.arguments, input);
    const found = await spec.find(stored.db, args, stored);
    const question = input.yes ? undefined : spec.question?.(args, found);
    if (question !== undefined) return use(Readable.from([lineOf({ question })]));
    await auditCommand(stored.db, spec.audit(args, found));
    const result = await spec.run(stored, args, found);
    if (typeof result === 'string') return use(Readable.from([lineOf({ said: result })]));
    const { text, ...head } = result;
    return text((pieces) => use(following(lineOf(head), pieces)));
  }

  async function start(input: Input): Promise<void> {
    const given = { ...input, ...spec.attach?.(v.parse(spec.arguments, input)) };
    const settings = readSettings(process.env);
    const ask = (isSure: boolean) =>
      askStored(settings, { command: name, input: isSure ? { ...given, yes: true } : given }, answer);
    const question = await ask(false);
    if (question === undefined) return;
    await confirm(question);
    await ask(true);
  }
  return { name, usage, accepts: (input) => v.is(spec.arguments, input), start, answer };
}

/** Defines a command that copies all stored data from or to the database of the settings. */
export function copyCommand<Args>(
  spec: Common<Args> & { copy(settings: StorageSettings, args: Args): Promise<string> },
): Command {
  const { name, usage = '' } = spec;
  const start = async (input: Input) => {
    const settings = readStorageSettings(process.env);
    const release = exitOnInterrupt();
    console.log(await spec.copy(settings, v.parse(spec.arguments, input)).finally(release));
  };
  return { name, usage, accepts: (input) => v.is(spec.arguments, input), start };
}

/** Answers a request here or in the running server. @returns the question that must be answered first */
async function askStored(
  settings: Settings,
  request: v.InferOutput<typeof Request>,
  answer: NonNullable<Command['answer']>,
): Promise<string | undefined> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, console.error, { beforeOneWay: refuseOneWay });
    return answer({ db: database.db, settings }, request.input, receive).finally(database.close);
  }
  const reply = await askServer(dataDirectory, JSON.stringify(request));
  if (reply !== undefined) return receive(whole(reply));
  const directory = await openDataDirectory(dataDirectory);
  const database = await openEmbedded(directory.databaseFolder, undefined, backUpFirst(dataDirectory));
  return answer({ db: database.db, settings }, request.input, receive).finally(database.close).finally(directory.close);
}

const Request = v.object({ command: v.string(), input: v.record(v.string(), v.unknown()) });

/** Executes a command on behalf of another process, in the one that has the embedded database open. */
export async function answerCommand(
  commands: readonly Command[],
  stored: Stored,
  request: string,
  reply: Writable,
): Promise<void> {
  const { command, input } = v.parse(v.pipe(v.string(), v.parseJson(), Request), request);
  const { answer } = commands.find(({ name }) => name === command) ?? {};
  if (!answer) throw new Error(`Unknown command ${command}.`);
  try {
    await answer(stored, input, (text) => pipeline(text, reply));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    reply.end(lineOf({ failure: error.message }));
  }
}

/** Asks at the terminal. @throws OperatorError unless the answer is yes */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError('There is no terminal to confirm this: add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  // Ctrl-C and Ctrl-D count as no.
  const answer = await terminal.question(`${question} [yes/no] `, { signal: left.signal }).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was changed.');
}

/** Prints or saves an answer. @returns the question that must be answered first */
async function receive(answer: AsyncIterable<string>): Promise<string | undefined> {
  const pieces = answer[Symbol.asyncIterator]();
  let start = '';
  while (!start.includes('\n')) {
    const { done, value } = await pieces.next();
    if (done) throw serverFailed();
    start += value;
  }
  const headLength = start.indexOf('\n') + 1;
  const head = v.parse(v.pipe(v.string(), v.parseJson(), Head), start.slice(0, headLength));
  const text = following(start.slice(headLength), { [Symbol.asyncIterator]: () => pieces });
  if (head.failure !== undefined) throw new OperatorError(head.failure);
  if (head.file !== undefined) await atomicWrite(head.file, (target) => pipeline(exported(text), target));
  else for await (const piece of text) process.stdout.write(piece);
  if (head.said) console.log(head.said);
  return head.question;
}

async function* following(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** Yields the text unchanged. @throws OperatorError when it is cut off */
async function* whole(answer: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* answer;
  } catch {
    throw serverFailed();
  }
}

/** Yields the text unchanged. @throws OperatorError when it does not end as an export does */
async function* exported(text: AsyncIterable<string>): AsyncGenerator<string> {
  let end = '';
  for await (const piece of text) {
    yield piece;
    end = (end + piece).slice(-exportEnd.length);
  }
  if (end !== exportEnd) throw serverFailed();
}

const serverFailed = () => new OperatorError('The running server could not do it. Please try again.');
