import { compileSchool } from '@vigil/languages/compileSchool';
import { inSchoolLanguage } from '@vigil/languages/school';
import { expect, test } from 'vitest';
import { englishMessages } from '../../src/messages';

/* A school adds its teachers' language. Polish has four forms of a plural. */

const english = {
  login: { title: 'Sign in', greeting: (name: string, count: number) => `${name}: ${count}` },
  list: (names: readonly string[], isLast: boolean) => `${names.join(', ')}${isLast ? '.' : ''}`,
  away: (reason: string | null) => reason ?? 'away',
};

const speak = (catalogue: Parameters<typeof compileSchool>[1]) =>
  inSchoolLanguage('pl-PL', compileSchool(english, catalogue).texts, english);

test('texts are called as the English ones, and those that are missing stay in English', () => {
  const words = speak({
    login: {
      greeting:
        '{name} ma {count, plural, one {# zgłoszenie} few {# zgłoszenia} many {# zgłoszeń} other {# zgłoszenia}}',
    },
    list: '{names}{isLast, select, true { to wszyscy} other { i inni}}',
    away: '{reason, select, none {nieobecny} other {{reason}}}',
  });
  expect(words.login.title).toBe('Sign in');
  expect([1, 3, 5].map((count) => words.login.greeting('Ala', count))).toEqual([
    'Ala ma 1 zgłoszenie',
    'Ala ma 3 zgłoszenia',
    'Ala ma 5 zgłoszeń',
  ]);
  expect(words.list(['Ala', 'Ola'], true)).toBe('Ala i Ola to wszyscy');
  expect(words.list(['Ala', 'Ola'], false)).toBe('Ala i Ola i inni');
  expect([words.away(null), words.away('chora')]).toEqual(['nieobecny', 'chora']);
  // A translation may need fewer values.
  expect(speak({ away: 'nieobecny' }).away('chora')).toBe('nieobecny');
});

test('the build names what is missing, and refuses what could not be shown', () => {
  const { missing, errors } = compileSchool(english, {
    login: { greeting: '{name} {cuont}', titel: 'Zaloguj się' },
    list: { a: 'b' },
  });
  expect(missing).toEqual(['login.title', 'away']);
  expect(errors).toEqual([
    'login.titel is no text of Vigil.',
    'login.greeting has no {cuont}: it has {name}, {count}.',
    'list is one text.',
  ]);
});

test('every English text can be translated: it is a text, or a function of named values', () => {
  const { missing } = compileSchool(englishMessages, {});
  expect(missing.length).toBeGreaterThan(1000);
  const all = (group: object, path = ''): [string, unknown][] =>
    Object.entries(group).flatMap(([name, own]): [string, unknown][] =>
      typeof own === 'object' && own !== null ? all(own, `${path}${name}.`) : [[path + name, own]],
    );
  const isTranslatable = (own: unknown) =>
    typeof own === 'string' || (typeof own === 'function' && /^\(?(\w+(, ?)?)*\)? ?=>/.test(own.toString()));
  expect(all(englishMessages).filter(([, own]) => !isTranslatable(own))).toEqual([]);
});
