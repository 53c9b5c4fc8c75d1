import { type Browser, chromium, type Page } from 'playwright-core';
import { testChromiumOptions } from '../../scripts/lib/chromium.mjs';

/** Starts an installed Chromium without a window. Whoever starts it closes it; it ends with the test process at the latest. */
export async function launchBrowser(): Promise<Browser> {
  const options = await testChromiumOptions();
  if (options.executablePath === undefined)
    throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  return chromium.launch(options);
}

/** Of a page with a form: once the router of the product is there, and all that was held has been done. */
export const started = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('form') ?? {}).length > 0);
