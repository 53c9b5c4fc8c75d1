import { directionOf, isLanguage, type Language, languageCodes, localeOf } from '@vigil/languages';
import { compileTexts } from '@vigil/languages/compile';
import type { english } from '@vigil/languages/student/en';
import { type Catalogue, wordsOf } from '@vigil/languages/texts';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { createLanguages } from '../../student/src/services/language';
import { books } from '../support/catalogues';
import { catalogues } from '../support/studentWords';

afterEach(() => void vi.unstubAllGlobals());

/** Returns the texts by their path. */
const textsIn = (catalogue: Catalogue, path = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : textsIn(text, `${path}${name}.`),
  );
const placeholdersIn = (text: string) => [
  ...new Set([...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map(([, name]) => name)),
];
const placeholdersOf = (texts: [string, string][]) =>
  Object.fromEntries(texts.map(([path, text]) => [path, placeholdersIn(text).toSorted()]));
const others = languageCodes.filter((language) => language !== 'en');
const translations = Object.entries(books).flatMap(([book, texts]) =>
  others.map((language) => ({ book, language, english: textsIn(texts.en), translated: textsIn(texts[language]) })),
);
const all = Object.entries(books).flatMap(([book, texts]) =>
  languageCodes.map((language) => ({ book, language, texts: textsIn(texts[language]) })),
);

test.each(translations)(
  'every text has a translation with the same placeholders: $book, $language',
  ({ english: first, translated }) => {
    expect(placeholdersOf(translated)).toEqual(placeholdersOf(first));
  },
);

/** What is the same in two languages. */
const isAlike = /^(product|pageTitle|quoted|seconds|minutes|minutesAndSeconds|(earlier|reports|receipt)\.row)$/;

test.each(translations)('no text was left in English: $book, $language', ({ english: first, translated }) => {
  const texts = new Map(translated);
  const same = first.filter(([path, text]) => texts.get(path) === text && !isAlike.test(path));
  // Words that are the same: "Code", "Pause", "Camera".
  const isLong = (text: string) => text.replace(/\{\w+\}/g, '').length > 12;
  expect(same.filter(([, text]) => text.includes(' ') && text !== 'Camera {number}' && isLong(text))).toEqual([]);
});

test.each(all)('no text has the straight quotes of a machine, or two spaces: $book, $language', ({ texts }) => {
  expect(texts.filter(([, text]) => /["'`]| {2}|^\s|\s$|\.\.\./.test(text))).toEqual([]);
});

test.each(all)('plurals have all forms of the language: $book, $language', ({ language, texts }) => {
  const forms = new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many' || !['fr', 'es'].includes(language));
  for (const [path, text] of texts.filter(([, one]) => one.includes(', plural,'))) {
    const given = [...text.matchAll(/\b(zero|one|two|few|many|other) \{/g)].map(([, form]) => form);
    // French and Spanish have a form for millions, which is as "other".
    expect([path, given.toSorted()]).toEqual([path, forms.toSorted()]);
  }
});

// The specification has the names of the kinds in English.
test.each(others)('students and parents read the same names of the kinds: %s', (language) => {
  expect(books.terms?.[language]).toMatchObject({ kinds: kindsOf(language) });
});

const kindsOf = (language: Language) =>
  v.parse(v.object({ reports: v.object({ kind: v.record(v.string(), v.string()) }) }), catalogues[language]).reports
    .kind;

const wordsIn = (language: Language) =>
  wordsOf<typeof english>({ language, tag: language }, compileTexts(catalogues[language]));

test('plurals follow the language', () => {
  const more = (language: Language, count: number) => wordsIn(language).receipt.more({ count });
  expect([1, 2].map((count) => more('en', count))).toEqual([
    '1 later one is not shown here.',
    '2 later ones are not shown here.',
  ]);
  expect([1, 3, 5, 21].map((count) => more('uk', count).split(' ').slice(1, 4).join(' '))).toEqual([
    '1 пізніший запис',
    '3 пізніші записи',
    '5 пізніших записів',
    '21 пізніший запис',
  ]);
});

test('names are isolated where their direction may differ from the text’s', () => {
  const titled = (language: Language, name: string) => wordsIn(language).linked.title({ name });
  expect(titled('en', 'Ada')).toBe('You are Ada');
  expect(titled('en', 'ليلى')).toBe('You are \u2068ليلى\u2069');
  expect(titled('ar', 'Ada')).toBe('أنت \u2068Ada\u2069');
});

test('the language is the address’s, else the one that was chosen, else the browser’s; English if none is known', () => {
  const preferred = (search: string, stored: string | null, ...languages: string[]) => {
    vi.stubGlobal('location', { search });
    vi.stubGlobal('localStorage', { getItem: () => stored });
    vi.stubGlobal('navigator', { languages });
    return createLanguages().preferred().tag;
  };
  expect(preferred('', null, 'pl', 'de-AT', 'en-GB')).toBe('de-AT');
  expect(preferred('', 'en', 'pl', 'de-AT', 'en-GB')).toBe('en-GB');
  expect(preferred('?language=uk', 'en', 'de')).toBe('uk');
  expect(preferred('?language=xx', 'yy', 'pl')).toBe('en');
  expect(localeOf(['toString'])).toEqual({ language: 'en', tag: 'en' });
});

test('only Arabic is written from right to left', () => {
  expect(languageCodes.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
  expect(isLanguage('de')).toBe(true);
});
