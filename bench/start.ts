import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from './databases';
import { startByNpm } from './processes';
import { type Group, median, row } from './run';

const rounds = 5;

/**
 * `npm start`, from the command to the answer of the sign-in page: in a fresh clone of what is committed, on an empty
 * folder, and then built, on a folder that is there.
 */
export const measureStart: Group = async ({ started }) => {
  const clone = newFolder(started);
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, clone]);
  const settings = { DATA_DIR: newFolder(started) };

  const untilServed = async () => {
    const begin = performance.now();
    const product = await startByNpm(started, clone, settings);
    while (!(await isServed(product.url))) await pause(5);
    const milliseconds = performance.now() - begin;
    await product.stop();
    return milliseconds;
  };

  const fresh = await untilServed();
  const built: number[] = [];
  while (built.length < rounds) built.push(await untilServed());
  // Many files: not to be left to the end.
  rmSync(clone, { recursive: true, force: true });
  return [
    row('npm start in a fresh clone, npm’s cache warm', fresh / 1000, 's', { atMost: 20 }),
    row(`npm start when built, median of ${rounds}`, median(built), 'ms', { atMost: 1000 }),
  ];
};

async function isServed(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/login`, { headers: { Accept: 'text/html' } });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
