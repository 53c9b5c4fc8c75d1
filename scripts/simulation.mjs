/**
 * `npm run simulation -- [--steps N] [--seed N]`: tells stories of the simulated world until that many steps are taken,
 * on every processor.
 */
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { installWhenStale } from './lib/install.mjs';
import { fail } from './lib/project.mjs';
import { tellSimulation } from './lib/simulation.mjs';

const { values } = parseArgs({ options: { steps: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const wanted = Number(values.steps);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(wanted > 0) || !Number.isInteger(firstSeed))
  fail('Say how many steps: npm run simulation -- --steps 20000 --seed 1');

await installWhenStale();
if (!(await tellSimulation(wanted, firstSeed))) process.exitCode = 1;
