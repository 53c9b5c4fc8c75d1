/**
 * `npm run screenshots`: captures every screen in its states, in both themes and seven widths, to `.cache/screenshots`.
 */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { findOrInstall } from './lib/programs.mjs';
import { fail, runTool } from './lib/project.mjs';

await installWhenStale();
const chromium = await findOrInstall('chromium');
if (!chromium)
  fail('Screenshots need Chromium, Chrome or Edge: install one, or name its program file in CHROMIUM_PATH.');
await buildOrFail();
const { ok } = await runTool('vitest/vitest.mjs', ['run', '--config', 'vitest.screenshots.config.ts'], {
  show: true,
  env: { CHROMIUM_PATH: chromium },
});
if (!ok) process.exitCode = 1;
