import { afterEach, describe, expect, test, vi } from 'vitest';
import { studentKeyOf } from '../../src/studentKeys';
import { type Answer, pageForSuccess, stubBackend } from '../support/backend';
import { ada, aSection, section } from '../support/samples';
import { createServices, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

const list = 'GET /section/list/';
const add = 'POST /section/7/add-students/';
const remove = 'POST /section/7/remove-students/';
const erase = 'DELETE /section/7/delete/';

const stubbed = (answers: Parameters<typeof stubBackend>[0]) => {
  stubBackend(answers);
  return createServices().section;
};

describe('3 sections', () => {
  test('ids may be numbers or text; students are a list, an object with results, or missing', async () => {
    const { fetchSections } = stubbed({
      [list]: {
        json: [
          { ...section, id: 7, students: [{ ...ada, id: 1 }] },
          { ...section, id: '8', students: { results: [{ ...ada, id: 'x' }] } },
          { id: 9, name: '6c', subject: 'Art' },
          { ...section, id: 10, students: null },
        ],
      },
    });
    expect(await fetchSections(signal)).toEqual([
      section,
      aSection({ id: '8', students: [{ ...ada, id: 'x' }] }),
      { id: '9', name: '6c', subject: 'Art', students: [] },
      aSection({ id: '10', students: [] }),
    ]);
  });

  test('an unreadable one does not hide the others, and missing texts are empty', async () => {
    const { fetchSections } = stubbed({
      [list]: { json: { results: [null, 'x', { name: 'no id' }, { id: '', name: 'no id' }, { id: 7, name: null }] } },
    });
    expect(await fetchSections(signal)).toEqual([{ id: '7', name: '', subject: '', students: [] }]);
  });
});

test('a student without an email has none on any screen, and keeps what calls need', async () => {
  const students = [
    { id: 17, name: 'Ben Roth', email: 'id:17' },
    { ...ada, id: 1 },
  ];
  const { fetchSections } = stubbed({ [list]: { json: [{ ...section, takes_names: true, students }] } });
  const [read] = await fetchSections(signal);
  expect(read?.takesNames).toBe(true);
  const [ben, other] = read?.students ?? [];
  expect(ben).toEqual({
    id: '17',
    name: 'Ben Roth',
    email: '',
    handle: 'id:17',
    studentKey: studentKeyOf('id:17', ''),
  });
  expect(other).toEqual({ ...ada, id: '1' });
});

describe('8.19 deleting a section unknown to the backend', () => {
  const unknown = { [erase]: { status: 404, json: { detail: 'Section not found.' } } };
  const other = aSection({ id: '8' });

  test.each<[string, Answer]>([
    ['a gateway that lost patience', { status: 504 }],
    ['a page for a success', pageForSuccess],
  ])('depends on the list when answered with %s', async (_, answer) => {
    const { deleteSection } = stubbed({ [erase]: answer, [list]: { json: [other] } });
    await deleteSection('7', 'horse', signal);
    stubBackend({ [erase]: answer, [list]: { json: [{ ...other, id: 7 }] } });
    await expect(deleteSection('7', 'horse', signal)).rejects.toMatchObject({ problem: { kind: 'failed' } });
  });

  test.each<[string, Answer]>([
    ['still has it', { json: [{ ...other, id: 7 }] }],
    ['cannot be fetched', 'fail'],
  ])('is refused when the list %s', async (_, answer) => {
    const { deleteSection } = stubbed({ ...unknown, [list]: answer });
    await expect(deleteSection('7', 'horse', signal)).rejects.toMatchObject({
      problem: { sentence: 'Section not found.', kind: 'notFound' },
    });
  });
});

describe('7 students', () => {
  test.each([
    ['40', 40],
    ['1', 1],
    ['0', null],
    ['-1', null],
    ['many', null],
    ['', null],
  ])('an X-Total-Count of %j means a total of %j', async (header, total) => {
    const found = [{ id: 1, name: 'Ada', email: 'ada@school.example' }];
    const { searchStudents } = stubbed({
      'GET /section/search-students/': Response.json(found, { headers: { 'X-Total-Count': header } }),
    });
    expect((await searchStudents('ad', signal)).total).toBe(total);
  });

  test('a section deleted meanwhile is a failure', async () => {
    const answers = { [add]: { status: 204 }, [remove]: { status: 204 }, [list]: { json: [] } };
    await expect(stubbed(answers).addStudents('7', { emails: ['a@b'], newStudents: [] }, signal)).rejects.toMatchObject(
      {
        problem: { kind: 'notFound', sentence: 'Failed to add students. Please try again.' },
      },
    );
    await expect(stubbed(answers).removeStudent('7', 'a@b', signal)).rejects.toMatchObject({
      problem: { kind: 'notFound', sentence: 'Failed to remove student' },
    });
  });
});

describe('8 sections', () => {
  test('add says why no more students can be added, if the server does', async () => {
    const hint = 'A section can have at most 1,000 students, and this one would have 1,002. Nobody was added.';
    const { addStudents } = stubbed({ [add]: { status: 409, json: { detail: hint } } });
    const problem = { sentence: 'Failed to add students. Please try again.', hint, kind: 'refused' };
    await expect(addStudents('7', { emails: ['a@b'], newStudents: [] }, signal)).rejects.toMatchObject({ problem });
    const silent = stubbed({ [add]: { status: 409, json: {} } });
    await expect(silent.addStudents('7', { emails: ['a@b'], newStudents: [] }, signal)).rejects.toMatchObject({
      problem: { sentence: 'Failed to add students. Please try again.' },
    });
  });
});
