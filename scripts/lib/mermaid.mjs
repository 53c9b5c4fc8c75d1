/** Checks Mermaid texts, and draws them in an installed Chromium. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { findChromium } from './chromium.mjs';
import { root } from './project.mjs';

/** Light, in the product's colours, and in fonts that every system has in the same widths. */
const settings = {
  startOnLoad: false,
  theme: 'base',
  htmlLabels: false,
  fontFamily: 'Arial, Helvetica, "Liberation Sans", sans-serif',
  deterministicIds: true,
  // Mermaid's own layout lets labels and arrows of nested states lie upon each other.
  layout: 'elk',
  elk: { cycleBreakingStrategy: 'MODEL_ORDER', considerModelOrder: 'NODES_AND_EDGES' },
  themeVariables: {
    background: '#ffffff',
    fontSize: '14px',
    lineColor: '#4b4a60',
    primaryColor: '#eef2ff',
    primaryBorderColor: '#6366c8',
    primaryTextColor: '#1c1b2e',
    mainBkg: '#eef2ff',
    compositeBackground: '#ffffff',
    compositeTitleBackground: '#e0e4fb',
    compositeBorder: '#8b8fd6',
    altBackground: '#ffffff',
  },
  themeCSS: 'svg { background: #ffffff } .edgeLabel rect { fill: #ffffff; opacity: 1 }',
};

/** The first line of a drawing: a drawing of another text, or drawn otherwise, has another one. */
export const headerOf = (text) =>
  `<!-- Drawn by \`npm run charts\` from ${createHash('sha256')
    .update(JSON.stringify([text, settings]))
    .digest('hex')} -->\n`;

/**
 * @param {Record<string, string>} texts by name
 * @returns {Promise<string[]>} what is wrong with them
 */
export async function mistakesIn(texts) {
  // Mermaid's parser looks for a page as soon as it is loaded.
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  const { default: mermaid } = await import('mermaid');
  const mistakes = [];
  for (const [name, text] of Object.entries(texts)) {
    await mermaid.parse(text).catch((error) => mistakes.push(`${name}: ${error.message}`));
  }
  return mistakes;
}

const page = 'http://drawings.test/';
const layout = join(root, 'node_modules/@mermaid-js/layout-elk/dist');

/**
 * Draws each text.
 *
 * @param {Record<string, string>} texts by name
 * @returns {Promise<Record<string, string>>} SVG files, by name
 */
export async function draw(texts) {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('The drawings need Chromium: install one, or name it in CHROMIUM_PATH.');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const tab = await browser.newPage();
    // The layout is a module in many files, which a page takes only from a server: this one is made up.
    await tab.route(`${page}**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
        : route.fulfill({ contentType: 'text/javascript', path: join(layout, pathname) });
    });
    await tab.goto(page);
    await tab.addScriptTag({ path: join(root, 'node_modules/mermaid/dist/mermaid.min.js') });
    await tab.evaluate(async (settings) => {
      const { default: layouts } = await import('/mermaid-layout-elk.esm.min.mjs');
      window.mermaid.registerLayoutLoaders(layouts);
      window.mermaid.initialize(settings);
    }, settings);
    const drawings = {};
    for (const [name, text] of Object.entries(texts)) {
      drawings[name] = headerOf(text) + (await tab.evaluate(drawOne, [name, text]));
    }
    return drawings;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. As XML: what a browser forgives in HTML, an image viewer does not. */
async function drawOne([name, text]) {
  const { svg } = await window.mermaid.render(name, text);
  const element = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  return `${new XMLSerializer().serializeToString(element)}\n`;
}
