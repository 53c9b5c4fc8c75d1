import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { prerender } from './scripts/lib/prerender';
import { withoutDescriptions } from './scripts/lib/without-descriptions';

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

const source = (file: string) => join(import.meta.dirname, 'src', file);
const screens = (...names: string[]) => names.map((name) => source(`screens/${name}.tsx`));
const rest = source('rest.ts');
/** What every signed-in page is made of. */
const session = [source('system/sessionSystem.ts'), ...screens('parts/AppFrame')];
const outOfSections = screens('DashboardScreen', 'ChangePasswordScreen');
const aroundSection = screens('SectionLayout');
const inSection = screens('SectionScreen', 'AddStudentsScreen', 'DetectionLogsScreen', 'LessonScreen');
const signedIn = [...session, ...outOfSections, ...aroundSection, ...inSection];

/** In which file a module goes with others, since each file is a request; null: with the one that needs it, or by itself. */
function fileOf(id: string, chunking: Rolldown.ChunkingContext): (typeof files)[number] | null {
  const { isOfEntry, roots } = rootsOf(id, chunking);
  const isOf = (some: readonly string[]) => some.some((root) => roots.has(root));
  // All that the first page needs, and all that comes once it is used.
  if (isOfEntry) return 'start';
  if (isOf([rest])) return 'rest';
  // A stylesheet is a file anyway.
  if (!isOf(signedIn) || id.endsWith('.css')) return null;
  if (![...roots].every((root) => signedIn.includes(root))) return 'shared';
  if (isOf(session) || (isOf(outOfSections) && roots.size > 1)) return 'session';
  return isOf(aroundSection) || roots.size > 1 ? 'section' : null;
}

/** The modules that are fetched on demand and bring this one along, by what they import and not on demand. */
function rootsOf(id: string, chunking: Rolldown.ChunkingContext) {
  const roots = new Set<string>();
  let isOfEntry = false;
  const reached = new Set([id]);
  for (const one of reached) {
    const info = chunking.getModuleInfo(one);
    if (info === null) continue;
    isOfEntry ||= info.isEntry;
    if (info.dynamicImporters.length > 0) roots.add(one);
    for (const importer of info.importers) reached.add(importer);
  }
  return { isOfEntry, roots };
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
