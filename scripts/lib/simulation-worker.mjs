/** Runs the story of each seed that it is sent; see `simulation.mjs`. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { root } from './project.mjs';

const { bundlePage, inWords, runStory } = (await runnerImport(join(root, 'tests/simulation/simulate.ts'))).module;
const openPage = await bundlePage();

parentPort.on('message', async (seed) => {
  const { steps, finding } = await runStory(openPage, seed);
  parentPort.postMessage({ steps, finding: finding && inWords(finding) });
});
