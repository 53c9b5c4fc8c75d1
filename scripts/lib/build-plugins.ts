import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { withoutDescriptions } from './without-descriptions.ts';

/** Removes the states' descriptions, which are for the charts' documents. */
export function leaveDescriptionsOut(): Plugin {
  return {
    name: 'leave-descriptions-out',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]machines[\\/].*\.ts$/ },
      handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
    },
  };
}

/** Writes a `.br` and a `.gz` twin beside every larger file, at the strongest setting, so that the server compresses nothing. */
export function precompress(): Plugin {
  const compressible = /\.(bin|css|html|ico|js|json|map|svg|txt|wasm|webmanifest|xml)$/;
  const smallestBytes = 1024;

  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        for (const entry of entries.filter((one) => one.isFile() && compressible.test(one.name))) {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          if (content.length < smallestBytes) continue;
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }
      },
    },
  };
}
