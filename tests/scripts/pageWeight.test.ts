import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { root } from '../support/product';

/*
 * Page weight in gzipped bytes: the sign-in page compared with an empty page that imports the mandated libraries, built
 * in the same run, and the signed-in pages compared with the sign-in page.
 */

const mandated = ['react', 'react-dom/client', 'xstate', '@xstate/react', 'react-router-dom', 'openapi-fetch'];

type Output = Rolldown.RolldownOutput['output'];
let product: Output;
/** Scripts of the sign-in page. */
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

const documentOf = (name: string): string => {
  const page = product.find(({ fileName }) => fileName === `${name}.html`);
  if (page?.type !== 'asset') throw new Error(`There is no document of ${name}.`);
  return String(page.source);
};
/** Returns the scripts a document references. */
const namedIn = (page: string) => chunksOf(product).filter(({ fileName }) => page.includes(`/${fileName}"`));

beforeAll(async () => {
  // The test runner's NODE_ENV would produce React's development build.
  vi.stubEnv('NODE_ENV', 'production');
  product = await outputOf({ root, logLevel: 'error', build: { write: false } });
  document = documentOf('login');
  loaded = namedIn(document);
});

/** Builds a page with the sign-in page's library imports, unused. */
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

test('the JavaScript of the sign-in page is at most 1.35 × that of an empty page with the mandated libraries', async () => {
  const empty = await emptyPage();
  expect(sum(empty)).toBeGreaterThan(80_000);
  const share = sum(loaded) / sum(empty);
  expect(share).toBeLessThanOrEqual(1.35);
});

test('the styles of the sign-in page are at most 7 kB', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(document) ?? [];
  expect(gzipped(style)).toBeGreaterThan(3000);
  expect(gzipped(style)).toBeLessThanOrEqual(7000);
  expect(document).not.toContain('rel="stylesheet"');
});

test('the sign-in page makes at most four requests, the document among them', () => {
  expect(loaded.length).toBeGreaterThan(1);
  expect(1 + loaded.length).toBeLessThanOrEqual(4);
});

const pages = [
  { name: 'dashboard', files: 7, kB: 80 },
  { name: 'changePassword', files: 7, kB: 80 },
  { name: 'section', files: 8, kB: 105 },
  { name: 'addStudents', files: 8, kB: 105 },
  { name: 'detectionLogs', files: 8, kB: 105 },
  { name: 'lesson', files: 8, kB: 105 },
];

test.each(pages)(
  '$name is made of $files files of code at most, one of styles, and $kB kB more than the sign-in page',
  ({ name, files, kB }) => {
    const page = documentOf(name);
    const named = namedIn(page);
    expect(named.length).toBeLessThanOrEqual(files);
    expect(page.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(sum(named) - sum(loaded)).toBeLessThanOrEqual(kB * 1000);
    // Their imports are listed too, so that nothing is discovered file by file.
    const names = named.map(({ fileName }) => fileName);
    expect(named.flatMap(({ imports }) => imports).filter((file) => !names.includes(file))).toEqual([]);
  },
);

test('a public page loads nothing of the signed-in ones', () => {
  for (const name of ['register', 'verifyOtp', 'forgotPassword', 'resetPassword']) {
    const page = documentOf(name);
    expect(page).not.toContain('rel="stylesheet"');
    const modules = namedIn(page).flatMap(({ moduleIds }) => moduleIds);
    expect(
      modules.filter((id) => /src\/(messages|complete|rest)\.|sessionMachine|AppFrame|@headlessui/.test(id)),
    ).toEqual([]);
  }
});

test('the inspector has the styles of the signed-in pages but none of their code', () => {
  const chunks = chunksOf(product);
  const screen = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith('InspectScreen.tsx')));
  const needed = new Set(screen);
  for (const { imports } of needed) {
    for (const one of chunks) if (imports.includes(one.fileName)) needed.add(one);
  }
  expect(screen.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])).toHaveLength(1);
  expect([...needed].flatMap(({ moduleIds }) => moduleIds).filter((id) => /sessionMachine|AppFrame/.test(id))).toEqual(
    [],
  );
});

test('no files import each other', () => {
  let left = chunksOf(product);
  const areFree = ({ imports }: Rolldown.OutputChunk) => !left.some(({ fileName }) => imports.includes(fileName));
  while (left.some(areFree)) left = left.filter((file) => !areFree(file));
  expect(left.map(({ fileName }) => fileName)).toEqual([]);
});

test('all pages but the sign-in page have their own chunks', () => {
  const modules = loaded.flatMap(({ moduleIds }) => moduleIds);
  expect(modules).toContainEqual(expect.stringMatching(/LoginScreen/));
  const others =
    /@headlessui|papaparse|valibot|openapi-fetch|AppFrame|LogsPanel|logsTable|sessionMachine|liveChannel|recorder\/(recorder|mask)|src\/messages|startInspector|(?<!Login)Screen\.tsx/;
  expect(modules.filter((id) => others.test(id))).toEqual([]);
});
