import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { newFolder } from './databases';
import type { Run } from './run';
import { password, type Teacher } from './school';

/** Opens a headless browser with an empty profile. */
export async function openBrowser(
  { started, chromium: options, uses }: Run,
  args: string[] = [],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(newFolder(started), {
    ...options,
    args: [...(options.args ?? []), ...args],
    // Only for scripts that the measurement itself injects.
    bypassCSP: true,
    viewport: { width: 1280, height: 900 },
  });
  started.add(() => context.close());
  uses(`Chromium ${context.browser()?.version()}`);
  return context;
}

/** Signs a teacher in on the sign-in page. */
export async function signIn(page: Page, url: string, { email }: Teacher): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
}
