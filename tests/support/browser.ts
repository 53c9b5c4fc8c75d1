import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';

/** Starts an installed Chromium without a window. Whoever starts it closes it; it ends with the test process at the latest. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    // Chromium refuses to be sandboxed for root, and needs its sandbox for everybody else.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}
