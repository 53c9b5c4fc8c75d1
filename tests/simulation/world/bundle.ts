import { join } from 'node:path';
import { compileFunction, runInNewContext } from 'node:vm';
import { build } from 'vite';
import type { SimulatedPage, SimulatedPageSettings, WriteKind } from '../page/shown';

/** Evaluates the product's code for one page. Its module state and its globals are that page's alone. */
export type OpenPage = (
  globals: Record<string, unknown>,
  settings: SimulatedPageSettings,
) => { simulated: SimulatedPage; writesOf(sentence: string): readonly WriteKind[] };

const root = join(import.meta.dirname, '../../..');

/**
 * Builds the front end below React, with the routes of `page/`, into one function whose parameters are the globals of a
 * page. What Node has and a page is not given is shadowed, so that no page reaches the real clock or network. Run again
 * for every load: it shares nothing but the language between them, and stays compiled.
 */
export async function bundlePage(): Promise<OpenPage> {
  const built = await build({
    configFile: false,
    envFile: false,
    logLevel: 'error',
    root,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(import.meta.dirname, '../page/page.ts'), formats: ['iife'], name: 'product' },
    },
  });
  const [bundle] = [built].flat();
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk === undefined) throw new Error('The page was not built');

  const ofTheLanguage: Set<string> = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)'));
  const ofNode = Object.getOwnPropertyNames(globalThis).filter((name) => !ofTheLanguage.has(name));
  const given = ['window', 'self', 'document', 'localStorage', 'location', 'navigator', 'WebSocket', 'Date', 'console'];
  const names = [...new Set([...ofNode, ...given, 'globalThis'])].filter((name) => /^[\w$]+$/.test(name));
  const run = compileFunction(`${chunk.code}\nreturn product;`, names, { filename: 'page.js' });

  return (globals, settings) => {
    const { openPage, writesOf } = run(...names.map((name) => globals[name]));
    return { simulated: openPage(settings), writesOf };
  };
}
