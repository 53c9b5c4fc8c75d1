/** Runs the stories of the given seeds; see `scripts/simulation.mjs`. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { root } from './project.mjs';

const { simulate, bundlePage } = (await runnerImport(join(root, 'tests/simulation/simulate.ts'))).module;
const openPage = await bundlePage();
const { only } = workerData;

parentPort.on('message', async (seed) => {
  let steps = 0;
  const finding = await simulate({
    seed,
    openPage,
    only: only && ((invariant, sentence) => `${invariant}: ${sentence}`.includes(only)),
    count: () => {
      steps += 1;
    },
  });
  parentPort.postMessage({ steps, finding });
});
