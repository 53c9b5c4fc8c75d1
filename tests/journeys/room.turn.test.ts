import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A section’s seats, arranged by its owner and a substitute in two browsers: with a mouse, a keyboard and a thumb. */

const { product, browser, ...owner } = await openJourney();
const substitute = { email: 'sam.rooms@school.example', password: 'sponge & board 17' };
const names = [
  'Aiko Larkspur',
  'Bilal Quillfeather',
  'Chidi Moonbrook',
  'Dalia Rivermint',
  'Hana Willowick',
  'Kai Driftwoodson',
];
const emails = names.map((name) => `${name.toLowerCase().replace(' ', '.')}@students.example`);

let mine: Page;
let theirs: Page;
let path: string;

async function open(teacher: typeof owner, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, teacher.email, teacher.password);
  return page;
}

beforeAll(async () => {
  const { sectionId } = await enrolTeacher(product, owner.email, owner.password, emails);
  path = `/sections/${sectionId}`;
  await enrolTeacher(product, substitute.email, substitute.password);
  mine = await open(owner, { viewport: { width: 1366, height: 768 } });
  await mine.goto(path);
  await button(mine, 'Invite a teacher').click();
  await mine.getByRole('textbox', { name: 'Email' }).fill(substitute.email);
  await button(mine, 'Send invitation').click();
  await mine.getByText(substitute.email).waitFor();
  await button(mine, 'Tiles').click();
  theirs = await open(substitute, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await theirs.goto(path);
});
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The seat of a student while seats are arranged. */
const seat = (page: Page, name: string) => page.locator(`[data-student][title="${name}"]`);
const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row - 1} ${column - 1}"]`);
const placeOf = async (page: Page, name: string) =>
  /row \d+, place \d+/.exec((await seat(page, name).getAttribute('aria-label')) ?? '')?.[0];

/** First names row by row, with a dash for an empty place. */
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Students' }).evaluate((list) => {
    const shown = [...list.children].map((one) => ({
      name: one.querySelector('button')!.title.split(' ')[0],
      box: one.getBoundingClientRect(),
    }));
    const tops = [...new Set(shown.map(({ box }) => Math.round(box.top)))].toSorted((a, b) => a - b);
    const lefts = [...new Set(shown.map(({ box }) => Math.round(box.left)))].toSorted((a, b) => a - b);
    return tops.map((top) =>
      lefts
        .map(
          (left) => shown.find(({ box }) => Math.round(box.top) === top && Math.round(box.left) === left)?.name ?? '–',
        )
        .join(' '),
    );
  });

async function drag(page: Page, from: string, to: ReturnType<typeof cell>) {
  const [start, end] = [(await seat(page, from).boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 30);
  await page.mouse.move(end.x + 20, end.y + 20);
  await page.mouse.up();
}

test('the owner arranges the room by mouse, undoes a move, and saves; a reload keeps it', async () => {
  await button(mine, 'Room').click();
  await button(mine, 'Arrange seats').click();
  await drag(mine, 'Kai Driftwoodson', cell(mine, 2, 1));
  await drag(mine, 'Hana Willowick', cell(mine, 1, 6));
  await drag(mine, 'Dalia Rivermint', cell(mine, 1, 5));
  await drag(mine, 'Aiko Larkspur', cell(mine, 1, 2));
  expect(await Promise.all(['Aiko Larkspur', 'Bilal Quillfeather'].map((name) => placeOf(mine, name)))).toEqual([
    'row 1, place 2',
    'row 1, place 1',
  ]);
  await expectAccessible(mine);
  await button(mine, 'Undo').click();
  expect(await placeOf(mine, 'Aiko Larkspur')).toBe('row 1, place 1');
  await button(mine, 'Save').click();
  await button(mine, 'Arrange seats').waitFor();
  const arranged = ['Aiko Bilal Chidi Dalia Hana', 'Kai – – – –'];
  expect(await rows(mine)).toEqual(arranged);
  await mine.reload();
  await button(mine, 'Arrange seats').waitFor();
  expect(await rows(mine)).toEqual(arranged);
  // An aisle separates Chidi from Dalia.
  const [chidi, dalia] = await Promise.all(
    ['Chidi', 'Dalia'].map((name) => mine.getByRole('list', { name: 'Students' }).getByTitle(name).boundingBox()),
  );
  expect(dalia!.x - chidi!.x - chidi!.width).toBeGreaterThan(15);
});

test('with the keyboard alone', async () => {
  await button(mine, 'Arrange seats').press('Enter');
  await seat(mine, 'Aiko Larkspur').focus();
  await mine.keyboard.press('ArrowDown');
  await mine.keyboard.press('Enter');
  await mine.keyboard.press('ArrowRight');
  await mine.keyboard.press('ArrowRight');
  await mine.locator('#announced').getByText('Kai Driftwoodson: row 2, place 3').waitFor();
  expect(await seat(mine, 'Kai Driftwoodson').evaluate((one) => one === document.activeElement)).toBe(true);
  await mine.keyboard.press('Enter');
  await button(mine, 'Save').press('Enter');
  await button(mine, 'Arrange seats').waitFor();
  expect(await rows(mine)).toEqual(['Aiko Bilal Chidi Dalia Hana', '– – Kai – –']);
});

test('the other teacher’s phone shows it, and a thumb scrolls it and moves a student', async () => {
  await button(theirs, 'Tiles').tap();
  await expect.poll(() => rows(theirs)).toEqual(['Aiko Bilal Chidi Dalia Hana', '– – Kai – –']);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await button(theirs, 'Arrange seats').tap();
  await seat(theirs, 'Kai Driftwoodson').tap();
  await cell(theirs, 3, 6).tap();
  expect(await placeOf(theirs, 'Kai Driftwoodson')).toBe('row 3, place 6');
  // A picked-up student follows the thumb.
  await seat(theirs, 'Kai Driftwoodson').tap();
  const box = (await seat(theirs, 'Kai Driftwoodson').boundingBox())!;
  const touch = await theirs.context().newCDPSession(theirs);
  const at = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await at('touchStart', box.x + 30, box.y + 30);
  await at('touchMove', box.x, box.y + 20);
  await at('touchMove', box.x - 60, box.y + 30);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await placeOf(theirs, 'Kai Driftwoodson')).toBe('row 3, place 5');
  await expectAccessible(theirs);
  await button(theirs, 'Save').tap();
  await button(theirs, 'Arrange seats').waitFor();
  await expect.poll(() => rows(mine)).toEqual(['Aiko Bilal Chidi Dalia Hana', '– – – Kai –']);
});

test('a teacher who saves second is asked which seats to keep', async () => {
  await button(theirs, 'Arrange seats').tap();
  await seat(theirs, 'Aiko Larkspur').tap();
  await cell(theirs, 2, 1).tap();
  await button(mine, 'Arrange seats').click();
  await drag(mine, 'Kai Driftwoodson', cell(mine, 2, 2));
  await button(mine, 'Save').click();
  await button(mine, 'Arrange seats').waitFor();
  await button(theirs, 'Save').tap();
  await theirs.getByText('Another teacher has saved other seats in the meantime.').waitFor();
  await expectAccessible(theirs);
  await button(theirs, 'Show theirs').tap();
  await expect.poll(() => rows(theirs)).toEqual(['Aiko Bilal Chidi Dalia Hana', '– Kai – – –']);
});

test('no name is cut inside a word without an ellipsis, in any layout', async () => {
  for (const layout of ['Room', 'Name', 'Needs first']) {
    await button(theirs, layout).tap();
    const cut = await theirs.getByRole('list', { name: 'Students' }).evaluate(
      (list) =>
        [...list.querySelectorAll('bdi')].filter((one) => {
          const { textOverflow, whiteSpace, overflowWrap, wordBreak } = getComputedStyle(one);
          const breaksWords = whiteSpace !== 'nowrap' && (overflowWrap !== 'normal' || wordBreak !== 'normal');
          return textOverflow !== 'ellipsis' || breaksWords;
        }).length,
    );
    expect([layout, cut]).toEqual([layout, 0]);
  }
});

test('without a network the seats stay on the page until they are saved', async () => {
  await button(mine, 'Arrange seats').click();
  await mine.context().setOffline(true);
  await drag(mine, 'Kai Driftwoodson', cell(mine, 2, 1));
  await button(mine, 'Save').click();
  await mine.getByText('Not saved yet: there is no answer from the server.').waitFor();
  expect(await placeOf(mine, 'Kai Driftwoodson')).toBe('row 2, place 1');
  await mine.context().setOffline(false);
  await button(mine, 'Arrange seats').waitFor();
  expect(await rows(mine)).toEqual(['Aiko Bilal Chidi Dalia Hana', 'Kai – – – –']);
});
