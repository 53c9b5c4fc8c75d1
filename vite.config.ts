import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { prerender } from './scripts/lib/prerender';
import { withoutDescriptions } from './scripts/lib/without-descriptions';

/** The front end. The Content-Security-Policy allows what stands inline in its documents by the hashes in policy.json. */
export default defineConfig({
  plugins: [react(), tailwindcss(), leaveDescriptionsOut(), prerender(import.meta.dirname), precompress()],
  build: {
    // The oldest browsers that are supported (README).
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // Safari knows modulepreload since 17; before, the page is there a moment later, which is worth no script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Apart from the product's own code, so that a new version of it leaves them in the browser's cache.
          groups: [
            {
              name: 'libraries',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|xstate|@xstate[\\/]react)[\\/]/,
            },
            // Everything else that the first page needs, in one file: each of them would be a request.
            { name: (id, chunking) => (isImportedBy(isEntry, id, chunking) ? 'start' : null) },
            // And everything that comes once the page is used.
            { name: (id, chunking) => (isImportedBy(isRest, id, chunking) ? 'rest' : null) },
          ],
        },
      },
    },
  },
});

type Test = (module: Rolldown.ModuleInfo) => boolean;
const isEntry: Test = ({ isEntry }) => isEntry;
const isRest: Test = ({ id }) => id === join(import.meta.dirname, 'src/rest.ts');

/** Whether a module is one or is imported by it, or by what that imports, and not on demand. */
function isImportedBy(isIt: Test, id: string, chunking: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = chunking.getModuleInfo(id);
  if (info === null) return false;
  return isIt(info) || info.importers.some((importer) => isImportedBy(isIt, importer, chunking, seen));
}

/** What the charts' pages say of states stands in the machines, and is nothing that a browser should load. */
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

/** Writes a `.br` and a `.gz` twin beside every built file worth it, at their strongest, so that the server compresses nothing. */
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
