import { afterEach, expect } from 'vitest';
import { openBrowsers, takeErrors } from './browser';

/*
 * No journey's page may fail unseen: the next press may hide a screen that crashed. A failed journey tells what its pages showed: which
 * press had no effect can seldom be seen from the error alone.
 */
afterEach(async ({ task }) => {
  const errors = takeErrors();
  const [failure] = task.result?.errors ?? [];
  if (failure === undefined) return expect(errors, 'errors of the pages').toEqual([]);
  const pages = openBrowsers().flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  const shown = await Promise.all(
    pages.map(async (page) => {
      const shown = await page.locator('main, dialog').last().ariaSnapshot({ timeout: 5000 }).catch(String);
      return `${page.url()}\n${shown.replaceAll(/\s*\n\s*- /g, ' | ').slice(0, 1500)}`;
    }),
  );
  failure.message += `\n\nIts pages:\n${[...shown, ...errors].join('\n')}`;
});
