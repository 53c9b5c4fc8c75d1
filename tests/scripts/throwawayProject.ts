import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { root, run } from '../support/product';

const leftOut = ['.git', '.cache', 'coverage', 'data', 'dist', 'node_modules'];

/**
 * Gives the tests of a file one throwaway copy of the project to spoil.
 * @param options installed: with the packages that are installed here
 */
export function throwawayProject({ installed = true } = {}) {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'vigil-'));
    await cp(root, copy, { recursive: true, filter: (path) => !leftOut.includes(basename(path)) });
    if (!installed) return;
    for (const packages of ['node_modules', 'server/node_modules']) {
      await symlink(join(root, packages), join(copy, packages));
    }
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  return {
    path: (file: string) => join(copy, file),
    /** Runs one of the copy's scripts to its end. */
    async script(name: string, ...args: string[]) {
      const { output, ended } = run([process.execPath, `scripts/${name}.mjs`, ...args], {}, { cwd: copy });
      return { code: await ended, output: output() };
    },
  };
}
