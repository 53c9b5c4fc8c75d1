import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './project.mjs';

const read = (file) => {
  try {
    return readFileSync(join(root, file));
  } catch {
    return undefined;
  }
};

const hashOf = (text) => createHash('sha256').update(text).digest('base64');

/** Returns the files that git knows or would add, with a hash of what each contains, and one of its imports. Undefined outside a repository. */
export async function hashFiles() {
  const { ok, output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
  if (!ok) return undefined;
  const hashes = new Map();
  for (const file of output.split('\n')) {
    const text = read(file);
    if (text === undefined) continue;
    const imports = text.toString().match(/^.*\b(import|from)\b.*$/gm) ?? [];
    hashes.set(file, { contents: hashOf(text), imports: hashOf(imports.join('\n')) });
  }
  return hashes;
}

/**
 * Reads what was kept under a name by the last run on this machine.
 *
 * @param {string} name
 * @returns {{ value: any, keep: (value: any) => void }} `value`: an empty object if nothing was kept
 */
export function kept(name) {
  const file = `.cache/${name}.json`;
  return {
    value: JSON.parse(read(file)?.toString() ?? '{}'),
    keep(value) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), JSON.stringify(value));
    },
  };
}
