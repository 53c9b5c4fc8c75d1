import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';

/*
 * What the browser caches of a teacher's data: two lists, which it revalidates each time, and nothing after sign-out.
 */

const names = { first_name: 'Noor', last_name: 'Haddad' };
const { product, browser, ...credentials } = await openJourney();

let page: Page;
let sectionId: number;
/** Network traffic by request: pages see a 200 even if the server sent a 304. The parts arrive in any order. */
const wire = new Map<string, { path?: string; ifNoneMatch?: string | undefined; status?: number }>();
const note = (id: string, piece: object) => wire.set(id, { ...wire.get(id), ...piece });
const answersTo = (path: string) => [...wire.values()].filter((one) => one.path === path && one.status !== undefined);
const statusesOf = (path: string) => answersTo(path).map(({ status }) => status);

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return answer;
}

async function signIn(): Promise<void> {
  await page.locator('[name=email]').fill(credentials.email);
  await page.locator('[name=password]').fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: '8b', exact: true }).waitFor();
}

beforeAll(async () => {
  await post('/account/register/teacher/', { ...names, ...credentials, password2: credentials.password });
  const { code } = await product.mail(credentials.email);
  await post('/account/verify-otp/', { email: credentials.email, code });
  const { access } = await (await post('/account/login/teacher/', credentials)).json();
  const authorization = { Authorization: `Bearer ${access}` };
  ({ id: sectionId } = await (
    await post('/section/create/', { name: '8b', subject: 'Physics' }, authorization)
  ).json());
  const student_emails = ['kai.driftwoodson@students.example'];
  await post(`/section/${sectionId}/add-students/`, { student_emails }, authorization);
  await post('/detection/sessions/start/', { section_id: sectionId, is_active: true }, authorization);

  page = await browser.newPage({ baseURL: product.url });
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    note(requestId, { path: new URL(request.url).pathname }),
  );
  devTools.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) =>
    note(requestId, { ifNoneMatch: headers['If-None-Match'] }),
  );
  devTools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
    note(requestId, { status: statusCode }),
  );
  await devTools.send('Network.enable');
  await page.goto('/');
  await signIn();
});
test('unchanged lists are shown again without being sent again', async () => {
  // The browser may still be storing what has come.
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('link', { name: '8b', exact: true }).click();
  await page.getByText('No detection logs available.').waitFor();
  // The list is requested at each load and for the section, and again if the live channel opens meanwhile.
  await expect.poll(() => statusesOf('/section/list/').join()).toMatch(/^200(,304){2,}$/);
  // Changes are requested at their own address, which is stable until something changes. During a lesson the page also
  // polls.
  for (const statuses of [/^200,200(,304)*$/, /^200,200(,304)+$/]) {
    await page.getByRole('button', { name: 'Refresh Logs' }).click();
    await expect.poll(() => statusesOf('/detection/logs/').join()).toMatch(statuses);
  }
});

test('changes show at once', async () => {
  const event = { section_id: sectionId, student_email: 'kai.driftwoodson@students.example', activity_type: 'no_face' };
  await product.report([event]);
  await page.getByText('No Face Detected').first().waitFor();
  await expect.poll(() => statusesOf('/detection/logs/').join()).toMatch(/^200,200(,304)+,200/);
});

test('signing out empties the cache, quickly', async () => {
  // Sign-out waits up to 5 s for the browser to clear its cache.
  await page.getByRole('button', { name: /Noor/ }).click();
  const signedOut = page.waitForResponse((answer) => answer.url().endsWith('/account/logout/'));
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out, keep it running' }).click();
  await (await signedOut).finished();
  wire.clear();
  await signIn();
  const first = () => answersTo('/section/list/')[0];
  await expect.poll(first).toMatchObject({ ifNoneMatch: undefined, status: 200 });
});
