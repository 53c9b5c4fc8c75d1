import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, lateAnswer } from '../support/backend';
import { aiko, algebra, hana, milo, nora, openSection } from '../support/classroom';
import { alerts, pageText, settle, statuses } from '../support/screen';
import { filesOf, notText } from '../support/textFiles';

const search = 'GET /section/search-students/';
const add = 'POST /section/7/add-students/';
const sections = 'GET /section/list/';
const directory = [aiko, hana, milo, nora];

const dialog = () => screen.getByRole('dialog', { name: 'Paste a list of students' });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Names and emails');
const listed = (name: string) =>
  within(dialog())
    .queryAllByRole('list', { name })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((item) => item.querySelector('bdi')?.textContent);
const linesIn = (label: RegExp) => screen.queryByLabelText<HTMLTextAreaElement>(label)?.value.split('\n');

/** Manage Students, with the dialog open, over a directory in which some are found. */
async function openPaste(answers: Answers = {}) {
  const answer = ({ path }: { path: string }) => {
    const text = new URL(path, 'https://x.example').searchParams.get('q') ?? '';
    return { json: directory.filter((one) => `${one.name}\n${one.email}`.toLowerCase().includes(text.toLowerCase())) };
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
  test('is looked up by whole emails, and shown as found, already in and not found; the found are added at once', async () => {
    const { backend, check, press, user } = await openPaste({
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
    expect(linesIn(/^Not found \(1\)/)).toEqual(['x-milo@students.example']);
    expect(backend.sent.filter(({ method }) => method === 'POST')).toEqual([]);

    expect(pageText()).toContain('This leaves out 1 person on the list.');

    await press('Add 2 students');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Paste a list' }));
    await press('Paste a list');
    expect(field().value).toBe('');
    await user.keyboard('{Escape}');
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
    expect(statuses()).toContain('Checking 9 people…');
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
    expect(alerts()).toEqual(['Failed to search students. Please try again.\nNo answer from the server']);
    expect(linesIn(/^Not checked \(5\)/)).toHaveLength(5);
    backend.answer({ [search]: ({ path }) => (path.includes('nora') ? { status: 500 } : { json: [milo] }) });
    await press('Try again');
    expect(alerts()).toEqual([]);
    expect(listed('Found (1)')).toEqual(['Milo Fennimore']);
    expect(linesIn(/^Not checked \(1\)/)).toEqual(['nora@students.example']);
    expect(dialog().querySelector('h3')).toBe(document.activeElement);
    backend.answer({ [search]: { json: [nora] } });
    await press('Try again');
    expect(backend.calls(search)).toHaveLength(10);
    expect(listed('Found (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
    expect(linesIn(/^Not found \(3\)/)).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
  });

  test('keeps the focus on its button while it is looked up, and moves it to the result, away from the next button', async () => {
    const late = lateAnswer();
    const { check } = await openPaste({ [search]: () => late.answer });
    await check('milo@students.example');
    expect(document.activeElement?.textContent).toContain('Check the list');
    late.give({ json: [milo] });
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '1 of 1 found' }));
  });

  test.each([
    ['aiko@students.example', 'Add 0 students'],
    ['nobody@students.example', 'Add 0 students'],
  ])('of nobody who can be added (%s) adds nobody', async (list, name) => {
    const { check, press } = await openPaste();
    await check(list);
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await press(name);
    expect(dialog()).toBeTruthy();
  });

  test('says when it has nobody in it, or too many people', async () => {
    const { backend, check } = await openPaste();
    await check('12');
    expect(alerts()).toEqual(['This list contains no names and no emails.']);
    await check(Array.from({ length: 301 }, (_, index) => ` s${index}@x.example`).join());
    expect(alerts()).toEqual(['This list has 301 people. Up to 300 can be checked at once; please paste it in parts.']);
    expect(field().value).toContain('12');
    expect(backend.calls(search)).toEqual([]);
  });
});

describe('names without emails', () => {
  const other = { id: 35, name: 'Nora Quill', email: 'nora.q@students.example' };

  test('are found in the directory in either order, with their emails; nothing else is sent', async () => {
    const { backend, check, press } = await openPaste({
      [add]: { json: { ...algebra, students: [aiko, hana, milo] } },
    });
    await check('Fennimore, Milo\nQuill Nora\nNobody Here\nAiko Larkspur');
    expect(listed('Found by name (2)')).toEqual(['Milo Fennimore', 'Nora Quill']);
    expect(dialog().textContent).toContain('milo@students.example');
    expect(listed('Already in this section (1)')).toEqual(['Aiko Larkspur']);
    expect(linesIn(/^Not found \(1\)/)).toEqual(['Nobody Here']);
    expect(dialog().textContent).toContain('Ask your school’s IT support to add these people to the directory');
    await press('Add 2 students');
    expect(backend.calls(add).map(({ body }) => body)).toEqual([{ student_emails: [milo.email, nora.email] }]);
  });

  test('that several students have, or that are only a part of one, are chosen from', async () => {
    const { check, press, user } = await openPaste({
      [search]: ({ path }) => ({ json: path.includes('Hana') ? [hana] : path.includes('Nora') ? [nora, other] : [] }),
    });
    await check('Nora Quill\nHana');
    expect(statuses()).toContain('0 of 2 found');
    expect(screen.getByRole('button', { name: 'Add 0 students' }).getAttribute('aria-disabled')).toBe('true');
    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ textContent }) => textContent);
    expect(options('Nora Quill')).toEqual([
      'Nobody',
      'Nora Quill · nora@students.example',
      'Nora Quill · nora.q@students.example',
    ]);
    expect(options('Hana')).toEqual(['Nobody', 'Hana Willowick · hana@students.example · in this section']);
    await user.selectOptions(screen.getByLabelText('Nora Quill'), '35');
    expect(statuses()).toContain('1 of 2 found');
    expect(listed('Found (1)')).toEqual(['Nora Quill']);
    await press('Change the list');
    expect(field().value).toBe('Nora Quill\nHana');
  });
});

describe('people who are not in the directory', () => {
  const list = 'Otto Neu <otto@new.example>\nida@new.example\nOtto <OTTO@new.example>\nroom7@intranet';
  const open = { [search]: () => Response.json([], { headers: { 'X-Directory': 'open' } }) };
  const taking = { [sections]: { json: [{ ...algebra, takes_names: true }] } };

  test('are added with their names, which are asked for where they are missing, and with the others in one go', async () => {
    const otto = { id: 51, name: 'Otto Neu', email: 'otto@new.example' };
    const ida = { id: 52, name: 'Ida Known', email: 'ida@new.example' };
    const { backend, check, press, user } = await openPaste({
      ...taking,
      ...open,
      [add]: { json: { ...algebra, students: [aiko, hana, otto, ida] } },
    });
    await check(list);
    expect(listed('New to the school’s directory (1)')).toEqual(['Otto Neu']);
    expect(linesIn(/^Not found \(1\)/)).toEqual(['room7@intranet']);
    expect(linesIn(/^Listed more than once \(1\)/)).toEqual(['Otto <OTTO@new.example>']);
    await user.type(screen.getByLabelText('Name for ida@new.example'), ' Ida Neu ');
    await press('Add 2 students (2 new)');
    expect(backend.calls(add).map(({ body }) => body)).toEqual([
      {
        student_emails: [],
        new_students: [
          { name: 'Otto Neu', email: 'otto@new.example' },
          { name: 'Ida Neu', email: 'ida@new.example' },
        ],
      },
    ]);
    expect(statuses()).toContain('Students added successfully!');
  });

  test('need no email: five names, of whom three are known, are added by one press', async () => {
    const dora = { id: 53, name: 'Dora Day', email: 'id:53' };
    const ben = { id: 54, name: 'Ben de la Cruz', email: 'id:54' };
    const { backend, check, press } = await openPaste({
      ...taking,
      [add]: { json: { ...algebra, takes_names: true, students: [aiko, hana, milo, nora, dora, ben] } },
    });
    await check(
      'Nr;Name;Vorname;Geb.;Klasse\n1;Fennimore;Milo;;7b\n2;Quill;Nora;;7b\n3;Day;Dora;;7b\n4;de la Cruz;Ben;;7b',
    );
    expect(statuses()).toContain('2 of 4 found, 2 new');
    expect(listed('New, without an email (2)')).toEqual(['Dora Day', 'Ben de la Cruz']);
    expect(dialog().textContent).toContain('They become students of this section only. You can add an email later.');
    expect(pageText()).not.toContain('This leaves out');
    await press('Add 4 students (2 new)');
    expect(backend.calls(add).map(({ body }) => body)).toEqual([
      { student_emails: [milo.email, nora.email], new_students: [{ name: 'Dora Day' }, { name: 'Ben de la Cruz' }] },
    ]);
    expect(pageText()).toContain('No email');
    expect(pageText()).not.toContain('id:5');
    expect(screen.getByRole('button', { name: /^Add an email for .?Dora Day/ })).toBeTruthy();
  });

  test('are told apart if two have one name, and never merged', async () => {
    const { backend, check, press, user } = await openPaste({
      [sections]: {
        json: [
          {
            ...algebra,
            takes_names: true,
            students: [
              { id: 54, name: 'Ben Roth', email: 'id:54' },
              { id: 55, name: 'Ben Roth', email: 'b@x.example' },
            ],
          },
        ],
      },
      [search]: { json: [] },
      [add]: { json: algebra },
    });
    await check('1;Roth;Ben;7b\n2;Day;Dora;7b\n3;Day;Dora;7c');
    expect(listed('New, without an email (2)')).toEqual(['Day Dora', 'Day Dora (2)']);
    expect(statuses()).toContain('2 of 3 are new');
    await user.selectOptions(screen.getByLabelText('Roth Ben'), 'new');
    expect(statuses()).toContain('3 people, all new');
    await press('Add 3 students (3 new)');
    expect(backend.calls(add).map(({ body }) => body)).toEqual([
      { student_emails: [], new_students: [{ name: 'Roth Ben (3)' }, { name: 'Day Dora' }, { name: 'Day Dora (2)' }] },
    ]);
  });

  test('stay selected when nobody was added, and can be added again', async () => {
    const { backend, check, press } = await openPaste({
      ...taking,
      [search]: { json: [] },
      [add]: { status: 409, json: { detail: 'Too many.' } },
    });
    await check('Dora Day');
    await press('Add 1 student (1 new)');
    expect(alerts()).toEqual(['Failed to add students. Please try again.\nToo many.']);
    const dora = { id: 53, name: 'Dora Day', email: 'id:53' };
    backend.answer({ [add]: { json: { ...algebra, students: [aiko, hana, dora] } } });
    await press('Add Selected Students');
    expect(backend.calls(add).at(-1)?.body).toEqual({ student_emails: [], new_students: [{ name: 'Dora Day' }] });
    expect(screen.getByText('Nobody selected yet.')).toBeTruthy();
  });

  test('are not offered with a backend that does not know of it', async () => {
    const { check } = await openPaste(open);
    await check(`${list}\nDora Day`);
    expect(screen.queryByRole('button', { name: /new\)/ })).toBeNull();
    expect(linesIn(/^Not found \(4\)/)).toEqual([
      'Otto Neu <otto@new.example>',
      'ida@new.example',
      'room7@intranet',
      'Dora Day',
    ]);
  });
});

test('a long list shows how long it is, and all of it when asked to', async () => {
  const many = Array.from({ length: 9 }, (_, id) => ({ id, name: `Student ${id}`, email: `s${id}@students.example` }));
  const { check, press } = await openPaste({
    [search]: ({ path }) => ({ json: many.filter(({ email }) => path.includes(encodeURIComponent(email))) }),
  });
  await check(many.map(({ email }) => email).join('\n'));
  expect(listed('Found (9)')).toHaveLength(6);
  await press('Show all 9');
  expect(listed('Found (9)')).toHaveLength(9);
  await press('Show fewer');
  expect(listed('Found (9)')).toHaveLength(6);
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
    expect(alerts()).toEqual(['This is not a text file. Please save it as CSV, or copy the list and paste it.']);
    expect(backend.calls(search)).toEqual([]);
  });

  test('of more than a megabyte is not read', async () => {
    const { backend, user } = await openPaste();
    await user.upload(screen.getByLabelText('Choose a CSV file'), file(csv.padEnd(1_000_001)));
    await settle();
    expect(alerts()).toEqual(['This file is too large for a list of students. Please paste the list instead.']);
    expect(backend.calls(search)).toEqual([]);
    await user.upload(screen.getByLabelText('Choose a CSV file'), file(csv.padEnd(1_000_000)));
    await settle();
    expect(listed('Found (2)')).toHaveLength(2);
  });
});
