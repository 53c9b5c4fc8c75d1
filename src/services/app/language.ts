import { isLanguage, type Language, type Locale, localeOf } from '@vigil/languages';
import type { Catalogue, CompiledTexts, WordsOf } from '@vigil/languages/texts';

/** A catalogue's chunk. Its type is checked in its file. */
export type LoadTexts = () => Promise<Catalogue>;

/** The browser's languages, the preferred first. None while the documents are rendered. */
const spoken = () => (typeof document === 'undefined' ? [] : navigator.languages);

/** Returns a language as this browser writes it, with its region. */
export const localeIn = (language: Language): Locale => localeOf([language], spoken());

/**
 * Returns the language of the address (`?language=uk`), else the one that was chosen on the students' page, else the browser's. English
 * while the documents are rendered.
 */
export function preferredLanguage(search: string): Language {
  const asked = new URLSearchParams(search).get('language') ?? '';
  if (isLanguage(asked)) return asked;
  return localeOf([stored() ?? '', ...spoken()]).language;
}

function stored(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}

/** Loads a catalogue. The browser's build has compiled it; in tests, and for the documents, that is done here. */
export async function loadWords<First>(locale: Locale, load: LoadTexts): Promise<WordsOf<First>> {
  // Not part of the entry, which needs neither.
  const [{ wordsOf }, texts] = await Promise.all([import('@vigil/languages/texts'), load()]);
  return wordsOf<First>(locale, await compiled(texts));
}

async function compiled(texts: Catalogue): Promise<CompiledTexts> {
  if (import.meta.env.PROD && !import.meta.env.SSR) return texts;
  const { compileTexts } = await import('@vigil/languages/compile');
  return compileTexts(texts);
}
