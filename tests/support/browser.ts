import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions } from '../../scripts/lib/chromium.mjs';

/** Starts an installed Chromium without a window. Whoever starts it closes it; it ends with the test process at the latest. */
export async function launchBrowser(): Promise<Browser> {
  const options = await chromiumOptions();
  if (options.executablePath === undefined)
    throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  return chromium.launch(options);
}
