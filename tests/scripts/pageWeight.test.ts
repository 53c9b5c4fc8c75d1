import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { root } from '../support/product';

/*
 * What the sign-in page loads, in bytes as they are sent with gzip, beside an empty page that only imports the mandated
 * libraries, built in the same run. The goal is 1.12 × that page; what is held is what has been reached.
 */

const mandated = ['react', 'react-dom/client', 'xstate', '@xstate/react', 'react-router-dom', 'openapi-fetch'];

type Output = Rolldown.RolldownOutput['output'];
let product: Output;
/** The files of code that the sign-in page loads. */
let loaded: Rolldown.OutputChunk[];
let document: string;

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;
const sum = (chunks: readonly { code: string }[]) => chunks.reduce((bytes, { code }) => bytes + gzipped(code), 0);
const chunksOf = (output: Output) => output.filter((one) => one.type === 'chunk');

async function outputOf(...options: Parameters<typeof build>): Promise<Output> {
  const built = await build(...options);
  if (Array.isArray(built) || !('output' in built)) throw new Error('It was not built once.');
  return built.output;
}

beforeAll(async () => {
  // The tests' own would give React's development build.
  vi.stubEnv('NODE_ENV', 'production');
  product = await outputOf({ root, logLevel: 'error', build: { write: false } });
  const page = product.find(({ fileName }) => fileName === 'login.html');
  document = page?.type === 'asset' ? String(page.source) : '';
  loaded = chunksOf(product).filter(({ fileName }) => document.includes(`/${fileName}"`));
});

/** A page that imports from the libraries what the sign-in page does, and does nothing with it. */
async function emptyPage(): Promise<Rolldown.OutputChunk[]> {
  const names = new Map(mandated.map((name) => [name, new Set<string>()]));
  for (const id of loaded.flatMap(({ moduleIds }) => moduleIds).filter((one) => one.startsWith(`${root}src/`))) {
    const code = await readFile(id, 'utf8');
    for (const [, list = '', from = ''] of code.matchAll(/^import (?!type)[^{;]*\{([^}]*)\} from '([^']+)'/gms)) {
      for (const name of list.split(',').map((one) => one.trim())) {
        if (name !== '' && !name.startsWith('type ')) names.get(from)?.add(name);
      }
    }
  }
  names.set('openapi-fetch', new Set(['default as createClient']));
  const imports = [...names].map(([from, all]) => `import { ${[...all].join(', ')} } from '${from}';`);
  const kept = [...names.values()].flatMap((all) => [...all].map((name) => name.replace('default as ', '')));
  const entry = 'virtual:empty-page';
  return chunksOf(
    await outputOf({
      root,
      configFile: false,
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input: entry } },
      plugins: [
        {
          name: 'empty-page',
          resolveId: (id) => (id === entry ? `${root}src/${entry}` : null),
          load: (id) => (id.endsWith(entry) ? `${imports.join('\n')}\nglobalThis.kept = [${kept.join(', ')}];` : null),
        },
      ],
    }),
  );
}

test('its code is at most 1.18 × that of an empty page with the mandated libraries', async () => {
  const empty = await emptyPage();
  expect(sum(empty)).toBeGreaterThan(80_000);
  const share = sum(loaded) / sum(empty);
  expect(share).toBeLessThanOrEqual(1.18);
});

test('its styles are at most 7 kB', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(document) ?? [];
  expect(gzipped(style)).toBeGreaterThan(3000);
  expect(gzipped(style)).toBeLessThanOrEqual(7000);
  expect(document).not.toContain('rel="stylesheet"');
});

test('it makes at most four requests, the document among them', () => {
  expect(loaded.length).toBeGreaterThan(1);
  expect(1 + loaded.length).toBeLessThanOrEqual(4);
});

test('what other pages are made of is in files of their own', () => {
  const modules = loaded.flatMap(({ moduleIds }) => moduleIds);
  expect(modules).toContainEqual(expect.stringMatching(/LoginScreen/));
  const others =
    /@headlessui|papaparse|valibot|openapi-fetch|AppFrame|LogsPanel|logsTable|sessionMachine|liveChannel|recorder\/(recorder|mask)|src\/messages|startInspector|(?<!Login)Screen\.tsx/;
  expect(modules.filter((id) => others.test(id))).toEqual([]);
});
