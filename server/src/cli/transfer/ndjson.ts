import { createHash, type Hash } from 'node:crypto';
import * as v from 'valibot';
import { OperatorError } from '../../platform/operatorError';
import { type Contents, madeByNewer, type TableContents } from './contents';

/*
 * Contents as text, one JSON object per line: a header, then for each table its head and its rows, and at the end a checksum of all
 * lines before it.
 */

const batchRows = 500;
const batchCharacters = 1_000_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Start = v.object({ vigilBackup: v.number(), schema: v.string() });
const TableStart = v.object({ table: v.string(), rows: count, nextId: v.nullable(count) });
const End = v.object({ sha256: v.string() });
const format = 1;

const digestOf = (hash: Hash) => hash.copy().digest('hex');
const lineOf = (value: v.InferOutput<typeof Start | typeof TableStart | typeof End>) => `${JSON.stringify(value)}\n`;

/** Serialises contents, a few lines at a time. */
export async function* toNdjson({ schema, tables }: Contents): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (lines: string) => {
    hash.update(lines);
    return lines;
  };
  yield hashed(lineOf({ vigilBackup: format, schema }));
  for await (const { name, rowCount, nextId, batches } of tables) {
    yield hashed(lineOf({ table: name, rows: rowCount, nextId }));
    for await (const rows of batches) yield hashed(`${rows.join('\n')}\n`);
  }
  yield lineOf({ sha256: digestOf(hash) });
}

/**
 * Parses contents while their text arrives. Damage may be detected only at the end.
 *
 * @param messages the messages for text in another format, and for damaged or truncated text
 * @throws OperatorError with the first at once; reading the contents may throw the second
 */
export async function fromNdjson(
  text: AsyncIterable<string>,
  messages: { foreign: string; damaged: string },
): Promise<Contents> {
  const lines = new Lines(text);
  const start = v.safeParse(v.pipe(v.string(), v.parseJson(), Start), await lines.next().catch(() => undefined));
  if (!start.success) throw new OperatorError(messages.foreign);
  if (start.output.vigilBackup !== format) throw new OperatorError(madeByNewer);
  return { schema: start.output.schema, tables: readTables(lines, messages.damaged) };
}

async function* readTables(lines: Lines, complaint: string): AsyncGenerator<TableContents> {
  try {
    for (;;) {
      const digest = digestOf(lines.hash);
      const line = v.parse(v.pipe(v.string(), v.parseJson(), v.union([TableStart, End])), await lines.next());
      if ('sha256' in line) {
        if (line.sha256 !== digest || (await lines.next()) !== undefined) throw new OperatorError(complaint);
        return;
      }
      yield {
        name: line.table,
        rowCount: line.rows,
        nextId: line.nextId,
        batches: readRows(lines, line.rows, complaint),
      };
    }
  } catch {
    throw new OperatorError(complaint);
  }
}

async function* readRows(lines: Lines, rowCount: number, complaint: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (let read = 0; read < rowCount; read++) {
    const line = await lines.next().catch(() => undefined);
    if (line === undefined) throw new OperatorError(complaint);
    batch.push(line);
    characters += line.length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Reads text line by line, with a checksum of the lines read. */
class Lines {
  readonly hash = createHash('sha256');
  readonly #lines: AsyncIterator<string>;

  constructor(text: AsyncIterable<string>) {
    this.#lines = split(text);
  }

  /** Undefined at the end. */
  async next(): Promise<string | undefined> {
    const { done, value } = await this.#lines.next();
    if (done) return undefined;
    this.hash.update(`${value}\n`);
    return value;
  }
}

/** Splits by lines. Node's readline would also split at U+2028, which a name may contain. */
async function* split(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of text) {
    const end = chunk.lastIndexOf('\n');
    if (end >= 0) yield* (rest + chunk.slice(0, end)).split('\n');
    rest = end >= 0 ? chunk.slice(end + 1) : rest + chunk;
  }
  if (rest !== '') yield rest;
}
