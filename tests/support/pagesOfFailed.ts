import { afterEach } from 'vitest';
import { openBrowsers } from './browser';

/* A failed journey tells what its pages showed and logged: which press had no effect can seldom be seen from the error alone. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined) return;
  const pages = openBrowsers().flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  const shown = await Promise.all(
    pages.map(async (page) => {
      const shown = await page.locator('main, dialog').last().ariaSnapshot({ timeout: 5000 }).catch(String);
      const logged = (await page.consoleMessages()).filter((message) => message.type() === 'error');
      const lines = [shown.replaceAll(/\s*\n\s*- /g, ' | '), ...logged.slice(-5).map((message) => message.text())];
      return [page.url(), ...lines.map((line) => line.slice(0, 1500))].join('\n');
    }),
  );
  error.message += `\n\nIts pages:\n${shown.join('\n')}`;
});
