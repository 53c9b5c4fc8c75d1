import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { prerender } from './scripts/lib/prerender';
import { withoutDescriptions } from './scripts/lib/without-descriptions';

/** Builds the front end. */
export default defineConfig({
  plugins: [react(), tailwindcss(), leaveDescriptionsOut(), prerender(import.meta.dirname), precompress()],
  // @xstate/react brings a shim for React before 18.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  build: {
    // The oldest browsers that are supported (README).
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // Only Safari 16.4 lacks modulepreload; its pages load a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A chunk of their own, which browsers keep in their cache across versions of the product.
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|xstate|@xstate[\\/]react)[\\/]/,
            },
            { name: 'start', tags: ['$initial'] },
            // One request for what several pages share, instead of one for each module.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** Removes the states' descriptions, which are for the charts' documents. */
function leaveDescriptionsOut(): Plugin {
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
function precompress(): Plugin {
  const compressible = /\.(css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/;
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
