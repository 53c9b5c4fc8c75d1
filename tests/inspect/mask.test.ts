import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problem';
import { createMask } from '../../src/recorder/mask';
import { logsOf } from '../support/samples';

const password = 'chalk & slate 42';

describe('what is covered', () => {
  test('passwords, codes and tokens keep their length, and stay alike or different', () => {
    const mask = createMask();
    const masked = mask({
      password,
      password2: password,
      new_password: 'chalk & slate 43',
      code: '012345',
      token: 'eyJhbGciOi.J9',
      accessToken: 7,
    });
    expect(masked.password).toMatch(/^\*{15}\w$/);
    expect(masked.password2).toBe(masked.password);
    expect(masked.new_password).toMatch(/^\*{15}\w$/);
    expect(masked.new_password).not.toBe(masked.password);
    expect(masked.code).toMatch(/^\*{5}\w$/);
    expect(masked.token).toMatch(/^\*{12}\w$/);
    expect(masked.accessToken).toBe('1');
  });

  test('a secret is alike in all that one mask covers; which one it was, the next mask does not know', () => {
    const mask = createMask();
    mask({ password: 'something else 1' });
    expect(mask({ password }).password).toBe('***************2');
    expect(mask({ old_password: password }).old_password).toBe('***************2');
    expect(createMask()({ password }).password).toBe('***************1');
  });

  test('the address of a picture, which may be signed: a guard still tells two of them apart', () => {
    const mask = createMask();
    expect(mask([{ address: '/1.png?s=1' }, { address: '/2.png?s=2' }, { address: '/1.png?s=1' }])).toEqual([
      { address: '*********1' },
      { address: '*********2' },
      { address: '*********1' },
    ]);
  });

  test('whose session it is stays comparable, and unknown', () => {
    const mask = createMask();
    expect(mask({ teacher: 'ada-lovelace-7' })).toEqual({ teacher: '*************1' });
    expect(mask([{ teacher: 'bob-noyce-id-8' }, { teacher: 'ada-lovelace-7' }, { teacher: null }])).toEqual([
      { teacher: '*************2' },
      { teacher: '*************1' },
      { teacher: null },
    ]);
  });

  test('e-mails stay e-mails, alike whatever their letters and wherever they stand', () => {
    const masked = createMask()({
      email: 'Ada@school.example',
      emails: ['ada@school.example', 'bob@school.example'],
      anything: ' ada@school.example ',
      id: 'ada@school.example',
      destination: '/verify-otp?email=ada%40school.example',
      problem: { sentence: 'No account has ada@school.example.', kind: 'refused', email: 'ada@school.example' },
    });
    expect(masked).toEqual({
      email: '1@*.**************',
      emails: ['1@*.**************', '2@*.**************'],
      anything: ' 1@*.************** ',
      id: '1@*.**************',
      destination: '/verify-otp?email=1%40*.**************',
      problem: { sentence: 'No account has 1@*.**************.', kind: 'refused', email: '1@*.**************' },
    });
  });

  test('what only resembles an e-mail does not become one', () => {
    for (const email of ['ada', 'ada@', '@', 'a b@c']) {
      expect(createMask()({ email }).email).toMatch(/^[* ]+$/);
    }
  });

  test('any other text shows its length and its blanks only', () => {
    expect(createMask()({ first_name: 'Ada', query: ' b ', subject: '', name: '  ', list: ['Ada'] })).toEqual({
      first_name: '***',
      query: ' * ',
      subject: '',
      name: '  ',
      list: ['***'],
    });
    expect(createMask()({ screenshot: `data:image/png;base64,${'A'.repeat(5000)}` }).screenshot).toHaveLength(256);
  });

  test('a secret that a server repeats is covered in its sentence, too', () => {
    const mask = createMask();
    mask({ values: { password, code: ' 481516 ' } });
    const error = new ProblemError({
      sentence: `"${password}" is too common, and 481516 has expired.`,
      kind: 'refused',
    });
    expect(mask({ error })).toMatchObject({
      error: { problem: { sentence: '"***************1" is too common, and *****1 has expired.', kind: 'refused' } },
    });
  });

  test('a name that a sentence repeats is covered there', () => {
    const mask = createMask();
    expect(mask({ name: 'Algebra 9b', sectionName: ' Latin ' })).toEqual({
      name: '******* **',
      sectionName: ' ***** ',
    });
    expect(mask([{ name: '9b' }, { sentence: 'Of the 29b students in 9b, 2 are in 9bc.' }])).toEqual([
      { name: '**' },
      { sentence: 'Of the 29b students in *1, 2 are in 9bc.' },
    ]);
    expect(mask({ notice: { kind: 'success', sentence: 'Algebra 9b and Latin were deleted.' } })).toEqual({
      notice: { kind: 'success', sentence: '*********1 and ****1 were deleted.' },
    });
  });

  test('of logs nothing is left but the ids of the first twenty', () => {
    expect(createMask()({ logs: [{ id: '7', studentName: 'Ada', screenshot: 'https://a.example/?sig=1' }] })).toEqual({
      logs: [{ id: '7' }],
    });
    expect(createMask()({ logs: logsOf(21) }).logs.map(({ id }) => id)).toEqual(
      logsOf(21)
        .slice(0, 20)
        .map(({ id }) => id),
    );
  });
});

test('types, kinds, ids, numbers, truth values and verdicts stay', () => {
  const harmless = {
    type: 'xstate.done.actor.renewAccess',
    output: 'renewed',
    actorId: 'renewAccess',
    sectionId: '7',
    openSectionId: '7',
    ended: 'expired',
    notice: { kind: 'success', sentence: 'Section created successfully!' },
    problem: { field: 'password', sentence: 'Password is required' },
    mayBePassword: true,
    hasAccessToken: false,
    readyAt: 120_000,
    nothing: null,
  };
  expect(createMask()(harmless)).toEqual(harmless);
  expect(createMask()({ output: 'a token' })).toEqual({ output: '* *****' });
  expect(createMask()({ password: 'renewed' })).toEqual({ password: '******1' });
});
