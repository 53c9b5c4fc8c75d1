import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { root, run } from '../support/product';

const leftOut = ['.git', '.cache', 'coverage', 'data', 'dist', 'node_modules'];

/**
 * Creates a temporary copy of the project that a file's tests may break.
 * @param options installed: with the packages installed here
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
    /** Runs one of the copy's scripts to the end. */
    async script(name: string, ...args: string[]) {
      const { output, ended } = run([process.execPath, `scripts/${name}.mjs`, ...args], {}, { cwd: copy });
      return { code: await ended, output: output() };
    },
  };
}
