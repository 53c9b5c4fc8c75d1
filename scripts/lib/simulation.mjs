import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { stopwatch } from './project.mjs';

/**
 * Runs stories of the simulated world on every processor until one breaks a rule.
 *
 * @param wanted number of steps in total
 * @returns whether all rules held
 */
export async function runSimulation(wanted, firstSeed) {
  const time = stopwatch();
  let nextSeed = firstSeed;
  let steps = 0;
  let finding;

  console.log(`Simulating from seed ${firstSeed}.`);
  const progress = setInterval(() => console.log(`${steps} steps, ${time()}`), 30_000);
  await Promise.all(Array.from({ length: availableParallelism() }, runWorker));
  clearInterval(progress);
  if (finding) console.log(`\n${finding}`);
  console.log(`\n${steps} steps, seeds ${firstSeed} to ${nextSeed - 1}, ${time()}: ${finding ? 'a' : 'no'} violation`);
  return finding === undefined;

  /** Feeds seeds to one worker. A large young generation suits its many short-lived objects. */
  function runWorker() {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./simulation-worker.mjs', import.meta.url), {
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      });
      const next = () => {
        if (finding === undefined && steps < wanted) worker.postMessage(nextSeed++);
        else void worker.terminate();
      };
      worker.on('message', (result) => {
        steps += result.steps;
        finding ??= result.finding;
        next();
      });
      worker.once('error', reject);
      worker.once('exit', resolve);
      next();
    });
  }
}
