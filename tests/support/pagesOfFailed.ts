import { afterEach } from 'vitest';
import { openBrowsers } from './browser';

/* A failed journey tells what its pages showed: which press had no effect can seldom be seen from the error alone. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined) return;
  const pages = openBrowsers().flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  const shown = await Promise.all(
    pages.map(async (page) => {
      const shown = await page.locator('main, dialog').last().ariaSnapshot({ timeout: 5000 }).catch(String);
      return `${page.url()}\n${shown.replaceAll(/\s*\n\s*- /g, ' | ').slice(0, 1500)}`;
    }),
  );
  error.message += `\n\nIts pages:\n${shown.join('\n')}`;
});
