/** `npm run monkey -- [--seconds N] [--seed N]`: uses the built product at random in Chromium, for 15 minutes by default. */
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { findOrInstall } from './lib/programs.mjs';
import { fail, runTool } from './lib/project.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '900' }, seed: { type: 'string' } } });
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
if (!(Number(values.seconds) > 0) || !Number.isInteger(Number(seed)))
  fail('Seconds and seed must be numbers: npm run monkey -- --seconds 900 --seed 1');

await installWhenStale();
const chromium = await findOrInstall('chromium');
if (!chromium) fail('The monkey needs Chromium, Chrome or Edge: install one, or set CHROMIUM_PATH.');
await buildOrFail();
const { ok } = await runTool(
  'vitest/vitest.mjs',
  ['run', '--project', 'journeys', 'tests/journeys/monkey.long.test.ts'],
  {
    show: true,
    env: { LONG_TESTS: '1', CHROMIUM_PATH: chromium, MONKEY_SECONDS: values.seconds, MONKEY_SEED: seed },
  },
);
if (!ok) process.exitCode = 1;
