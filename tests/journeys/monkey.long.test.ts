import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '../support/browser';
import { letMonkeyPlay } from '../support/monkey';
import { type Product, startProduct } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* The real page with a busy class, used without a plan. */

const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';
const students = ['aiko.larkspur@students.example', 'hana.willowick@students.example'];

const seed = Number(process.env.MONKEY_SEED ?? 1);
const seconds = Number(process.env.MONKEY_SECONDS ?? 60);

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ SIMULATE: '1', ACCESS_TOKEN_SECONDS: '86400' }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('whatever is pressed, the page says what the API says', { timeout: seconds * 2_000 + 120_000 }, async () => {
  const { sectionId } = await enrolTeacher(product, email, password);
  const answer = await fetch(`${product.url}/account/login/teacher/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access } = v.parse(v.object({ access: v.string() }), await answer.json());
  const page = await browser.newPage({ baseURL: product.url, hasTouch: true, viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByRole('button', { name: 'Start Detection' }).click();
  const steps = await letMonkeyPlay({ product, page, sectionId, students, token: access, seed, seconds });
  process.stdout.write(`Monkey: ${steps} steps in ${seconds} s, seed ${seed}\n`);
});
