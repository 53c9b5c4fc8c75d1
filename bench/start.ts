import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from './databases';
import { startByNpm } from './processes';
import { type Group, median, row } from './run';

const rounds = 5;

/**
 * Measures `npm start` from the command to the sign-in page and to the first API answer: in a fresh clone with an empty
 * folder, then built with an existing folder.
 */
export const measureStart: Group = async ({ started }) => {
  const clone = newFolder(started);
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, clone]);
  const settings = { DATA_DIR: newFolder(started) };

  const measure = async () => {
    const begin = performance.now();
    const product = await startByNpm(started, clone, settings);
    while (!(await isServed(`${product.url}/login`))) await pause(5);
    const served = performance.now() - begin;
    while (!(await isServed(`${product.url}/ready`))) await pause(5);
    const ready = performance.now() - begin;
    await product.stop();
    return { served, ready };
  };

  const fresh = await measure();
  const built: (typeof fresh)[] = [];
  while (built.length < rounds) built.push(await measure());
  // Deletes many files; do it now rather than at the end.
  rmSync(clone, { recursive: true, force: true });
  return [
    row('npm start in a fresh clone, npm’s cache warm', fresh.served / 1000, 's'),
    row('and until calls are answered', fresh.ready / 1000, 's'),
    row(`npm start when built, median of ${rounds}`, median(built.map(({ served }) => served)), 'ms', { atMost: 2000 }),
    row('and until calls are answered', median(built.map(({ ready }) => ready)), 'ms'),
  ];
};

async function isServed(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { Accept: 'text/html' } });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
