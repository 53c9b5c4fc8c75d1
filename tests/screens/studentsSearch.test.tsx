import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, wordlessRefusals } from '../support/backend';
import { aiko, algebra, hana, milo, openSection } from '../support/classroom';
import { address, alerts, pageText, pass, settle } from '../support/screen';

const search = 'GET /section/search-students/';
const box = () => screen.getByRole('searchbox');
const listed = (name: RegExp) => {
  const list = screen.queryByRole('list', { name });
  return list === null
    ? []
    : within(list)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('p')?.textContent);
};
const results = () => listed(/^Search results$/);
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
    await press('Select Milo Fennimore');
    expect(isInert()).toBe(false);
    await press('Take Milo Fennimore off the selection');
    expect(isInert()).toBe(true);
    expect(selected()).toEqual([]);
    expect(backend.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('5.17 nobody is selected twice, nor while enrolled', async () => {
    const { backend, type, press } = await openStudents({
      [search]: { json: [{ ...aiko, id: 900, email: 'AIKO@Students.example' }, milo] },
    });
    await type('mi');
    expect(screen.queryByRole('button', { name: 'Select Aiko Larkspur' })).toBeNull();
    expect(screen.getByText('In this section')).toBeTruthy();
    await press('Select Milo Fennimore');
    expect(screen.queryByRole('button', { name: 'Select Milo Fennimore' })).toBeNull();
    backend.answer({ [search]: { json: [{ ...milo, id: '33', email: 'Milo@students.example' }] } });
    await type('milo');
    expect(results()).toEqual(['Milo Fennimore']);
    expect(screen.queryByRole('button', { name: 'Select Milo Fennimore' })).toBeNull();
    expect(screen.getByText('Selected')).toBeTruthy();
    expect(selected()).toEqual(['Milo Fennimore']);
  });

  test('5.17 who is taken off can be selected again, who is removed from the section as well', async () => {
    const { type, press } = await openStudents({
      'POST /section/7/remove-students/': { json: { ...algebra, students: [hana] } },
    });
    await type('mi');
    await press('Select Milo Fennimore');
    await press('Take Milo Fennimore off the selection');
    expect(screen.getByRole('button', { name: 'Select Milo Fennimore' })).toBeTruthy();
    await press('Remove Aiko Larkspur');
    await press('Remove');
    expect(screen.getByRole('button', { name: 'Select Aiko Larkspur' })).toBeTruthy();
  });

  test('stays while another text is typed and searched', async () => {
    const { backend, user, type, press } = await openStudents();
    await type('mi');
    await press('Select Milo Fennimore');
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
