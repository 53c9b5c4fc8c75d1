import { expect, it } from 'vitest';
import { bundlePage, inWords, runStories } from './simulate';
import type { OpenPage } from './world/bundle';

const openPage = await bundlePage();

/** The same stories in every run, unless another seed is asked for: unchanged code does not fail by chance. */
const firstSeed = Number(process.env.SIMULATION_SEED ?? 1);
/** About 30 s on an idle core. */
const STEPS = 720;
/** Far more than are needed. */
const STEPS_TO_FIND = 1_200;
/** Only a busy machine needs that long. */
const TIMEOUT_MS = 400_000;

it('the real pages keep their rules whatever happens', { timeout: TIMEOUT_MS }, async () => {
  const { finding, seeds, steps } = await runStories(openPage, firstSeed, (taken) => taken >= STEPS);
  process.stdout.write(`Simulation: ${steps} steps, seeds ${seeds}\n`);
  expect(finding && inWords(finding)).toBeUndefined();
});

it('two token refreshes at once are found where the browser has no locks', { timeout: TIMEOUT_MS }, async () => {
  const openWithoutLocks: OpenPage = (window, globals) =>
    openPage(window, { ...globals, navigator: { onLine: true, userAgent: '', platform: '' } });
  const { finding } = await runStories(openWithoutLocks, 8, (taken) => taken >= STEPS_TO_FIND);
  expect(finding).toMatchObject({ rule: 'oneRefreshAtATime' });
});
