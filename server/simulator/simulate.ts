import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { runCommand } from '../src/cli/failures';
import { simulatorKey } from '../src/domain/keys';
import { jwtSecretFile } from '../src/platform/config/dataDirectory';
import { OperatorError } from '../src/platform/operatorError';
import { readSettings } from '../src/settings';
import { createAgent } from './agent';
import { attend } from './attendance';

const usage = 'Usage: npm run simulate -- --section ID [--students N] [--per-minute N] [--seconds N] [--url ADDRESS]';

const positive = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));
const Options = v.object({
  section: positive,
  students: v.optional(positive),
  'per-minute': v.optional(positive, '12'),
  seconds: v.optional(positive, '86400'),
  url: v.optional(v.pipe(v.string(), v.url())),
});

await runCommand(async () => {
  const { section, students, seconds, url, ...options } = readOptions();
  const settings = readSettings(process.env);
  const agentKey = simulatorKey(settings.jwtSecret ?? readStoredSecret(settings.dataDirectory));
  const address = url ?? settings.publicUrl;
  const stop = AbortSignal.timeout(seconds * 1000);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  const signal = AbortSignal.any([stop, interrupted.signal]);

  let recorded = 0;
  let sawSession = false;
  try {
    const attendance = { sectionId: section, students, perMinute: options['per-minute'] };
    for await (const round of attend(createAgent(address, agentKey, signal), attendance, signal)) {
      if (round.sections === 0) {
        if (sawSession) break;
        throw new OperatorError(`Section ${section} has no active session at ${address}. Start detection there first.`);
      }
      if (round.students === 0) {
        throw new OperatorError(
          `Section ${section} has no made-up student, with an e-mail at students.example: of others nothing is made up.`,
        );
      }
      sawSession = true;
      recorded += round.recorded;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (!signal.aborted) throw new OperatorError(`Vigil at ${address} does not answer: ${reasonOf(error)}.`);
  }
  console.log(`${recorded} detections reported.`);
  process.exit(0);
});

/** Describes an error. That of `fetch` says only that it failed; its cause may name the certificate. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function readOptions() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { section: text, students: text, 'per-minute': text, seconds: text, url: text },
    });
    return v.parse(Options, values);
  } catch {
    throw new OperatorError(usage);
  }
}

function readStoredSecret(dataDirectory: string): string {
  const file = jwtSecretFile(dataDirectory);
  if (!existsSync(file)) throw new OperatorError('JWT_SECRET must be set to the secret of the server.');
  return readFileSync(file, 'utf8').trim();
}
