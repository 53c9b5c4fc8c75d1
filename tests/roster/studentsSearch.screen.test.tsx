import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, wordlessRefusals } from '../support/backend';
import { aiko, algebra, hana, milo, nora, openSection } from '../support/classroom';
import { address, alerts, pageText, pass, settle, statuses } from '../support/screen';

const search = 'GET /section/search-students/';
const box = () => screen.getByRole('searchbox');
const listed = (name: RegExp) => {
  const list = screen.queryByRole('list', { name });
  return list === null
    ? []
    : within(list)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('bdi')?.textContent);
};
const results = () => listed(/^Search results$/);
const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const isTicked = (name: string) => tick(name).checked;
const selected = () => listed(/^Selected students/);

async function openStudents(answers: Answers = {}) {
  const opened = await openSection({ [search]: { json: [aiko, milo] }, ...answers }, '/add-students');
  return {
    ...opened,
    /** Types in place of what the box holds, and waits until the typing counts as finished. */
    async type(text: string) {
      await opened.user.clear(box());
      await opened.user.type(box(), text);
      await pass(250);
    },
  };
}

test('2.18 has a search box, a selection, Add Selected Students, Back to Section and Current Students', async () => {
  const { press } = await openStudents();
  expect(screen.getByRole('heading', { level: 1, name: 'Manage Students' })).toBeTruthy();
  expect(box().getAttribute('type')).toBe('search');
  expect(screen.getByRole('heading', { name: 'Selected students (0)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Selected Students' })).toBeTruthy();
  expect(listed(/^Current Students/)).toEqual(['Aiko Larkspur', 'Hana Willowick']);
  expect(screen.getByRole('heading', { name: 'Current Students (2)' })).toBeTruthy();
  expect(screen.getAllByText('Remove')).toHaveLength(2);
  await press('Back to Section', 'link');
  expect(address()).toBe('/sections/7');
});

test('8.28 without students it says so', async () => {
  await openStudents({ 'GET /section/list/': { json: [{ ...algebra, students: [] }] } });
  expect(screen.getByText('No students in this section yet.')).toBeTruthy();
});

describe('the search', () => {
  test.each(['a', ' a ', '   '])('5.16 does not start at %j', async (text) => {
    const { backend, type } = await openStudents();
    await type(text);
    await pass(5000);
    expect(backend.calls(search)).toEqual([]);
    expect(pageText()).not.toMatch(/Searching|Nobody found/);
  });

  test('5.16, 7.17 starts at 2 characters', async () => {
    const { backend, type } = await openStudents();
    await type('ai');
    const [call, ...more] = backend.calls(search);
    expect(more).toEqual([]);
    expect(call?.url).toBe('https://api.school.example/section/search-students/?q=ai');
    expect(call?.headers.get('Authorization')).toBe('Bearer A1');
    expect(call?.credentials).toBe('include');
    expect(results()).toEqual(['Aiko Larkspur', 'Milo Fennimore']);
    expect(screen.getByText('milo@students.example')).toBeTruthy();
  });

  test('7.17 sends any text whole', async () => {
    const { backend, type } = await openStudents();
    await type(' a&b=é +1% ');
    const path = backend.calls(search)[0]?.path ?? '';
    expect(new URL(path, 'https://x.example').searchParams.get('q')).toBe('a&b=é +1%');
  });

  test('is one request for a name typed fluently', async () => {
    const { backend, type } = await openStudents();
    await type('aiko larkspur');
    expect(backend.calls(search).map(({ path }) => path)).toEqual(['/section/search-students/?q=aiko%20larkspur']);
  });

  test('drops the answer of an older text, also when it comes last', async () => {
    const older = lateAnswer();
    const newer = lateAnswer();
    const { backend, type } = await openStudents({
      [search]: ({ path }) => (path.endsWith('q=ai') ? older : newer).answer,
    });
    await type('ai');
    await type('mil');
    expect(backend.calls(search).map(({ signal }) => signal.aborted)).toEqual([true, false]);
    newer.give({ json: [milo] });
    await settle();
    older.give({ json: [aiko] });
    await settle();
    expect(results()).toEqual(['Milo Fennimore']);
  });

  test('5.16 drops its answer and its results below 2 characters', async () => {
    const late = lateAnswer();
    const { backend, user, type } = await openStudents();
    await type('ai');
    expect(results()).toHaveLength(2);
    backend.answer({ [search]: () => late.answer });
    await type('aik');
    await user.type(box(), '{Backspace}{Backspace}');
    late.give({ json: [milo] });
    await pass(1000);
    expect(results()).toEqual([]);
    expect(pageText()).not.toMatch(/Searching|Nobody found/);
  });

  test('3.3, 8.29 takes ids as text, a list under results, and leaves out what is no student', async () => {
    const { type } = await openStudents({ [search]: { json: { results: [{ ...milo, id: 'm' }, null, 'x', {}] } } });
    await type('mi');
    expect(results()).toEqual(['Milo Fennimore']);
  });

  const twenty = Array.from({ length: 20 }, (_, index) => ({ ...milo, id: index, email: `s${index}@x.example` }));
  test.each([
    ['20 of 40 shown', twenty, '40'],
    ['20 shown', twenty, '20'],
    ['20 shown. There may be more.', twenty, null],
    ['1 shown', [milo], null],
    ['1 of 2 shown', [milo], '2'],
  ])('says %j', async (sentence, students, total) => {
    const headers = total === null ? {} : { 'X-Total-Count': total };
    const { type } = await openStudents({ [search]: Response.json(students, { headers }) });
    await type('mi');
    expect(statuses()).toContain(sentence);
  });

  test('says that nobody was found', async () => {
    const { type } = await openStudents({ [search]: { json: [] } });
    await type('zz');
    expect(screen.getByText('Nobody found for “zz”.')).toBeTruthy();
  });

  const failures: [string, Answer][] = [
    ...wordlessRefusals,
    ['an empty success', { status: 204 }],
    ['an odd success', { json: { students: [milo] } }],
  ];
  test.each(failures)('8.29 failing with %s it says so until the next text', async (_name, answer) => {
    const { backend, type } = await openStudents({ [search]: answer });
    await type('mi');
    expect(alerts()).toEqual(['Failed to search students. Please try again.']);
    backend.answer({ [search]: { json: [milo] } });
    await type('mil');
    expect(alerts()).toEqual([]);
    expect(results()).toEqual(['Milo Fennimore']);
  });
});

describe('the selection', () => {
  const addButton = () => screen.getByRole('button', { name: 'Add Selected Students' });
  const isInert = () => addButton().getAttribute('aria-disabled') === 'true';

  test('5.18 nothing can be added without one', async () => {
    const { backend, user, type, press } = await openStudents();
    expect(isInert()).toBe(true);
    await type('mi');
    expect(isInert()).toBe(true);
    await user.click(addButton());
    await user.click(tick('Milo Fennimore'));
    expect(isInert()).toBe(false);
    await press('Remove Milo Fennimore from the selection');
    expect(isInert()).toBe(true);
    expect(selected()).toEqual([]);
    expect(backend.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('5.17 nobody is selected twice, nor while enrolled', async () => {
    const { backend, user, type } = await openStudents({
      [search]: { json: [{ ...aiko, id: 900, email: 'AIKO@Students.example' }, milo] },
    });
    await type('mi');
    expect(screen.getByText('In this section')).toBeTruthy();
    await user.click(tick('Aiko Larkspur'));
    expect(isTicked('Aiko Larkspur')).toBe(true);
    expect(tick('Aiko Larkspur').getAttribute('aria-disabled')).toBe('true');
    expect(selected()).toEqual([]);
    await user.click(tick('Milo Fennimore'));
    backend.answer({ [search]: { json: [{ ...milo, id: '33', email: 'Milo@students.example' }] } });
    await type('milo');
    expect(results()).toEqual(['Milo Fennimore']);
    expect(isTicked('Milo Fennimore')).toBe(true);
    expect(selected()).toEqual(['Milo Fennimore']);
    expect(document.activeElement).toBe(box());
  });

  test('5.17 a tick selects, another takes off, anywhere in the row, with the focus left on it', async () => {
    const { user, type } = await openStudents();
    await type('mi');
    await user.click(screen.getByText('milo@students.example'));
    expect(selected()).toEqual(['Milo Fennimore']);
    await user.keyboard(' ');
    expect(selected()).toEqual([]);
    await user.keyboard(' ');
    expect(selected()).toEqual(['Milo Fennimore']);
    expect(document.activeElement).toBe(tick('Milo Fennimore'));
  });

  test('5.17 all shown are selected but for those who are in the section, none of them twice', async () => {
    const { user, type, press } = await openStudents({ [search]: { json: [aiko, milo, nora] } });
    await type('students');
    await user.click(tick('Nora Quill'));
    await press('Select all 3 shown');
    expect(selected()).toEqual(['Nora Quill', 'Milo Fennimore']);
    const button = screen.getByRole('button', { name: 'Select all 3 shown' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  test('5.17 who is taken off can be selected again, who is removed from the section as well', async () => {
    const { user, type, press } = await openStudents({
      'POST /section/7/remove-students/': { json: { ...algebra, students: [hana] } },
    });
    await type('mi');
    await user.click(tick('Milo Fennimore'));
    await press('Remove Milo Fennimore from the selection');
    expect(isTicked('Milo Fennimore')).toBe(false);
    await press('Remove Aiko Larkspur');
    await press('Remove');
    expect(isTicked('Aiko Larkspur')).toBe(false);
  });

  test('stays while another text is typed and searched', async () => {
    const { backend, user, type } = await openStudents();
    await type('mi');
    await user.click(tick('Milo Fennimore'));
    backend.answer({ [search]: { json: [] } });
    await user.type(box(), 'zz');
    expect(selected()).toEqual(['Milo Fennimore']);
    await pass(250);
    expect(selected()).toEqual(['Milo Fennimore']);
    await user.clear(box());
    await pass(250);
    expect(selected()).toEqual(['Milo Fennimore']);
  });
});
