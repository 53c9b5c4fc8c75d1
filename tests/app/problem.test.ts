import { afterEach, expect, test, vi } from 'vitest';
import { ProblemError, problemOf } from '../../src/problem';
import { stubBackend } from '../support/backend';
import { createServices, signal } from '../support/services';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('8 a problem is shown as is, and not logged', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const problem = { sentence: 'Taken.', kind: 'refused', field: 'email' } as const;
  expect(problemOf(new ProblemError(problem))).toBe(problem);
  expect(logged).not.toHaveBeenCalled();
});

test('8 our own error at sign-in is logged and shown as a defect, never as a wrong password', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  stubBackend({ 'POST /account/login/teacher/': { json: { access: 'a' } } });
  vi.stubGlobal('AbortController', undefined);
  const error: unknown = await createServices()
    .account.logIn({ email: 'ada@school.example', password: 'horse' }, signal)
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TypeError);
  for (let time = 1; time <= 2; time += 1) {
    expect(problemOf(error)).toEqual({
      sentence: 'Something went wrong in Vigil itself. Please reload the page and try again.',
      kind: 'defect',
    });
  }
  expect(logged.mock.calls, 'logged once').toEqual([[error]]);
});
