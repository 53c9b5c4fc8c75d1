import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { findProgram, testChromiumOptions } from '../../scripts/lib/programs.mjs';

/* Chromium with windows on a virtual display, where one window takes the focus from another. */

const programs = { display: await findProgram('display'), chromium: await findProgram('windowedChromium') };

/** Why there are no windows; undefined if there are. */
export const missing =
  programs.display === undefined
    ? 'Xvfb was not found: install it (Debian: xvfb).'
    : programs.chromium === undefined
      ? 'A Chromium with windows was not found: install one (Debian: chromium).'
      : undefined;

/** Starts the browser on a display of its own. The caller closes it. */
export async function launchWithWindows(args: readonly string[]) {
  const display = spawn(
    programs.display ?? '',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = await once(display.stdio[3]!, 'data');
  const options = await testChromiumOptions();
  const browser = await chromium.launch({
    ...options,
    ...(programs.chromium && { executablePath: programs.chromium }),
    headless: false,
    args: [...options.args, ...args],
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
  });
  return {
    /** Opens a page in a new window, which takes the focus. */
    async open(url: string): Promise<Page> {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      // Playwright lets every page believe that it has the focus.
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
      return page;
    },
    async close() {
      await browser.close();
      const ended = once(display, 'exit');
      display.kill();
      await ended;
    },
  };
}
