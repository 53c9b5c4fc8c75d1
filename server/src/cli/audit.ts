import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { OperatorError } from '../platform/config/operatorError';
import { readSettings } from '../platform/config/settings';
import { runCommand } from './command';
import { streamTask } from './tasks';

const usage = 'Usage: npm run audit -- [--since 2026-01-31[T08:00]] [--teacher EMAIL]';

await runCommand(async () => {
  const task = { task: 'readAudit', ...readOptions() } as const;
  await streamTask(readSettings(process.env), task, async (answer) => {
    for await (const piece of answer) process.stdout.write(piece);
  });
  process.exit(0);
});

function readOptions() {
  const text = { type: 'string' } as const;
  const Moment = v.pipe(
    v.string(),
    v.transform((value) => new Date(value)),
    v.date(),
    v.transform((moment) => moment.toISOString()),
  );
  try {
    const { values } = parseArgs({ options: { since: text, teacher: text } });
    return v.parse(v.object({ since: v.optional(Moment), teacher: v.optional(v.string()) }), values);
  } catch {
    throw new OperatorError(usage);
  }
}
