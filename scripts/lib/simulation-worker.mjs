/** Tells the stories of the given seeds; see `scripts/simulation.mjs`. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { root } from './project.mjs';

const { bundlePage, inWords, tellStory } = (await runnerImport(join(root, 'tests/simulation/simulate.ts'))).module;
const openPage = await bundlePage();

parentPort.on('message', async (seed) => {
  const { steps, finding } = await tellStory(openPage, seed);
  parentPort.postMessage({ steps, finding: finding && inWords(finding) });
});
