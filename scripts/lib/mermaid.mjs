/** Draws Mermaid diagrams in an installed Chromium. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
  state: { useMaxWidth: false },
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

const folders = {
  mermaid: dirname(fileURLToPath(import.meta.resolve('mermaid'))),
  layout: dirname(fileURLToPath(import.meta.resolve('@mermaid-js/layout-elk'))),
};
const versionOf = (folder) => JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')).version;

/** Everything a drawing depends on besides its text. */
const ways = JSON.stringify([settings, drawOne.toString(), versionOf(folders.mermaid), versionOf(folders.layout)]);

/** Returns a drawing's first line. It changes with the text and the way of drawing. */
export function headerOf(text) {
  const hash = createHash('sha256').update(ways).update(text).digest('hex');
  return `<!-- Drawn by \`npm run charts\` from ${hash} -->\n`;
}

const page = 'http://drawings.test/';

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
    // The layout consists of several module files, which need a server; this route imitates one.
    await tab.route(`${page}**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
        : route.fulfill({ contentType: 'text/javascript', path: join(folders.layout, pathname) });
    });
    await tab.goto(page);
    await tab.addScriptTag({ path: join(folders.mermaid, 'mermaid.min.js') });
    await tab.evaluate(async (module) => {
      const { default: layouts } = await import(module);
      window.mermaid.registerLayoutLoaders(layouts);
    }, `${page}mermaid-layout-elk.esm.min.mjs`);
    const drawings = {};
    for (const [name, text] of Object.entries(texts)) {
      const svg = await tab
        .evaluate(drawOne, [name, text, settings])
        .catch((error) => fail(`The drawing ${name}: ${error.message}`));
      drawings[name] = headerOf(text) + svg;
    }
    return drawings;
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page. As XML: what a browser forgives in HTML, an image viewer does not. On white, so that a dark page
 * does not swallow its lines.
 */
async function drawOne([name, text, settings]) {
  const { mermaid } = window;
  // An id of one word may be the name of something that the document has, such as `write`: that Mermaid leaves out.
  const id = `chart-${name}`;
  // GitHub draws the same text by Mermaid's own layout, which fails where the other one does not.
  mermaid.initialize({ ...settings, layout: 'dagre' });
  await mermaid.render(id, text);
  mermaid.initialize(settings);
  const { svg } = await mermaid.render(id, text);
  document.body.innerHTML = svg;
  const element = document.querySelector('svg');
  element.style.background = '#ffffff';
  for (const box of element.querySelectorAll('.statediagram-cluster')) placeTitle(box);
  for (const box of element.querySelectorAll('.node:has(> g > rect.title-state)')) centreTitle(box);
  for (const one of element.querySelectorAll('text')) fixWidths(one);
  return `${new XMLSerializer().serializeToString(element)}\n`;

  /** Mermaid writes the title of a box with parts over its upper edge, and leaves no room for it. */
  function placeTitle(box) {
    const room = 4;
    const [outer, inner] = [box.querySelector('rect.outer'), box.querySelector('rect.inner')];
    inner.setAttribute('y', inner.y.baseVal.value + room);
    inner.setAttribute('height', inner.height.baseVal.value - room);
    const label = box.querySelector('.cluster-label');
    const { y, height } = label.querySelector('text').getBBox();
    const { e: x } = label.transform.baseVal.consolidate().matrix;
    const middle = (outer.y.baseVal.value + inner.y.baseVal.value) / 2;
    label.setAttribute('transform', `translate(${x}, ${middle - y - height / 2})`);
  }

  /** Mermaid takes the first line below a state's name for all of them. */
  function centreTitle(box) {
    const [title, lines] = box.querySelectorAll('.label text');
    const width = Math.max(title.getBBox().width, lines.getBBox().width);
    title.setAttribute('transform', `translate(${(width - title.getBBox().width) / 2}, 0)`);
  }

  /**
   * Gives each line the width that it has here, so that in whatever font it is shown it fits the box that was drawn
   * around it. As a text of its own, since not every browser knows widths of parts of a text.
   */
  function fixWidths(text) {
    const rows = text.querySelectorAll('tspan.text-outer-tspan');
    let first = 0;
    for (const row of rows.length > 0 ? rows : [text]) {
      const length = row.textContent.length;
      if (length === 0) continue;
      const line = text.cloneNode();
      const { x, y } = text.getStartPositionOfChar(first);
      first += length;
      for (const name of ['dy', 'width', 'height']) line.removeAttribute(name);
      for (const [name, value] of Object.entries({ x, y, textLength: row.getComputedTextLength() })) {
        line.setAttribute(name, String(Math.round(value * 100) / 100));
      }
      line.setAttribute('lengthAdjust', 'spacingAndGlyphs');
      line.setAttribute('style', 'text-anchor: start');
      line.textContent = row.textContent;
      text.before(line);
    }
    text.remove();
  }
}
