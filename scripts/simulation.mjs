/**
 * `npm run simulation -- --steps 1000000 [--seed N] [--only TEXT]`: tells stories of the simulated world until so many
 * steps are taken, as many at once as there are processors. `--only` looks for violations of whose name or sentence the
 * text is a part.
 */
import './lib/node-version.mjs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { installWhenStale } from './lib/install.mjs';
import { fail, stopwatch } from './lib/project.mjs';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1000000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const wanted = Number(values.steps);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(wanted > 0) || !Number.isInteger(firstSeed))
  fail('Say how many steps: npm run simulation -- --steps 1000000 --seed 1');

await installWhenStale();
const time = stopwatch();
let nextSeed = firstSeed;
let steps = 0;
let finding;

console.log(`Simulation from seed ${firstSeed} on.`);
const progress = setInterval(() => console.log(`${steps} steps, ${time()}`), 30_000);
await Promise.all(Array.from({ length: availableParallelism() }, tellStories));
clearInterval(progress);

if (finding) {
  const file = `simulation-${finding.seed}.json`;
  await writeFile(file, JSON.stringify(finding.report));
  console.log([`\nSeed ${finding.seed}: ${finding.sentence} (${finding.invariant})`, ...finding.story].join('\n'));
  console.log(`\nnpm run simulation -- --seed ${finding.seed} --only ${finding.invariant} tells it again.`);
  console.log(`npm run replay ${file} steps through what all pages recorded.`);
  process.exitCode = 1;
}
console.log(
  `\n${steps} steps, seeds ${firstSeed} to ${nextSeed - 1}, ${time()}: ${finding ? 'a violation' : 'no violation'}`,
);

/** One worker, which is given one seed after the other. Its young objects get room: there are many, and all die young. */
function tellStories() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./lib/simulation-worker.mjs', import.meta.url), {
      workerData: { only: values.only },
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
