import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directionOf, type Language, languageCodes } from '@vigil/languages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, isLong } from '../../server/test/support/long';
import { launchWithCamera } from '../support/fakeCamera';
import { openJourney } from '../support/journey';
import { answerCalls, decisions, localeFor, type State, states, type Tongue } from '../support/studentStates';

/* The students' page in every language, on the smallest phone. */

const phone = { width: 360, height: 740 };

const { product, browser } = await openJourney();
let withCamera: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-camera-'));
  withCamera = await launchWithCamera(join(folder, 'empty.y4m'), [['empty', 4]]);
});

afterAll(async () => {
  await withCamera?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns what sticks out of the page or of its own box. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const boxes = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => one.checkVisibility());
    const isWide = (one: HTMLElement) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
    const isOutside = ({ left, right }: DOMRect) => left < -1 || right > width + 1;
    return [
      ...(document.documentElement.scrollWidth > width ? ['the page'] : []),
      ...boxes
        .filter((one) => !(one instanceof HTMLSelectElement) && (isWide(one) || isOutside(one.getBoundingClientRect())))
        .map((one) => `${one.tagName} ${one.textContent?.slice(0, 60)}`),
    ];
  });

async function opened(tongue: Tongue, hasCamera = false) {
  const context = await (hasCamera ? withCamera : browser).newContext({
    ...{ baseURL: product.url, viewport: phone, locale: localeFor(tongue), reducedMotion: 'reduce' },
    ...(hasCamera && { permissions: ['camera'] }),
  });
  return { context, ...(await answerCalls(context, tongue)) };
}

/** Chooses a language on the page, which is drawn in it. */
async function choose(page: Page, language: Language) {
  await page.locator('select[name=language]').selectOption(language);
  await page.waitForFunction((code) => document.documentElement.lang === code, language);
  await page.evaluate(() => document.fonts.ready);
}

// One from right to left, and one that is 40 % longer than English, in turn: a state is reached once.
const longest = [...(isLong ? (['de', 'uk'] as const) : []), 'ar' as const, localeFor('pseudo')];

describe.each([false, true])('nothing is cut on a phone, in long languages; with a camera: %s', (hasCamera) => {
  let phonePage: { page: Page; open: (page: Page, state: State) => Promise<unknown> };

  beforeAll(async () => {
    const { context, open } = await opened('pseudo', hasCamera);
    phonePage = { page: await context.newPage(), open };
    // Each state begins without what the tab kept of the one before.
    await phonePage.page.addInitScript(() => location.protocol !== 'about:' && sessionStorage.clear());
  });
  afterAll(() => phonePage.page.context().close());

  const all: [string, State][] = Object.entries(states);
  const here = all.filter(([, one]) => (one.hasCamera ?? false) === hasCamera);
  const shown = ['door', 'consent, in full', 'receipt', 'watching'];
  test.each(casesOf(here, ([name]) => shown.includes(name)))('%s', async (_name, state) => {
    const { page, open } = phonePage;
    await page.goto('about:blank');
    await open(page, state);
    for (const language of longest) {
      await choose(page, language);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(directionOf(language));
      expect(await overflowing(page), language).toEqual([]);
    }
  });
});

test('the decision fits on one screen of a phone, and a no is as easy as a yes, in every language', async () => {
  const { context, open } = await opened('en');
  for (const decision of decisions) {
    const page = await context.newPage();
    await open(page, decision);
    for (const language of casesOf(languageCodes, (one) => one === 'de' || one === 'ar')) {
      await choose(page, language);
      const looks = await page.locator('.equal button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width, height, bottom } = button.getBoundingClientRect();
          const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(button);
          return { bottom, look: { width, height, backgroundColor, color, fontSize, fontWeight, borderColor } };
        }),
      );
      expect(
        looks.map(({ look }) => look),
        language,
      ).toEqual([looks[0]?.look, looks[0]?.look]);
      expect(Math.max(...looks.map(({ bottom }) => bottom)), language).toBeLessThanOrEqual(phone.height);
    }
    await page.close();
  }
  await context.close();
});

test('the page is in the browser’s language, and in another one from the next tap on', async () => {
  const { context, open } = await opened('de');
  const files: string[] = [];
  context.on('request', (request) => files.push(new URL(request.url()).pathname));
  const languagesLoaded = () => files.flatMap((file) => /\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(file)?.[1] ?? []);
  const page = await context.newPage();
  await open(page, states.names);
  await page.getByRole('heading', { name: 'Wer bist du?' }).waitFor();
  expect(languagesLoaded()).toEqual(['de']);
  const choice = page.getByRole('combobox', { name: 'Sprache' });
  await choice.focus();
  await choice.selectOption({ label: 'العربية' });
  await page.getByRole('heading', { name: 'من أنت؟' }).waitFor();
  expect(await page.title()).toContain('من أنت؟');
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ]);
  // The focus stays where it was, and nothing that was typed or reached is lost.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('language');
  await page.reload();
  await page.getByRole('heading', { name: 'من أنت؟' }).waitFor();
  await page.goto('/attend?language=uk');
  await page.getByRole('heading', { name: 'Приєднатися до уроку' }).waitFor();
  expect(languagesLoaded()).toEqual(['de', 'ar', 'ar', 'uk']);
  await context.close();
});

/** Returns the page for parents in a language, on a phone. */
async function openGuide(query: string, locale: string) {
  const context = await browser.newContext({ baseURL: product.url, viewport: phone, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`/how-detection-works${query}`);
  return page;
}

test.each(casesOf(languageCodes, (language) => language === 'ar'))(
  'parents read how detection works, and until when it is kept, in their language: %s',
  async (language) => {
    const page = await openGuide('', language);
    await page
      .getByRole('main')
      .and(page.locator(`[lang=${language}][dir=${directionOf(language)}]`))
      .waitFor();
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(Date.now() + 91 * 86_400_000);
    await page.getByText(date).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.context().close();
  },
);

test('parents find their language by its name, whatever the page is in, and print what they read', async () => {
  const page = await openGuide('?language=tr', 'de');
  await page.getByRole('heading', { name: 'Algılama nasıl çalışır' }).waitFor();
  await page.getByRole('link', { name: 'العربية' }).click();
  const heading = page.getByRole('heading', { name: 'كيف يعمل الكشف' });
  await heading.waitFor();
  expect(await heading.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('link', { name: 'Deutsch' }).isVisible()).toBe(false);
  await page.context().close();
});
