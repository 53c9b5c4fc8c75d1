import { type Browser, chromium, type Page } from 'playwright-core';
import { testChromiumOptions } from '../../scripts/lib/programs.mjs';

const launched: Browser[] = [];

/** Returns the browsers of this worker that are not closed. */
export const openBrowsers = () => launched.filter((browser) => browser.isConnected());

const errors: string[] = [];

/** Returns what the pages of this worker have logged as errors, and not caught, since the last call. */
export const takeErrors = () => errors.splice(0);

/** Starts a headless Chromium. The caller closes it; it also ends with the test process. */
export async function launchBrowser(): Promise<Browser> {
  const options = await testChromiumOptions();
  if (options.executablePath === undefined)
    throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  const browser = await chromium.launch(options);
  launched.push(browser);
  browser.on('context', (context) => {
    context.on('weberror', (error) => void errors.push(String(error.error())));
    context.on('console', (message) => {
      // What the browser logs itself, such as a call without an answer, has no arguments.
      if (message.type() === 'error' && message.args().length > 0) errors.push(message.text());
    });
  });
  return browser;
}

/** Waits until a page with a form is hydrated. */
export const started = (page: Page) => page.locator('form button[type=submit]:enabled').first().waitFor();
