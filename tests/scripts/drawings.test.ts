import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser';
import { root } from '../support/product';

/* The drawings of docs/statecharts, looked at by a browser, also by one that has not the fonts they were drawn in. */

const folder = join(root, 'docs/statecharts');
const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg'));

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/** Runs in the page. */
function textsOutsideTheirBoxes() {
  const boxes = '.node, .statediagram-cluster';
  const texts = [...document.querySelectorAll('svg text')];
  const outside = texts.filter((text) => {
    const owner = text.closest(boxes) ?? text.closest('svg');
    const box = owner?.querySelector(':scope > rect, :scope > g > rect.outer') ?? owner;
    if (!owner || !box) return true;
    const [inner, outer] = [text.getBoundingClientRect(), box.getBoundingClientRect()];
    const header = owner.querySelector(':scope > rect.inner')?.getBoundingClientRect();
    return (
      inner.left < outer.left + 1 ||
      inner.right > outer.right - 1 ||
      inner.top < outer.top + 1 ||
      inner.bottom > (header?.top ?? outer.bottom) - 1
    );
  });
  return { count: texts.length, outside: outside.map(({ textContent }) => textContent) };
}

test.each(drawings)('every text of %s stays in its box, in whatever font', async (name) => {
  const svg = await readFile(join(folder, name), 'utf8');
  for (const font of ['', 'monospace', 'serif']) {
    const style = font === '' ? '' : `<style>svg, svg * { font-family: ${font} !important }</style>`;
    await page.setContent(style + svg);
    const { count, outside } = await page.evaluate(textsOutsideTheirBoxes);
    expect(count).toBeGreaterThan(2);
    expect(outside, font).toEqual([]);
  }
});
