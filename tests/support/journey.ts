import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser';
import { type Product, startProduct } from './product';

interface Shared {
  product: Product;
  browser: Browser;
}

let starting: Promise<Shared> | undefined;
let journeys = 0;

async function start(): Promise<Shared> {
  const [product, browser] = await Promise.all([
    startProduct({ SIMULATE: '0', RETENTION_DAYS: '90' }),
    launchBrowser(),
  ]);
  return { product, browser };
}

/**
 * Opens the product and the browser that a worker's journeys share. They end with the worker.
 *
 * @returns them, and the email and password of a teacher that no other journey has. Its pages are closed after the journey.
 */
export async function openJourney() {
  starting ??= start();
  const { product, browser } = await starting;
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())).then(() => {}));
  journeys += 1;
  return { product, browser, email: `noor.haddad.${journeys}@school.example`, password: 'chalk & slate 42' };
}
