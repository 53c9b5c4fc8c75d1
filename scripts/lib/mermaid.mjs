/** Draws Mermaid diagrams in an installed Chromium. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumOptions } from './programs.mjs';
import { fail } from './project.mjs';

/** A light theme in the product's colours, with widely available fonts of equal widths. */
const settings = {
  startOnLoad: false,
  theme: 'base',
  htmlLabels: false,
  fontFamily: 'Arial, Helvetica, "Liberation Sans", sans-serif',
  deterministicIds: true,
  // A fixed size keeps images from stretching to the page's width.
  state: { useMaxWidth: false, nodeSpacing: 24, rankSpacing: 40 },
  // The default layout overlaps labels and arrows of nested states.
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
  themeCSS: '.edgeLabel .label rect { fill: #ffffff; opacity: 1 }',
};

/** Returns a drawing's first line, which changes with the text and the settings. */
export const headerOf = (text) =>
  `<!-- Drawn by \`npm run charts\` from ${createHash('sha256').update(JSON.stringify(settings)).update(text).digest('hex')} -->\n`;

const page = 'http://drawings.test/';
/** Folders of modules that the page imports, by where it finds them. */
const folders = {
  '/mermaid/': dirname(fileURLToPath(import.meta.resolve('mermaid'))),
  '/layout/': dirname(fileURLToPath(import.meta.resolve('@mermaid-js/layout-elk'))),
};
const modules = ['/mermaid/mermaid.esm.min.mjs', '/layout/mermaid-layout-elk.esm.min.mjs'];

/**
 * Draws each text. Exits with one sentence without a browser or if Mermaid cannot parse a text.
 *
 * @param {Record<string, string>} texts by name
 * @returns {Promise<Record<string, string>>} SVG files by name
 */
export async function draw(texts) {
  if (Object.keys(texts).length === 0) return {};
  const options = await chromiumOptions();
  if (!options.executablePath)
    fail('The drawings need Chromium: install one, or name its program file in CHROMIUM_PATH.');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(options);
  try {
    const tab = await browser.newPage();
    // Mermaid and its layout import further modules, which need a server; this route imitates one.
    await tab.route(`${page}**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const place = Object.keys(folders).find((one) => pathname.startsWith(one));
      return place === undefined
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
        : route.fulfill({ contentType: 'text/javascript', path: join(folders[place], pathname.slice(place.length)) });
    });
    await tab.goto(page);
    const drawings = {};
    for (const [name, text] of Object.entries(texts)) {
      const svg = await tab
        .evaluate(drawOne, [name, text, settings, modules])
        .catch((error) => fail(`The drawing ${name}: ${error.message}`));
      drawings[name] = `${headerOf(text)}${svg}\n`;
    }
    return drawings;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. As XML: what a browser forgives in HTML, an image viewer does not. On white, also in a dark page. */
async function drawOne([name, text, settings, modules]) {
  const [{ default: mermaid }, { default: layouts }] = await Promise.all(modules.map((one) => import(one)));
  mermaid.registerLayoutLoaders(layouts);
  mermaid.initialize(settings);
  // An id of one word may be the name of something that the document has, such as `write`: that Mermaid leaves out.
  document.body.innerHTML = (await mermaid.render(`chart-${name.replaceAll('.', '-')}`, text)).svg;
  const drawing = document.querySelector('svg');
  drawing.style.background = '#ffffff';
  return new XMLSerializer().serializeToString(drawing);
}
