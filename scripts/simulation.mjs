/**
 * `npm run simulation -- [--steps N] [--seed N]`: runs stories of the simulated world on every processor until they have
 * taken that many steps.
 */
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { installWhenStale } from './lib/install.mjs';
import { fail } from './lib/project.mjs';
import { runSimulation } from './lib/simulation.mjs';

const { values } = parseArgs({ options: { steps: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const wanted = Number(values.steps);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(wanted > 0) || !Number.isInteger(firstSeed))
  fail('Steps and seed must be whole numbers: npm run simulation -- --steps 20000 --seed 1');

await installWhenStale();
if (!(await runSimulation(wanted, firstSeed))) process.exitCode = 1;
