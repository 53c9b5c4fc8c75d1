import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { isolated } from './texts';

/** A text as the build compiles it: a message with the names of what it is called with, in order. */
type SchoolText = string | { readonly names: readonly string[]; readonly message: CompiledMessage | string };

/** The texts of a language that a school has added, by the names of the English ones. */
export interface SchoolTexts {
  readonly [name: string]: SchoolText | SchoolTexts;
}

interface Texts {
  readonly [name: string]: unknown;
}

const isText = (text: SchoolText | SchoolTexts): text is SchoolText =>
  typeof text === 'string' || Array.isArray(text.names);

const isGroup = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the English texts with those of the school's language in their places. What it lacks stays in English.
 *
 * @param tag of the language, with its region
 */
export function inSchoolLanguage<English>(tag: string, texts: SchoolTexts, english: English): English;
export function inSchoolLanguage(tag: string, texts: SchoolTexts, english: Texts): Texts {
  const [language = tag] = tag.split('-');
  const i18n = setupI18n();
  const lists = new Intl.ListFormat(tag);
  const messages: Record<string, CompiledMessage> = {};
  /** Of what a text is called with. Choices (`select`) go by the words true, false and none. */
  const shown = (value: unknown): string | number => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return isolated(value, { language });
    return Array.isArray(value) ? lists.format(value.map(String)) : String(value ?? 'none');
  };
  const speak = (group: Texts, said: SchoolTexts, path: string): Texts =>
    Object.fromEntries(
      Object.entries(group).map(([name, own]) => {
        const text = said[name];
        if (text === undefined) return [name, own];
        if (!isText(text)) return [name, isGroup(own) ? speak(own, text, `${path}${name}.`) : own];
        if (typeof text === 'string') return [name, text];
        const { names, message } = text;
        if (typeof message === 'string') return [name, () => message];
        const id = path + name;
        messages[id] = message;
        return [
          name,
          (...given: unknown[]) =>
            i18n._(id, Object.fromEntries(names.map((one, place) => [one, shown(given[place])]))),
        ];
      }),
    );
  const spoken = speak(english, texts, '');
  i18n.load(language, messages);
  i18n.activate(language, tag);
  return spoken;
}
