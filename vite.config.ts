import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { prerender } from './scripts/lib/prerender';
import { withoutDescriptions } from './scripts/lib/without-descriptions';
import { signedInPages } from './src/signedInPages';

/** The files that hold what more than one page needs, in the order in which one may import another. */
const files = ['start', 'rest', 'shared', 'session', 'section'] as const;

/** The front end. The Content-Security-Policy allows what stands inline in its documents by the hashes in policy.json. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    leaveDescriptionsOut(),
    leaveUnusedPartsOut(),
    prerender(import.meta.dirname),
    precompress(),
  ],
  // What @xstate/react brings for React before 18.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  build: {
    // The oldest browsers that are supported (README).
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // Safari knows modulepreload since 17; before, the page is there a moment later, which is worth no script.
    modulePreload: {
      polyfill: false,
      // Code that is fetched on demand finds the entry's files there.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(index|libraries|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Apart from the product's own code, so that a new version of it leaves them in the browser's cache.
          groups: [
            {
              name: 'libraries',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|xstate|@xstate[\\/]react)[\\/]/,
            },
            ...files.map((file) => ({
              // What its modules import has a place of its own: the inspector needs the stylesheet of the session alone.
              includeDependenciesRecursively: false,
              name: (id: string, chunking: Rolldown.ChunkingContext) => (fileOf(id, chunking) === file ? file : null),
            })),
          ],
        },
      },
    },
  },
});

/** In which file a module goes with others, since each file is a request; null: with the one that needs it, or by itself. */
function fileOf(id: string, chunking: Rolldown.ChunkingContext): (typeof files)[number] | null {
  const roots = rootsOf(id, chunking);
  // All that the first page needs, and all that comes once it is used.
  if (roots.has('index.html')) return 'start';
  if (roots.has('src/rest.ts')) return 'rest';
  const users = signedInPages.filter(({ modules }) => modules.some((module) => roots.has(module)));
  // A stylesheet is a file anyway.
  if (users.length === 0 || id.endsWith('.css')) return null;
  if (![...roots].every((root) => users.some(({ modules }) => modules.includes(root)))) return 'shared';
  if (users.length === 1) return null;
  return users.every(({ isOfSection }) => isOfSection) ? 'section' : 'session';
}

/** The entry, and the modules that are fetched on demand, that bring this one along by what they import and not on demand. */
function rootsOf(id: string, chunking: Rolldown.ChunkingContext): Set<string> {
  const roots = new Set<string>();
  const reached = new Set([id]);
  for (const one of reached) {
    const info = chunking.getModuleInfo(one);
    if (info === null) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(normalizePath(relative(import.meta.dirname, one)));
    for (const importer of info.importers) reached.add(importer);
  }
  return roots;
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

/**
 * The router comes with its warnings to developers, and names its parts for React's developer tools as it is loaded, for
 * which those that nobody uses would stay. About 5 kB of what the first page loads.
 */
function leaveUnusedPartsOut(): Plugin {
  return {
    name: 'leave-unused-parts-out',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/].*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/(?<== )(?=\w+\.(?:createContext|forwardRef|memo)\()/g, '/* @__PURE__ */ '),
        map: null,
      }),
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
