import { type Browser, chromium, type Page } from 'playwright-core';
import { testChromiumOptions } from '../../scripts/lib/programs.mjs';

const launched: Browser[] = [];

/** Returns the browsers of this worker that are not closed. */
export const openBrowsers = () => launched.filter((browser) => browser.isConnected());

/** Starts a headless Chromium. The caller closes it; it also ends with the test process. */
export async function launchBrowser(): Promise<Browser> {
  const options = await testChromiumOptions();
  if (options.executablePath === undefined)
    throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  const browser = await chromium.launch(options);
  launched.push(browser);
  return browser;
}

/** Waits until a page with a form is hydrated. */
export const started = (page: Page) => page.locator('form button[type=submit]:enabled').first().waitFor();
