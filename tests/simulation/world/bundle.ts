import { join } from 'node:path';
import { compileFunction, runInNewContext } from 'node:vm';
import { GlobalWindow } from 'happy-dom';
import { build } from 'vite';
import type { PageWindow } from './tab';

/** Runs the product in a window. Its module state is that page's alone. */
export type OpenPage = (window: PageWindow, globals: Record<string, unknown>) => void;

const root = join(import.meta.dirname, '../../..');

/** A mistake in a file of the product, put in before it is built. */
export interface Mistake {
  file: string;
  right: string;
  wrong: string;
}

/**
 * Builds the front end, from `main.tsx` on, into one function whose parameters are the globals of a page. What Node has
 * and a page is not given is shadowed, so that no page reaches the real clock or network. The function is compiled once
 * and called again for every load.
 * @throws if no file of the page has what the mistake replaces
 */
export async function bundlePage(mistake?: Mistake): Promise<OpenPage> {
  let isPlanted = mistake === undefined;
  const built = await build({
    configFile: false,
    envFile: false,
    logLevel: 'error',
    root,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      { name: 'no styles', enforce: 'pre', load: (id) => (id.endsWith('.css') ? '' : null) },
      {
        name: 'mistake',
        enforce: 'pre',
        transform(code, id) {
          if (mistake === undefined || !id.endsWith(mistake.file)) return null;
          if (!code.includes(mistake.right)) return null;
          isPlanted = true;
          return code.replace(mistake.right, mistake.wrong);
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(root, 'src/main.tsx'), formats: ['iife'], name: 'product' },
    },
  });
  if (!isPlanted) throw new Error(`No file of the page ends in ${mistake?.file} and has ${mistake?.right}`);
  const [bundle] = [built].flat();
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk === undefined) throw new Error('The page was not built');

  const ofTheLanguage: Set<string> = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)'));
  const sample = new GlobalWindow();
  const known = [...Object.getOwnPropertyNames(globalThis), ...Object.getOwnPropertyNames(sample)];
  const ofPages = known.filter((name) => /^[\w$]+$/.test(name) && !ofTheLanguage.has(name));
  const names = [...new Set([...ofPages, 'Date', 'Math', 'console', 'globalThis'])];
  const run = compileFunction(chunk.code, names, { filename: 'page.js' });

  return (window, globals) => {
    run(...names.map((name) => (name in globals ? globals[name] : Reflect.get(window, name))));
  };
}
