import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { directionOf, type Locale } from './languages';

/** Texts in ICU message format, by name and in groups. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

/** A catalogue as compiled for the browser: a list replaces each text with placeholders. */
export interface CompiledTexts {
  readonly [name: string]: Message | CompiledTexts;
}
type Message = string | CompiledMessage;

/** What another language must have: every text of the first one. */
export type TextsOf<First> = {
  readonly [Name in keyof First]: First[Name] extends string ? string : TextsOf<First[Name]>;
};

type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/** The names in braces. A branch of a plural has at least two words. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ?
      | (Inside extends `${infer Name}, plural,${string}`
          ? Name
          : Inside extends `${string} ${string}`
            ? never
            : Inside)
      | NamesIn<Rest>
  : never;

/** A catalogue's texts, ready to be shown. Those with placeholders are functions of their values. */
export type WordsOf<First> = {
  readonly [Name in keyof First]: First[Name] extends string
    ? [NamesIn<First[Name]>] extends [never]
      ? string
      : (values: Values<NamesIn<First[Name]>>) => string
    : WordsOf<First[Name]>;
};

interface Words {
  readonly [name: string]: string | ((values: Values<string>) => string) | Words;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Keeps a name of the other direction from reordering the text around it. */
export const isolated = (text: string, { language }: { language: string }): string =>
  directionOf(language) === 'rtl' || rightToLeft.test(text) ? `\u2068${text}\u2069` : text;

/** Returns a compiled catalogue's texts. Plurals follow the language; values are isolated. */
export function wordsOf<First>(locale: Locale, texts: CompiledTexts): WordsOf<First>;
export function wordsOf(locale: Locale, texts: CompiledTexts): Words {
  const messages: Record<string, CompiledMessage> = {};
  const i18n = setupI18n();
  const isolate = (value: string | number) => (typeof value === 'string' ? isolated(value, locale) : value);
  const speak = (group: CompiledTexts, path: string): Words =>
    Object.fromEntries(
      Object.entries(group).map(([name, text]) => {
        const id = `${path}.${name}`;
        if (typeof text === 'string') return [name, text];
        if (!isMessage(text)) return [name, speak(text, id)];
        messages[id] = text;
        return [name, (values: Values<string>) => i18n._(id, mapped(values, isolate))];
      }),
    );
  const words = speak(texts, '');
  i18n.load(locale.language, messages);
  i18n.activate(locale.language, locale.tag);
  return words;
}

const isMessage = (text: Message | CompiledTexts): text is CompiledMessage => Array.isArray(text);

const mapped = <Value, Result>(values: Readonly<Record<string, Value>>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
