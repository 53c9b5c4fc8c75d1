import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import * as v from 'valibot';
import { build } from 'vite';

import { type Group, median, type Row, row } from './run';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A slow phone on a slow line. */
const slowness = { cpu: 4, latencyMilliseconds: 150, bitsPerSecond: 1_600_000 };
/** How often each page is opened; the median counts. */
const times = 5;
/** Shares of what the other pages take in the same run, since machines differ. */
const budgets = { paintOfNoFramework: 0.8, blockingOfReact: 1, requests: 4 };

/** One page load, in milliseconds, with its number of requests. */
interface Opening {
  firstPaint: number;
  largestPaint: number;
  /** Task time beyond 50 ms each. */
  blocking: number;
  requests: number;
}

/**
 * Opens the sign-in page of the built product, the same page without a framework, and with React alone, by turns, each in a
 * browser that has nothing of it yet.
 */
export const measurePages: Group = async ({ started, chromium: options, uses }) => {
  // Inside the repository, so that packages resolve.
  const beside = join(root, '.cache/bench-pages');
  started.add(() => rm(beside, { recursive: true, force: true }));
  await buildBeside(beside);
  const server = await serve([join(root, 'dist'), beside]);
  started.add(server.close);
  const browser = await chromium.launch(options);
  started.add(() => browser.close());
  uses(`Chromium ${browser.version()}`);
  const openings = { vigil: [] as Opening[], plain: [] as Opening[], react: [] as Opening[] };
  for (let time = 0; time < times; time += 1) {
    openings.plain.push(await open(browser, `${server.url}/plain.html`));
    openings.vigil.push(await open(browser, `${server.url}/login`));
    openings.react.push(await open(browser, `${server.url}/react.html`));
  }
  return rowsOf(medianOf(openings.vigil), medianOf(openings.plain), medianOf(openings.react));
};

function rowsOf(vigil: Opening, plain: Opening, react: Opening): Row[] {
  const paint = (what: string, key: 'firstPaint' | 'largestPaint') => [
    row(`sign-in page, ${what}`, vigil[key], 'ms', { atMost: budgets.paintOfNoFramework * plain[key] }),
    row(`without a framework, ${what}`, plain[key], 'ms'),
    row(`React alone, ${what}`, react[key], 'ms'),
  ];
  return [
    ...paint('first contentful paint', 'firstPaint'),
    ...paint('largest contentful paint', 'largestPaint'),
    row('sign-in page, blocking time', vigil.blocking, 'ms', { atMost: budgets.blockingOfReact * react.blocking }),
    row('React alone, blocking time', react.blocking, 'ms'),
    row('sign-in page, requests', vigil.requests, '', { atMost: budgets.requests }),
  ];
}

const medianOf = (openings: Opening[]): Opening => ({
  firstPaint: median(openings.map(({ firstPaint }) => firstPaint)),
  largestPaint: median(openings.map(({ largestPaint }) => largestPaint)),
  blocking: median(openings.map(({ blocking }) => blocking)),
  requests: median(openings.map(({ requests }) => requests)),
});

async function open(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowness.latencyMilliseconds,
    downloadThroughput: slowness.bitsPerSecond / 8,
    uploadThroughput: slowness.bitsPerSecond / 8,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
  let requests = 0;
  page.on('request', (request) => {
    // The favicon delays nobody.
    if (request.resourceType() !== 'other') requests += 1;
  });
  await page.addInitScript(watchPaints);
  await page.goto(url, { waitUntil: 'networkidle' });
  // A busy machine may paint later than the network rests.
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
  const { firstPaint, largest, blocking } = v.parse(seenSchema, await page.evaluate(readPaints));
  await context.close();
  return { firstPaint, largestPaint: largest, blocking, requests };
}

/* Types that exist only in the browser. */

const watchPaints = `
  window.seen = { largest: 0, blocking: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.blocking += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });`;
const readPaints = `({
  ...window.seen,
  firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
})`;
const seenSchema = v.object({ firstPaint: v.number(), largest: v.number(), blocking: v.number() });

/**
 * The sign-in page as it would be written by hand, with its markup in the document, and a stylesheet and a script
 * beside it; and one that React renders, without anything else of the product.
 */
async function buildBeside(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const page = await readFile(join(root, 'dist/login.html'), 'utf8');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const [, markup = ''] = /<div id="root"[^>]*>(.*)<\/div><script>/s.exec(page) ?? [];
  if (style === '' || markup === '') throw new Error('dist/login.html is not as the build writes it.');
  const documentWith = (body: string, script: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/plain.css">
    <script type="module" src="${script}"></script></head><body>${body}</body></html>`;
  await writeFile(join(folder, 'assets/plain.css'), style);
  await writeFile(
    join(folder, 'assets/plain.js'),
    `const form = document.querySelector('form');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      const answer = await fetch('/account/login/teacher/', { method: 'POST', body });
      if (answer.ok) location.assign('/dashboard');
      else form.querySelector('[role=alert]').textContent = (await answer.json()).detail;
    });`,
  );
  await writeFile(join(folder, 'plain.html'), documentWith(markup, '/assets/plain.js'));
  await writeFile(
    join(folder, 'react.jsx'),
    `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    function SignIn() {
      const [problem, setProblem] = useState('');
      return (
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 p-6">
          <h1 className="text-xl font-semibold">Sign in</h1>
          <form onSubmit={(event) => { event.preventDefault(); setProblem('Not this one.'); }}>
            <label>Email <input name="email" type="email" /></label>
            <label>Password <input name="password" type="password" /></label>
            <p role="alert">{problem}</p>
            <button type="submit">Sign in</button>
          </form>
        </main>
      );
    }
    createRoot(document.getElementById('root')).render(<SignIn />);`,
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: join(folder, 'assets'),
      emptyOutDir: false,
      rolldownOptions: { input: join(folder, 'react.jsx'), output: { entryFileNames: 'react.js' } },
    },
  });
  await writeFile(join(folder, 'react.html'), documentWith('<div id="root"></div>', '/assets/react.js'));
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the files of these folders, compressed beforehand, as the product's server does. */
async function serve(folders: string[]) {
  const compressed = new Map<string, Buffer>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (extname(file) in types) compressed.set(file, brotliCompressSync(await readFile(file)));
    }
  }
  const server = createServer((request, response) => {
    const { pathname: asked } = new URL(request.url ?? '', 'http://localhost');
    const pathname = asked === '/login' ? '/login.html' : asked;
    const file = folders.map((folder) => join(folder, pathname)).find((one) => compressed.has(one));
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)], 'Content-Encoding': 'br' });
    response.end(compressed.get(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://localhost:${address.port}`, close: () => void server.close() };
}
