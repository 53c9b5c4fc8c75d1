import type { Language, Locale } from '@vigil/languages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { languageMachine } from '../../student/src/machines/languageMachine';
import type { StudentWords } from '../../student/src/services/language';
import { messages } from '../support/studentWords';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened() {
  const asked: { locale: Locale; answer(): Promise<void>; fail(): Promise<void> }[] = [];
  const done: string[] = [];
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
  };
  const load = (locale: Locale) =>
    new Promise<StudentWords>((resolve, reject) => {
      asked.push({
        locale,
        answer() {
          resolve(messages);
          return settled();
        },
        fail() {
          reject(new Error('The network is down'));
          return settled();
        },
      });
    });
  const actor = createActor(
    languageMachine({
      languages: {
        ...{ load, preferred: () => ({ language: 'de', tag: 'de-AT' }) },
        localeOf: (language) => ({ language, tag: `${language}-CH` }),
        remember: (language) => void done.push(`remembers ${language}`),
        show: ({ tag }) => void done.push(`shows ${tag}`),
      },
    }),
  ).start();
  return {
    asked,
    last: () => asked.at(-1)!,
    choose: (language: Language) => actor.send({ type: 'language.choose', language }),
    look() {
      const { value, context } = actor.getSnapshot();
      return [value, context.wanted.language, context.shown?.locale.tag, ...done.splice(0)];
    },
  };
}

test('the preferred language is loaded, and shown once it is there', async () => {
  const { asked, last, look } = opened();
  expect(look()).toEqual(['loading', 'de', undefined]);
  expect(asked.map(({ locale }) => locale.tag)).toEqual(['de-AT']);
  await last().answer();
  expect(look()).toEqual(['shown', 'de', 'de-AT', 'shows de-AT']);
});

test('the first language is tried again after 5 s', async () => {
  const { asked, last, look } = opened();
  await last().fail();
  vi.advanceTimersByTime(4_999);
  expect([...look(), asked.length]).toEqual(['waiting', 'de', undefined, 1]);
  vi.advanceTimersByTime(1);
  expect([...look(), asked.length]).toEqual(['loading', 'de', undefined, 2]);
  await last().answer();
  expect(look()).toEqual(['shown', 'de', 'de-AT', 'shows de-AT']);
});

test('another language is remembered, and takes the place of the one before once it is there', async () => {
  const { last, look, choose } = opened();
  await last().answer();
  look();
  choose('ar');
  expect(look()).toEqual(['loading', 'ar', 'de-AT', 'remembers ar']);
  await last().answer();
  expect(look()).toEqual(['shown', 'ar', 'ar-CH', 'shows ar-CH']);
});

test('a language that cannot be loaded leaves the page in the one before, until one is chosen', async () => {
  const { asked, last, look, choose } = opened();
  await last().answer();
  choose('ar');
  await last().fail();
  vi.advanceTimersByTime(60_000);
  expect([...look(), asked.length]).toEqual(['failed', 'ar', 'de-AT', 'shows de-AT', 'remembers ar', 2]);
  choose('ar');
  expect(look()).toEqual(['loading', 'ar', 'de-AT', 'remembers ar']);
  await last().answer();
  expect(look()).toEqual(['shown', 'ar', 'ar-CH', 'shows ar-CH']);
});

test('the last choice wins, also before the first language is there', async () => {
  const { asked, look, choose } = opened();
  choose('tr');
  choose('uk');
  for (const one of asked.slice(0, -1)) await one.answer();
  expect(look()).toEqual(['loading', 'uk', undefined, 'remembers tr', 'remembers uk']);
  await asked.at(-1)?.fail();
  choose('fr');
  await asked.at(-1)?.answer();
  expect(look()).toEqual(['shown', 'fr', 'fr-CH', 'remembers fr', 'shows fr-CH']);
});
