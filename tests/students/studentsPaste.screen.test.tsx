import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, lateAnswer } from '../support/backend';
import { aiko, algebra, hana, milo, openSection } from '../support/classroom';
import { alerts, pageText, settle, statuses } from '../support/screen';
import { filesOf, notText } from '../support/textFiles';

const search = 'GET /section/search-students/';
const add = 'POST /section/7/add-students/';
const nora = { id: 34, name: 'Nora Quill', email: 'nora@students.example' };
const directory = [aiko, hana, milo, nora];

const dialog = () => screen.getByRole('dialog', { name: 'Paste a list of students' });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Student emails');
const listed = (name: string) =>
  within(dialog())
    .queryAllByRole('list', { name })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((item) => item.querySelector('bdi')?.textContent);
const emailsIn = (label: RegExp) => screen.queryByLabelText<HTMLTextAreaElement>(label)?.value.split('\n');

/** Manage Students, with the dialog open, over a directory in which some are found. */
async function openPaste(answers: Answers = {}) {
  const answer = ({ path }: { path: string }) => {
    const text = new URL(path, 'https://x.example').searchParams.get('q') ?? '';
    return { json: directory.filter(({ email }) => email.includes(text.toLowerCase())) };
  };
  const opened = await openSection({ [search]: answer, ...answers }, '/add-students');
  await opened.press('Paste a list');
  return {
    ...opened,
    async check(list: string) {
      await opened.user.click(field());
      await opened.user.paste(list);
      await opened.press('Check the list');
    },
  };
}

describe('a pasted list', () => {
  test('is looked up by whole emails, and shown as found, already in and not found; the found are selected', async () => {
    const { backend, check, press } = await openPaste({
      [add]: { json: { ...algebra, students: [aiko, hana, milo, nora] } },
    });
    expect(document.activeElement).toBe(field());
    await check('Nora <NORA@students.example>; x-milo@students.example\nmilo@students.example aiko@students.example,,');
    expect(backend.calls(search).map(({ path }) => decodeURIComponent(path.split('=')[1] ?? ''))).toEqual([
      'NORA@students.example',
      'x-milo@students.example',
      'milo@students.example',
    ]);
    expect(statuses()).toContain('3 of 4 found');
    expect(listed('Found (2)')).toEqual(['Nora Quill', 'Milo Fennimore']);
    expect(listed('Already in this section (1)')).toEqual(['Aiko Larkspur']);
    expect(emailsIn(/^Not found \(1\)/)).toEqual(['x-milo@students.example']);
    expect(backend.sent.filter(({ method }) => method === 'POST')).toEqual([]);

    await press('Select 2 students');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Selected students (2)' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Paste a list' }));
    await press('Add Selected Students');
    expect(backend.calls(add).map(({ body }) => body)).toEqual([
      { student_emails: ['nora@students.example', 'milo@students.example'] },
    ]);
    expect(statuses()).toContain('Students added successfully!');
  });

  test('asks for no more than four at a time, and for none any more once it is closed', async () => {
    const late = lateAnswer();
    const { backend, check, user } = await openPaste({ [search]: () => late.answer });
    await check(Array.from({ length: 9 }, (_, index) => `s${index}@x.example`).join('\n'));
    expect(backend.calls(search)).toHaveLength(4);
    expect(statuses()).toContain('Checking 9 emails…');
    expect(pageText()).toContain('0 of 9 checked');
    await user.keyboard('{Escape}');
    await settle();
    expect(backend.calls(search).map(({ signal }) => signal.aborted)).toEqual([true, true, true, true]);
    late.give({ json: [] });
    await settle();
    expect(backend.calls(search)).toHaveLength(4);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offline it stops at once, says so, and goes on from there when asked to', async () => {
    const { backend, check, press } = await openPaste();
    backend.answer({ [search]: 'fail' });
    await check('milo@students.example, nora@students.example, a@x.example, b@x.example, c@x.example');
    expect(backend.calls(search)).toHaveLength(4);
    expect(alerts()).toEqual(['Failed to search students. Please try again.']);
    expect(emailsIn(/^Not checked \(5\)/)).toHaveLength(5);
    backend.answer({ [search]: ({ path }) => (path.includes('nora') ? { status: 500 } : { json: [milo] }) });
    await press('Try again');
    expect(alerts()).toEqual([]);
    expect(listed('Found (1)')).toEqual(['Milo Fennimore']);
    expect(emailsIn(/^Not checked \(1\)/)).toEqual(['nora@students.example']);
    expect(dialog().querySelector('h3')).toBe(document.activeElement);
    backend.answer({ [search]: { json: [nora] } });
    await press('Try again');
    expect(backend.calls(search)).toHaveLength(10);
    expect(listed('Found (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
    expect(emailsIn(/^Not found \(3\)/)).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
  });

  test('keeps the focus on its button while it is looked up', async () => {
    const late = lateAnswer();
    const { check } = await openPaste({ [search]: () => late.answer });
    await check('milo@students.example');
    expect(document.activeElement?.textContent).toContain('Check the list');
    late.give({ json: [milo] });
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select 1 student' }));
  });

  test.each([
    ['aiko@students.example', 'Select 0 students'],
    ['nobody@students.example', 'Select 0 students'],
  ])('of nobody who can be selected (%s) selects nobody', async (list, name) => {
    const { check, press } = await openPaste();
    await check(list);
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await press(name);
    expect(dialog()).toBeTruthy();
  });

  test('says when it has no email, or too many', async () => {
    const { backend, check } = await openPaste();
    await check('Milo Fennimore');
    expect(alerts()).toEqual(['This list contains no emails.']);
    await check(Array.from({ length: 301 }, (_, index) => ` s${index}@x.example`).join());
    expect(alerts()).toEqual(['This list has 301 emails. Up to 300 can be checked at once; please paste it in parts.']);
    expect(field().value).toContain('Milo Fennimore');
    expect(backend.calls(search)).toEqual([]);
  });
});

describe('a file', () => {
  const csv = 'Name,Email\r\n"Fennimore, Milo",milo@students.example\r\n"Quill, Nora",nora@students.example\r\n';
  const file = (text = csv) => new File([text], 'class.csv', { type: 'text/csv' });

  test('that is chosen is looked up, with the focus kept in the dialog', async () => {
    const { user } = await openPaste();
    await user.upload(screen.getByLabelText('Choose a CSV file'), file());
    await settle();
    expect(listed('Found (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '2 of 2 found' }));
  });

  test('that is dropped is looked up, and the browser does not open it', async () => {
    await openPaste();
    expect(fireEvent.dragOver(field())).toBe(false);
    expect(fireEvent.drop(field(), { dataTransfer: { files: [file()] } })).toBe(false);
    await settle();
    expect(listed('Found (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
  });

  test('a text that is dropped is the field’s own', async () => {
    await openPaste();
    expect(fireEvent.drop(field(), { dataTransfer: { files: [] } })).toBe(true);
  });

  test.each(filesOf(csv))('of %s is looked up', async (_, bytes) => {
    const { user } = await openPaste();
    await user.upload(screen.getByLabelText('Choose a CSV file'), new File([bytes], 'class.csv'));
    await settle();
    expect(alerts()).toEqual([]);
    expect(listed('Found (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
  });

  test.each(notText)('that is %s is not looked up, and says what to do', async (_, bytes) => {
    const { backend } = await openPaste();
    fireEvent.drop(field(), { dataTransfer: { files: [new File([bytes], 'class.xlsx')] } });
    await settle();
    expect(alerts()).toEqual(['This is not a text file. Please save it as CSV, or copy the emails and paste them.']);
    expect(backend.calls(search)).toEqual([]);
  });

  test('of more than a megabyte is not read', async () => {
    const { backend, user } = await openPaste();
    await user.upload(screen.getByLabelText('Choose a CSV file'), file(csv.padEnd(1_000_001)));
    await settle();
    expect(alerts()).toEqual(['This file is too large for a list of students. Please paste the emails instead.']);
    expect(backend.calls(search)).toEqual([]);
    await user.upload(screen.getByLabelText('Choose a CSV file'), file(csv.padEnd(1_000_000)));
    await settle();
    expect(listed('Found (2)')).toHaveLength(2);
  });
});
