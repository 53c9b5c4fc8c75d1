import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { started } from './browser';
import type { Product } from './product';

const created = v.object({ id: v.number() });

const twoStudents = ['aiko.larkspur@students.example', 'hana.willowick@students.example'];

/** Creates a verified teacher with a section through the API. The browser stays signed out. */
export async function enrolTeacher(
  product: Product,
  email: string,
  password: string,
  studentEmails: readonly string[] = twoStudents,
) {
  const call = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await call('/account/register/teacher/', {
    first_name: 'Noor',
    last_name: 'Haddad',
    email,
    password,
    password2: password,
  });
  const { code } = await product.mail(email);
  await call('/account/verify-otp/', { email, code });
  const { access } = v.parse(
    v.object({ access: v.string() }),
    await call('/account/login/teacher/', { email, password }),
  );
  const section = v.parse(
    created,
    await call('/section/create/', { name: 'Algebra 9b', subject: 'Mathematics' }, access),
  );
  await call(`/section/${section.id}/add-students/`, { student_emails: studentEmails }, access);
  return { sectionId: section.id };
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, email: string, password: string) {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  // Enter submits nothing before the page is hydrated.
  await started(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard');
}
