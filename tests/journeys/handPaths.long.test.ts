import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Act, actInWords, isByHand } from '../../src/recorder/tester/act';
import { isForPeople, type WalkablePath } from '../../src/recorder/tester/recordedPath';
import { readRecordedPaths } from '../support/documents/handPaths';
import { openJourney } from '../support/journey';

/*
 * Walks paths as a tester would: opened in the panel of `/inspect`, the teacher's part done on the page, everything else
 * pressed in the panel, and after each step the page says what the walk has recorded.
 */

const chosen = Object.entries(readRecordedPaths()).flatMap(([chart, paths]) =>
  paths.filter(isForPeople).map((path) => ({ chart, path })),
);

const { product, browser } = await openJourney();
let context: BrowserContext;
let panel: Page;

beforeAll(async () => {
  context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 900 } });
  panel = await context.newPage();
});

beforeEach(() => panel.goto('/inspect'));

afterEach(() => Promise.all(context.pages().map((page) => page !== panel && page.close())));

const linesOn = (page: Page) => page.evaluate(() => (window as unknown as Tested).tested.lines());

type Tested = {
  tested: {
    lines(): string[];
    isPassing(): boolean;
    controlNamed(name: string, number: number): HTMLElement | undefined;
    fieldNamed(name: string): HTMLElement | undefined;
  };
};

/** Waits for a control, since the page may still be drawing it. Without a number, it is one to fill in or choose from. */
async function control(page: Page, name: string, number?: number) {
  const handle = await page.waitForFunction(
    ([wanted, place]) => {
      const { tested } = window as unknown as Tested;
      return place === undefined ? tested.fieldNamed(wanted) : tested.controlNamed(wanted, place);
    },
    [name, number] as const,
  );
  const element = handle.asElement();
  if (element === null) throw new Error(`The page has no “${name}”`);
  return element;
}

/** Presses it even if it is inert, which Playwright would wait for. */
async function press(page: Page, name: string, number: number) {
  const button = await control(page, name, number);
  await button.click({ force: (await button.getAttribute('aria-disabled')) === 'true' });
}

/** Does the teacher's part. */
async function doByHand(page: Page, act: Act) {
  if (act.do === 'press') await press(page, act.name, act.number);
  if (act.do === 'fill') await (await control(page, act.field)).fill(act.text);
  if (act.do === 'choose') await (await control(page, act.field)).selectOption({ label: act.option });
  if (act.do === 'key') await page.keyboard.press(act.key);
  if (act.do === 'go') await page.evaluate((steps) => window.history.go(steps), act.steps);
}

async function take(page: Page, act: Act) {
  await page.waitForFunction(() => !(window as unknown as Tested).tested.isPassing());
  const sentence = actInWords(act);
  if (isByHand(act)) {
    await doByHand(page, act);
    // Rows under the pointer would wait for it.
    await page.mouse.move(0, 0);
    await panel
      .getByRole('button', { name: `Done: ${sentence}`, exact: true })
      .first()
      .click();
  } else {
    await panel.getByRole('button', { name: sentence, exact: true }).first().click();
  }
}

const sorted = (lines: readonly string[]) => [...lines].sort();

/** Returns what is seen after a step. */
function after(lines: readonly string[], { come, gone }: WalkablePath['steps'][number]['see']): string[] {
  const left = [...lines];
  for (const line of gone) left.splice(left.indexOf(line), 1);
  return [...left, ...come];
}

describe('paths by hand, walked through the panel', () => {
  for (const { chart, path } of chosen) {
    test(`${path.id}: ${path.name}`, async () => {
      await panel.getByLabel('Chart', { exact: true }).selectOption(chart);
      await panel.getByLabel('Path', { exact: true }).selectOption(path.id);
      const opened = context.waitForEvent('page');
      await panel.getByRole('button', { name: 'Walk this path' }).click();
      const page = await opened;
      await page.waitForFunction(() => 'tested' in window);

      for (const act of path.start.acts) await take(page, act);
      let lines = path.start.see;
      await expect.poll(() => linesOn(page).then(sorted), { timeout: 10_000 }).toEqual(sorted(lines));
      for (const { acts, see } of path.steps) {
        for (const act of acts) await take(page, act);
        lines = after(lines, see);
        await expect.poll(() => linesOn(page).then(sorted), { timeout: 10_000 }).toEqual(sorted(lines));
      }
      await panel.getByLabel('Note').fill('walked by a script');
      const [file] = await Promise.all([
        panel.waitForEvent('download'),
        panel.getByRole('button', { name: 'It passed' }).click(),
      ]);
      expect(file.suggestedFilename()).toContain(path.id);
    });
  }
});
