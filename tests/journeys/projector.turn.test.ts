import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* Projector mode: searches every protected page and state with students for anything that identifies them. */

const { product, browser, email, password } = await openJourney();
/** Invented students whose initials occur nowhere else. */
const roster = ['Kavya Lotuswell', 'Quang Bamboorest', 'Umut Lighthouse', 'Yara Sandpiper', 'Zoe Applewhistle'];
const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@students.example`;
const secrets = roster.flatMap((name) => [...name.split(' '), emailOf(name)]);
const initials = /\b(KL|QB|UL|YS|ZA)\b/;
/** Texts of a note and an agent about them. */
const note = 'Yara sat beside Zoe';
const screenshot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaGj4DwADhAIAUWDWTQAAAABJRU5ErkJggg==';

let page: Page;
let section: string;

beforeAll(async () => {
  const { sectionId } = await enrolTeacher(product, email, password);
  section = `/sections/${sectionId}`;
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(...said: unknown[]) {
        shown.push(JSON.stringify(said));
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shown });
  });
  page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  await enrol(sectionId);
  await page.goto(section);
  await button('Start Detection').click();
  await page.getByText('Detection Active').waitFor();
  await product.report(
    roster.flatMap((name, index) =>
      ['no_face', 'multiple_faces', 'suspicious_application'].map((activity_type) => ({
        section_id: sectionId,
        student_email: emailOf(name),
        activity_type,
        details: `${name} – Mail`,
        ...(index % 2 === 0 ? { screenshot } : {}),
      })),
    ),
  );
  await page.goto(`${section}/detection-logs`);
  await button('Show the screenshot of Zoe Applewhistle').first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await button('Save note').click();
  await page.getByText('Saved.').waitFor();
  await page.keyboard.press('Escape');
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

/** Saves the logs of the page as a file. */
async function saveCsv() {
  await button('Save as CSV').click();
  const item = page.getByRole('menuitem', { name: /^With commas/ });
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return download;
}

/** Adds these students to the section through the product's calls. */
async function enrol(sectionId: number) {
  const status = await page.evaluate(
    async ([id, emails]) => {
      const send = (what: string, student_emails: unknown) =>
        fetch(`/section/${id}/${what}-students/`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          },
          body: JSON.stringify({ student_emails }),
        });
      for (const one of ['aiko.larkspur@students.example', 'hana.willowick@students.example'])
        await send('remove', [one]);
      return (await send('add', emails)).status;
    },
    [sectionId, roster.map(emailOf)] as const,
  );
  expect(status).toBe(200);
}

const namesIn = (text: string) => secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

/** The texts on paper, by where they were printed. */
const papers = new Map<string, string>();

/** Searches the document, its title, fields and, the first time, printed text. */
async function expectNobody(where: string) {
  const { all, fields, text } = await page.evaluate(() => ({
    // The hash in a chunk's name may spell anything.
    all: `${document.title}\n${document.documentElement.outerHTML}`.replaceAll(/-[\w-]{8}\.(js|css)\b/g, '.$1'),
    fields: [...document.querySelectorAll('input, textarea, select')]
      .map((field) => Reflect.get(field, 'value'))
      .join(),
    text: document.body.textContent,
  }));
  expect({ where, named: namesIn(all + fields) }).toEqual({ where, named: [] });
  expect({ where, initials: initials.exec(text)?.[0] }).toEqual({ where, initials: undefined });
  expect({ where, pictures: await page.locator('img').count() }).toEqual({ where, pictures: 0 });
  const paper = papers.get(where) ?? (await printed());
  papers.set(where, paper);
  expect({ where, onPaper: namesIn(paper), initials: initials.exec(paper)?.[0] }).toEqual({
    where,
    onPaper: [],
    initials: undefined,
  });
  expect(paper).toContain('Names, pictures and notes are hidden.');
  return paper;
}

async function printed(): Promise<string> {
  const file = await getDocumentProxy(new Uint8Array(await page.pdf()));
  return (await extractText(file, { mergePages: true })).text;
}

const projectorSwitch = () => page.getByRole('switch', { name: 'Projector mode' });
async function project(on: boolean) {
  if ((await projectorSwitch().getAttribute('aria-checked')) !== String(on)) await projectorSwitch().click();
}

/** Opens a page with names and hides them, then opens it with names hidden. */
async function inBothWays(path: string, title: string, ready: () => Promise<unknown>, look: () => Promise<void>) {
  await page.goto(path);
  await heading(title);
  await project(false);
  await ready();
  await project(true);
  await page.getByText('Names, pictures and notes are hidden.').waitFor();
  await look();
  await page.reload();
  await heading(title);
  await page.getByText('Names, pictures and notes are hidden.').waitFor();
  await look();
}

const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();

describe('in projector mode neither the document nor the paper names anyone', () => {
  test('on the dashboard and next to a password', async () => {
    for (const [path, title] of [
      ['/dashboard', 'Dashboard'],
      ['/change-password', 'Change Password'],
    ] as const) {
      await page.goto(path);
      await heading(title);
      await project(true);
      await expectNobody(path);
    }
  });

  test('on the lesson page: what to look at, seats, list, a student, a picture', async () => {
    await inBothWays(
      section,
      'Algebra 9b',
      () => page.getByRole('list', { name: 'Look now' }).getByText('Zoe').first().waitFor(),
      async () => {
        await page.getByRole('list', { name: 'Look now' }).getByText('Student').first().waitFor();
        await button('Tiles').click();
        await page.getByRole('list', { name: 'Students' }).getByRole('button').nth(4).waitFor();
        // A seat has room for the number alone.
        const seat = page.getByRole('list', { name: 'Students' }).getByRole('button').first();
        expect(await seat.textContent()).toMatch(/^1/);
        await expectNobody('seats');
        await expectAccessible(page);
        await page.getByRole('list', { name: 'Students' }).getByRole('button').first().click();
        await page.getByRole('dialog').getByText('No Face Detected').first().waitFor();
        await expectNobody('student');
        await page.getByRole('button', { name: 'Next student' }).click();
        await expectNobody('next student');
        await page.keyboard.press('Escape');
        await button('List').click();
        await page.getByRole('list', { name: 'Students' }).getByRole('listitem').nth(4).waitFor();
        await expectNobody('list');
        await page
          .getByRole('button', { name: /^Show the screenshot of/ })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('heading').waitFor();
        await expectNobody('picture');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    );
  });

  testLong(
    'among the logs: filtered by a student, sorted by students, searched, reviewed, saved as a file',
    async () => {
      const path = `${section}/detection-logs?student=${encodeURIComponent(emailOf('Zoe Applewhistle'))}&sort=student&text=zoe`;
      await inBothWays(
        path,
        'Detection Logs',
        () => seen('3 of 15 logs match these filters.'),
        async () => {
          await seen(/^Student \d$/);
          await expectNobody('logs');
          await expectAccessible(page);
          await page
            .getByRole('button', { name: /^Show the/ })
            .first()
            .click();
          await page.getByRole('dialog').getByRole('heading').waitFor();
          await expectNobody('review');
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
          const download = await saveCsv();
          const file = await readFile(await download.path(), 'utf8');
          expect(file).toMatch(/Student \d/);
          expect(namesIn(download.suggestedFilename() + file)).toEqual([]);
        },
      );
      await page.getByLabel('Student', { exact: true }).selectOption('Student 2 (3)');
      await seen('3 of 15 logs match these filters.');
      expect(page.url()).not.toContain('students.example');
    },
  );

  test('on Manage Students', async () => {
    await inBothWays(
      `${section}/add-students`,
      'Manage Students',
      async () => {
        await page.getByRole('searchbox').fill('zoe');
        await seen('Zoe Applewhistle');
      },
      async () => void (await expectNobody('students')),
    );
    await seen('Turn projector mode off to do so.');
    await project(false);
    await seen('Zoe Applewhistle');
  });

  test('in notifications and titles', async () => {
    await page.goto(section);
    await project(true);
    await button('Notifications').click();
    const desktop = page.getByRole('switch', { name: 'Desktop notifications' });
    if ((await desktop.getAttribute('aria-checked')) === 'false') await desktop.click();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await product.report([
      {
        section_id: Number(section.split('/')[2]),
        student_email: emailOf('Umut Lighthouse'),
        activity_type: 'no_face',
      },
    ]);
    await button('Refresh Logs').click();
    await expect
      .poll(() => page.evaluate(() => String(Reflect.get(window, 'shown'))))
      .toContain('1 new detection in Algebra 9b: No Face Detected');
    expect(namesIn(await page.evaluate(() => String(Reflect.get(window, 'shown'))))).toEqual([]);
    await expectNobody('while nobody looks');
  });

  test('in the lesson report', async () => {
    await page.goto(section);
    await button('Stop Detection').click();
    await page.getByRole('link', { name: 'Lesson report' }).click();
    await heading('Lesson report');
    await inBothWays(
      new URL(page.url()).pathname,
      'Lesson report',
      () => seen(note),
      async () => {
        await seen(/^Student \d$/);
        const paper = await expectNobody('report');
        expect(paper).toMatch(/Student \d/);
        await expectAccessible(page);
        const download = await saveCsv();
        expect(namesIn(download.suggestedFilename() + (await readFile(await download.path(), 'utf8')))).toEqual([]);
      },
    );
  });
});

test('a number means one student on every page, after a reload and after names were shown', async () => {
  const numbers = async () => {
    await page.getByRole('list', { name: 'Students' }).getByRole('listitem').nth(4).waitFor();
    return page.getByRole('list', { name: 'Students' }).textContent();
  };
  /** Sorted by number of detections: Umut has one more than the others. */
  const inReport = () => page.getByRole('list', { name: 'Students' }).getByRole('listitem').first().textContent();
  await page.goto(section);
  await project(true);
  await button('List').click();
  const before = await numbers();
  expect(before?.match(/Student \d/g)).toEqual([1, 2, 3, 4, 5].map((number) => `Student ${number}`));
  await page.getByRole('link', { name: 'Lesson report' }).click();
  await heading('Lesson report');
  await page.getByRole('region', { name: 'Summary' }).waitFor();
  const umut = await inReport();
  expect(umut).toMatch(/^Student \d /);
  await project(false);
  await expect.poll(inReport).toContain('Umut');
  await project(true);
  await expect.poll(inReport).toBe(umut);
  await page.reload();
  await page.getByRole('region', { name: 'Summary' }).waitFor();
  expect(await inReport()).toBe(umut);
});
