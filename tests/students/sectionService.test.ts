import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answer, pageForSuccess, stubBackend } from '../support/backend';
import { createServices, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

const list = 'GET /section/list/';
const add = 'POST /section/7/add-students/';
const remove = 'POST /section/7/remove-students/';
const erase = 'DELETE /section/7/delete/';

const section = (answers: Parameters<typeof stubBackend>[0]) => {
  stubBackend(answers);
  return createServices().section;
};

describe('3 sections', () => {
  test('ids may be numbers or text; students are a list, an object with results, or missing', async () => {
    const ada = { id: 1, name: 'Ada', email: 'ada@school.example' };
    const { fetchSections } = section({
      [list]: {
        json: [
          { id: 7, name: '4b', subject: 'History', students: [ada] },
          { id: '8', name: '5a', subject: 'Latin', students: { results: [{ ...ada, id: 'x' }] } },
          { id: 9, name: '6c', subject: 'Art' },
          { id: 10, name: '6d', subject: 'Art', students: null },
        ],
      },
    });
    expect(await fetchSections(signal)).toEqual([
      { id: '7', name: '4b', subject: 'History', students: [{ ...ada, id: '1' }] },
      { id: '8', name: '5a', subject: 'Latin', students: [{ ...ada, id: 'x' }] },
      { id: '9', name: '6c', subject: 'Art', students: [] },
      { id: '10', name: '6d', subject: 'Art', students: [] },
    ]);
  });

  test('an unreadable one does not hide the others, and missing texts are empty', async () => {
    const { fetchSections } = section({
      [list]: { json: { results: [null, 'x', { name: 'no id' }, { id: '', name: 'no id' }, { id: 7, name: null }] } },
    });
    expect(await fetchSections(signal)).toEqual([{ id: '7', name: '', subject: '', students: [] }]);
  });
});

describe('8.19 deleting a section unknown to the backend', () => {
  const unknown = { [erase]: { status: 404, json: { detail: 'Section not found.' } } };
  const other = { id: 8, name: '5a', subject: 'Latin', students: [] };

  test('succeeds if the list confirms it: browsers resend a DELETE whose connection broke', async () => {
    const { deleteSection } = section({ ...unknown, [list]: { json: [other] } });
    await deleteSection('7', 'horse', signal);
  });

  test.each<[string, Answer]>([
    ['a gateway that lost patience', { status: 504 }],
    ['a page for a success', pageForSuccess],
  ])('depends on the list when answered with %s', async (_, answer) => {
    const { deleteSection } = section({ [erase]: answer, [list]: { json: [other] } });
    await deleteSection('7', 'horse', signal);
    stubBackend({ [erase]: answer, [list]: { json: [{ ...other, id: 7 }] } });
    await expect(deleteSection('7', 'horse', signal)).rejects.toMatchObject({ problem: { kind: 'failed' } });
  });

  test.each<[string, Answer]>([
    ['still has it', { json: [{ ...other, id: 7 }] }],
    ['cannot be fetched', 'fail'],
  ])('is refused when the list %s', async (_, answer) => {
    const { deleteSection } = section({ ...unknown, [list]: answer });
    await expect(deleteSection('7', 'horse', signal)).rejects.toMatchObject({
      problem: { sentence: 'Section not found.', kind: 'notFound' },
    });
  });
});

describe('7 students', () => {
  test('are found as a list or an object with results', async () => {
    const found = [{ id: 1, name: 'Ada', email: 'ada@school.example' }];
    for (const json of [found, { results: found }]) {
      const { searchStudents } = section({ 'GET /section/search-students/': { json } });
      expect(await searchStudents('ad', signal)).toEqual({
        students: [{ ...found[0], id: '1' }],
        total: null,
        mayAdd: false,
      });
    }
  });

  test.each([
    ['40', 40],
    ['1', 1],
    ['0', null],
    ['-1', null],
    ['many', null],
    ['', null],
  ])('an X-Total-Count of %j means a total of %j', async (header, total) => {
    const found = [{ id: 1, name: 'Ada', email: 'ada@school.example' }];
    const { searchStudents } = section({
      'GET /section/search-students/': Response.json(found, { headers: { 'X-Total-Count': header } }),
    });
    expect((await searchStudents('ad', signal)).total).toBe(total);
  });

  test.each([add, remove])('%s gives the updated section', async (key) => {
    const service = section({ [key]: { json: { id: 7, name: '4b', subject: 'History', students: [] } } });
    const updated = { id: '7', name: '4b', subject: 'History', students: [] };
    const end = key === add ? service.addStudents('7', ['a@b'], signal) : service.removeStudent('7', 'a@b', signal);
    expect(await end).toEqual(updated);
  });

  test.each([{ status: 204 }, { json: { message: 'Done.' } }])(
    'an answer without the section (%j): it is asked for',
    async (answer) => {
      const backend = stubBackend({ [add]: answer, [remove]: answer, [list]: { json: [{ id: 7, name: '4b' }] } });
      const service = createServices().section;
      expect(await service.addStudents('7', ['a@b'], signal)).toMatchObject({ id: '7', name: '4b' });
      expect(await service.removeStudent('7', 'a@b', signal)).toMatchObject({ id: '7', name: '4b' });
      expect(backend.calls(list)).toHaveLength(2);
    },
  );

  test('a section deleted meanwhile is a failure', async () => {
    const answers = { [add]: { status: 204 }, [remove]: { status: 204 }, [list]: { json: [] } };
    await expect(section(answers).addStudents('7', ['a@b'], signal)).rejects.toMatchObject({
      problem: { kind: 'notFound', sentence: 'Failed to add students. Please try again.' },
    });
    await expect(section(answers).removeStudent('7', 'a@b', signal)).rejects.toMatchObject({
      problem: { kind: 'notFound', sentence: 'Failed to remove student' },
    });
  });
});

describe('8 sections', () => {
  const create = 'POST /section/create/';

  test.each([
    [{ detail: 'Detail.', error: 'Error.', message: 'Message.' }, 'Message.'],
    [{ detail: 'Detail.', error: 'Error.' }, 'Error.'],
    [{ detail: 'Detail.' }, 'Detail.'],
    [{ name: ['Taken.'] }, 'Taken.'],
    [{}, 'Failed to create section.'],
  ])('create, refused with %j: %s', async (json, sentence) => {
    const { createSection } = section({ [create]: { status: 400, json } });
    await expect(createSection({ name: '4b', subject: 'History' }, signal)).rejects.toMatchObject({
      problem: { sentence, kind: 'refused' },
    });
  });

  test.each<[number, unknown, object]>([
    [401, { message: 'No.' }, { sentence: 'Incorrect password', kind: 'refused', field: 'password' }],
    [403, { detail: 'Detail.', message: 'Message.' }, { sentence: 'Message.', kind: 'refused' }],
    [403, {}, { sentence: 'Failed to delete section. Please try again.', kind: 'refused' }],
  ])('delete, refused with %i %j', async (status, json, problem) => {
    const { deleteSection } = section({ [erase]: { status, json } });
    await expect(deleteSection('7', 'wrong', signal)).rejects.toMatchObject({ problem });
  });

  test('delete succeeds with any body', async () => {
    for (const answer of [{ status: 204 }, { json: { message: 'Deleted.' } }, { json: null }]) {
      await expect(section({ [erase]: answer }).deleteSection('7', 'horse', signal)).resolves.toBeUndefined();
    }
  });

  test.each<[number, unknown, string, string]>([
    [400, { message: 'Not in this section.' }, 'Failed to remove student: 400: Not in this section.', 'refused'],
    [404, { detail: 'No such section.' }, 'Failed to remove student: 404: No such section.', 'notFound'],
    [500, undefined, 'Failed to remove student: 500', 'failed'],
  ])('remove, refused with %i %j: status and message', async (status, json, sentence, kind) => {
    const { removeStudent } = section({ [remove]: { status, json } });
    await expect(removeStudent('7', 'a@b', signal)).rejects.toMatchObject({ problem: { sentence, kind } });
  });

  test('add says why no more students can be added, if the server does', async () => {
    const hint = 'A section can have at most 1,000 students, and this one would have 1,002. Nobody was added.';
    const { addStudents } = section({ [add]: { status: 409, json: { detail: hint } } });
    const problem = { sentence: 'Failed to add students. Please try again.', hint, kind: 'refused' };
    await expect(addStudents('7', ['a@b'], signal)).rejects.toMatchObject({ problem });
    const silent = section({ [add]: { status: 409, json: {} } });
    await expect(silent.addStudents('7', ['a@b'], signal)).rejects.toMatchObject({
      problem: { sentence: 'Failed to add students. Please try again.' },
    });
  });

  test('add has one sentence, whatever the server says', async () => {
    // A refusal stays a refusal, even with a section in its body.
    const { addStudents } = section({ [add]: { status: 400, json: { id: 7, message: 'No.' } } });
    await expect(addStudents('7', ['a@b'], signal)).rejects.toMatchObject({
      problem: { sentence: 'Failed to add students. Please try again.' },
    });
  });
});
