import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A class arrives. The students are scripted: they make the calls of their page, without its detector. */

const { product, browser, email, password } = await openJourney();

/** Two of them have the same name. */
const people = Array.from({ length: 31 }, (_, number) => ({
  name: number < 2 ? 'Rowan Ashgrove' : `Pupil ${number} Reedbank`,
  email: `pupil${number}@school.example`,
}));

let teacher: Page;
let sectionId: number;

/** Makes a call with JSON. */
async function answer(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status, `${path}: ${await response.clone().text()}`).toBeLessThan(300);
  return response;
}

const call = async (path: string, body: unknown, headers?: Record<string, string>): Promise<unknown> =>
  (await answer(path, body, headers)).json();

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  const signedIn = await call('/account/login/teacher/', { email, password });
  const { access } = v.parse(v.object({ access: v.string() }), signedIn);
  const bearer = { Authorization: `Bearer ${access}` };
  await call('/section/new-students/', { students: people }, bearer);
  await call(`/section/${sectionId}/add-students/`, { student_emails: people.map((one) => one.email) }, bearer);
  teacher = await browser.newPage({ baseURL: product.url });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('button', { name: 'Start Detection' }).click();
});

const Door = v.object({ students: v.array(v.object({ id: v.union([v.number(), v.string()]), name: v.string() })) });

/** Types the code, picks the own name, and waits at the door. Returns what the page tells once it is admitted. */
async function arrive(code: string, number: number) {
  const door = await answer('/attend/door/', { code });
  const Cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { students } = v.parse(Door, await door.json());
  const own = students.filter(({ name }) => name.startsWith('Pupil') || name.startsWith('Rowan'))[number];
  const knocked = await call('/attend/knock/', { code, student_id: own?.id }, { Cookie });
  const { token } = v.parse(v.object({ token: v.string() }), knocked);
  return (state: string) => call('/attend/heartbeat/', { state }, { Authorization: `Attend ${token}` });
}

test('a class goes from the code to 28 watched, one without a camera and two latecomers at the door in 90 seconds', async () => {
  const began = performance.now();
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  const code =
    (await teacher
      .getByRole('dialog')
      .getByText(/^[2-9A-HJKMNP-Z]{6}$/)
      .textContent()) ?? '';
  const door = v.parse(Door, await call('/attend/door/', { code }));
  // Namesakes can tell which one they are.
  expect(new Set(door.students.map(({ name }) => name)).size).toBe(33);

  const [camerasOff, ...watched] = await Promise.all(people.slice(0, 29).map((_, number) => arrive(code, number)));
  await teacher.getByRole('button', { name: 'Admit all (29)' }).click();
  await teacher.getByText('Nobody is waiting.').waitFor();
  const told = await Promise.all([camerasOff?.('unwatched'), ...watched.map((tell) => tell('watching'))]);
  expect(told).toEqual(told.map(() => expect.objectContaining({ state: 'admitted' })));
  await Promise.all([arrive(code, 29), arrive(code, 30)]);
  await teacher.getByRole('button', { name: 'Admit all (2)' }).waitFor();
  await teacher.keyboard.press('Escape');
  await teacher.getByText('watching 28 of 33').filter({ visible: true }).waitFor();
  await teacher.getByRole('button', { name: '2 waiting' }).waitFor();
  expect(performance.now() - began).toBeLessThan(90_000);
});

test('the report of the class takes three pages at most, and no heading stands alone at a foot', async () => {
  const activities = ['no_face', 'multiple_faces', 'left_page', 'suspicious_application'] as const;
  for (const [round] of activities.entries()) {
    await product.report(
      people.slice(0, 20).map((one, number) => ({
        ...{ section_id: sectionId, student_email: one.email, details: 'Seen for 12 s' },
        activity_type: activities[(number + round) % activities.length] ?? 'no_face',
      })),
    );
  }
  await teacher.getByRole('button', { name: 'Stop Detection' }).click();
  await teacher.getByRole('link', { name: 'Lesson report' }).click();
  await teacher.getByRole('region', { name: 'Students' }).waitFor();
  await teacher.getByText('31 of 33 present, 2 absent.').waitFor();
  const pages = (await extractText(await getDocumentProxy(new Uint8Array(await teacher.pdf({ format: 'A4' }))))).text;
  expect(pages.length).toBeLessThanOrEqual(3);
  expect(pages[0]).toContain('Hints from a program, no verdicts');
  expect(pages.join(' ')).toContain('Pupil 19 Reedbank');
  for (const page of pages)
    expect(page).not.toMatch(/(Timeline|Students|Pictures|Register)\s*Algebra 9b · Noor Haddad/);
});
