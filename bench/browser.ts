import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { newFolder } from './databases';
import type { Run } from './run';
import { password, type Teacher } from './school';

/** A browser of its own without a window, on an empty profile. */
export async function openBrowser(
  { started, chromium: options, uses }: Run,
  args: string[] = [],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(newFolder(started), {
    ...options,
    args: [...(options.args ?? []), ...args],
    // Only for what a measurement itself puts into the page.
    bypassCSP: true,
    viewport: { width: 1280, height: 900 },
  });
  started.add(() => context.close());
  uses(`Chromium ${context.browser()?.version()}`);
  return context;
}

/** Signs a teacher in on the page where that is done. */
export async function signIn(page: Page, url: string, { email }: Teacher): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
}
