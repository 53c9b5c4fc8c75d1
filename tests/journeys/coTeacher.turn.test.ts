import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A section with two teachers, each in a browser of their own: its owner, and a substitute until tonight. */

const { product, browser, ...owner } = await openJourney();
const substitute = { email: 'sam.okoro@school.example', password: 'sponge & board 17' };

let contexts: BrowserContext[];
let mine: Page;
let theirs: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, owner.email, owner.password));
  contexts = await Promise.all(
    [owner, substitute].map(() => browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } })),
  );
  [mine, theirs] = await Promise.all([contexts[0]!.newPage(), contexts[1]!.newPage()]);
  await mine.goto('/login');
  await signIn(mine, owner.email, owner.password);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Starts and stops a lesson on a section's page. */
async function teach(page: Page) {
  await button(page, 'Start Detection').click();
  await page.getByText('Detection Active').waitFor();
  await product.report([
    { section_id: sectionId, student_email: 'hana.willowick@students.example', activity_type: 'no_face' },
  ]);
  await button(page, 'Stop Detection').click();
  await page.getByText('Detection Inactive').waitFor();
}

test('the owner teaches a lesson, and invites a substitute until tonight', async () => {
  await mine.goto(`/sections/${sectionId}`);
  await teach(mine);
  await button(mine, 'Invite a teacher').click();
  await mine.getByRole('textbox', { name: 'Email' }).fill(substitute.email);
  await expectAccessible(mine);
  await button(mine, 'Send invitation').click();
  await mine.getByText('Substitute · until tonight').waitFor();
  const { text } = await product.mail(substitute.email);
  expect(text).toContain('Noor Haddad shares the section Algebra 9b with you');
  expect(text).toContain(`first register with this address:\n${product.url}/register#email=`);
  const register = /\S+\/register\S+/.exec(text)?.[0] ?? '';
  await theirs.goto(register);
  await expect.poll(() => theirs.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(substitute.email);
});

test('the substitute, who has registered by then, starts and stops a lesson', async () => {
  await enrolTeacher(product, substitute.email, substitute.password);
  await theirs.goto('/login');
  await signIn(theirs, substitute.email, substitute.password);
  const card = theirs
    .getByRole('listitem')
    .filter({ hasText: 'Section of Noor Haddad. You are a substitute here (until tonight).' });
  await card.getByRole('link', { name: 'Algebra 9b' }).click();
  await theirs.getByRole('heading', { level: 1, name: 'Algebra 9b' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Manage Students' }).count()).toBe(0);
  expect(await button(theirs, 'Delete Section').count()).toBe(0);
  await teach(theirs);
  await expectAccessible(theirs);
});

test('the owner’s report says who stopped it; the substitute reads it, and no earlier one', async () => {
  await mine.getByRole('link', { name: 'Lessons', exact: true }).click();
  const reports = mine.getByRole('list', { name: 'Lessons' }).getByRole('link');
  await expect.poll(() => reports.count()).toBe(2);
  const [last, first] = await reports.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await mine.goto(last!);
  await mine.getByText('Stopped by').waitFor();
  expect(await mine.getByRole('definition').filter({ hasText: 'Noor Haddad' }).count()).toBe(2);

  await theirs.goto(last!);
  await theirs.getByText('Hana Willowick').first().waitFor();
  expect(await theirs.getByText('Stopped by').count()).toBe(0);
  await theirs.goto(first!);
  await theirs.getByText('see only lessons that you started or stopped').waitFor();
  await expectAccessible(theirs);
  await theirs.getByRole('link', { name: 'Back to Lessons' }).click();
  await theirs.getByText('You are a substitute for Noor Haddad (until tonight).').waitFor();
  await expect.poll(() => theirs.getByRole('list', { name: 'Lessons' }).getByRole('link').count()).toBe(1);
});

test('what the owner takes back is gone from the substitute’s open page at once', async () => {
  await theirs.goto(`/sections/${sectionId}`);
  await theirs.getByText('Detection Inactive').waitFor();
  await mine.goto(`/sections/${sectionId}`);
  await button(mine, `Remove: ${substitute.email}`).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await theirs.getByText('This section is no longer shared with you.').waitFor();
  expect(await theirs.getByText('Section not found').count()).toBe(0);
  await theirs.reload();
  await theirs.getByText(/^You taught this section until .* Noor Haddad can share it with you again\.$/).waitFor();
  await expectAccessible(theirs);
  expect(await theirs.getByText('Section not found').count()).toBe(0);
});
