import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { stopwatch } from './project.mjs';

/**
 * Tells stories of the simulated world, on every processor, until one breaks a rule.
 *
 * @param wanted steps in all
 * @returns whether all rules held
 */
export async function tellSimulation(wanted, firstSeed) {
  const time = stopwatch();
  let nextSeed = firstSeed;
  let steps = 0;
  let finding;

  console.log(`Simulation from seed ${firstSeed} on.`);
  const progress = setInterval(() => console.log(`${steps} steps, ${time()}`), 30_000);
  await Promise.all(Array.from({ length: availableParallelism() }, tellStories));
  clearInterval(progress);
  if (finding) console.log(`\n${finding}`);
  console.log(`\n${steps} steps, seeds ${firstSeed} to ${nextSeed - 1}, ${time()}: ${finding ? 'a' : 'no'} violation`);
  return finding === undefined;

  /** One worker, which gets one seed after the other. Its young objects get room: there are many, and most die young. */
  function tellStories() {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./simulation-worker.mjs', import.meta.url), {
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      });
      const next = () => {
        if (finding === undefined && steps < wanted) worker.postMessage(nextSeed++);
        else void worker.terminate();
      };
      worker.on('message', (told) => {
        steps += told.steps;
        finding ??= told.finding;
        next();
      });
      worker.once('error', reject);
      worker.once('exit', resolve);
      next();
    });
  }
}
