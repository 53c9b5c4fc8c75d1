import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { launchBrowser } from '../support/browser';
import { root } from '../support/product';

/* Checks the drawings of docs/statecharts in a browser, also without the fonts they were drawn in. */

const folder = join(root, 'docs/statecharts');
const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg'));

const program = await findProgram('chromium');

let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!program) return;
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/**
 * Runs in the page. Horizontally a text must fit by its own measure; vertically by where typical fonts draw, since some
 * claim more height than any letter has.
 */
function textsOutsideTheirBoxes() {
  const [ascent, descent] = [0.8, 0.25];
  const boxes = '.node, .statediagram-cluster';
  const texts = [...document.querySelectorAll<SVGTextElement>('svg text')];
  const outside = texts.filter((text) => {
    const owner = text.closest(boxes) ?? text.closest('svg');
    const box = owner?.querySelector(':scope > rect, :scope > g > rect.outer') ?? owner;
    const matrix = text.getScreenCTM();
    if (!owner || !box || !matrix) return true;
    const [inner, outer] = [text.getBoundingClientRect(), box.getBoundingClientRect()];
    const header = owner.querySelector(':scope > rect.inner')?.getBoundingClientRect();
    const baseline = text.getStartPositionOfChar(0).matrixTransform(matrix).y;
    const size = Number.parseFloat(getComputedStyle(text).fontSize) * matrix.d;
    return (
      inner.left < outer.left + 1 ||
      inner.right > outer.right - 1 ||
      baseline - ascent * size < outer.top + 1 ||
      baseline + descent * size > (header?.top ?? outer.bottom) - 1
    );
  });
  return { count: texts.length, outside: outside.map(({ textContent }) => textContent) };
}

test.skipIf(!program).each(drawings)('every text of %s stays in its box, in whatever font', async (name) => {
  const svg = await readFile(join(folder, name), 'utf8');
  for (const font of ['', 'monospace', 'serif']) {
    const style = font === '' ? '' : `<style>svg, svg * { font-family: ${font} !important }</style>`;
    await page.setContent(style + svg);
    const { count, outside } = await page.evaluate(textsOutsideTheirBoxes);
    expect(count).toBeGreaterThan(2);
    expect(outside, font).toEqual([]);
  }
});
