import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { root } from '../support/product';

/*
 * Page weight in gzipped bytes: the sign-in page compared with an empty page that imports the mandated libraries, built
 * in the same run.
 */

const mandated = ['react', 'react-dom/client', 'xstate', '@xstate/react', 'react-router-dom', 'openapi-fetch'];

type Output = Rolldown.RolldownOutput['output'];
let product: Output;

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;
const sum = (chunks: readonly { code: string }[]) => chunks.reduce((bytes, { code }) => bytes + gzipped(code), 0);
const chunksOf = (output: Output) => output.filter((one) => one.type === 'chunk');

async function outputOf(...options: Parameters<typeof build>): Promise<Output> {
  const built = await build(...options);
  if (Array.isArray(built) || !('output' in built)) throw new Error('It was not built once.');
  return built.output;
}

const documentOf = (name: string): string => {
  const page = product.find(({ fileName }) => fileName === `${name}.html`);
  if (page?.type !== 'asset') throw new Error(`There is no document of ${name}.`);
  return String(page.source);
};
/** Returns the chunks that a page's document loads. */
const chunksIn = (name: string) => {
  const document = documentOf(name);
  return chunksOf(product).filter(({ fileName }) => document.includes(`/${fileName}"`));
};

beforeAll(async () => {
  // The test runner's NODE_ENV would produce React's development build.
  vi.stubEnv('NODE_ENV', 'production');
  product = await outputOf({ root, logLevel: 'error', build: { write: false } });
});

/** Builds a page with the sign-in page's library imports, unused. */
async function emptyPage(): Promise<Rolldown.OutputChunk[]> {
  const names = new Map(mandated.map((name) => [name, new Set<string>()]));
  const modules = chunksIn('login').flatMap(({ moduleIds }) => moduleIds);
  for (const id of modules.filter((one) => one.startsWith(`${root}src/`))) {
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

test('the JavaScript of the sign-in page is at most 1.35 × that of an empty page with the mandated libraries', async () => {
  const empty = await emptyPage();
  expect(sum(empty)).toBeGreaterThan(80_000);
  const share = sum(chunksIn('login')) / sum(empty);
  expect(share).toBeLessThanOrEqual(1.35);
});

test('the styles are in every document, and at most 14 kB', () => {
  for (const name of ['login', 'register', 'dashboard', 'index']) {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(documentOf(name)) ?? [];
    expect(gzipped(style)).toBeGreaterThan(3000);
    expect(gzipped(style)).toBeLessThanOrEqual(14_000);
    expect(documentOf(name)).not.toContain('rel="stylesheet"');
  }
});

test.each(['register', 'resetPassword', 'dashboard', 'section', 'detectionLogs'])(
  'the document of %s preloads all that its page imports',
  (name) => {
    const chunks = chunksIn(name);
    const files = chunks.map(({ fileName }) => fileName);
    expect(chunks.flatMap(({ imports }) => imports).filter((file) => !files.includes(file))).toEqual([]);
  },
);

test('the public pages load nothing that only the signed-in ones show', () => {
  const shown = /@headlessui|papaparse|AppFrame|LogsPanel|startInspector|Dashboard|SectionScreen/;
  for (const name of ['login', 'register', 'verifyOtp', 'forgotPassword', 'resetPassword', 'howDetectionWorks']) {
    const modules = chunksIn(name).flatMap(({ moduleIds }) => moduleIds);
    expect(modules).toContainEqual(expect.stringMatching(/LoginScreen/));
    expect(modules.filter((id) => shown.test(id))).toEqual([]);
  }
});

test('the students’ page is at most 60 kB before they agree, in any language, and its detector at most 1 MB', async () => {
  const output = await outputOf({
    configFile: `${root}student/vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  });
  const weightOf = (one: Output[number]) => gzipped(one.type === 'chunk' ? one.code : String(one.source));
  const sumOf = (parts: Output[number][]) => parts.reduce((bytes, one) => bytes + weightOf(one), 0);
  const isDetector = /watcher|blazeface|\.wasm$/;
  const isLanguage = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.some((id) => /languages\/student\/\w+\.ts$/.test(id));
  const catalogues = chunksOf(output).filter(isLanguage);
  expect(catalogues).toHaveLength(7);
  const largest = catalogues.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, 1);
  const entry = chunksOf(output).filter((one) => one.isEntry && !isDetector.test(one.fileName));
  // What is imported at once would need to be counted.
  expect(entry.map(({ imports }) => imports)).toEqual([[]]);
  const page = sumOf([...entry, ...largest, ...output.filter(({ fileName }) => /\.(html|css)$/.test(fileName))]);
  const detector = output
    .filter(({ fileName }) => isDetector.test(fileName))
    .reduce((bytes, one) => bytes + gzipSync(one.type === 'chunk' ? one.code : one.source, { level: 9 }).length, 0);
  expect(page).toBeGreaterThan(20_000);
  expect(page).toBeLessThanOrEqual(60_000);
  expect(detector).toBeGreaterThan(400_000);
  expect(detector).toBeLessThanOrEqual(1_000_000);
});
