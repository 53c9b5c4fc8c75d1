import { directionOf, type Language, type Locale, localeOf } from '@vigil/languages';
import type { english } from '@vigil/languages/student/en';
import { type CompiledTexts, type WordsOf, wordsOf } from '@vigil/languages/texts';

export type StudentWords = WordsOf<typeof english>;

/** What a language's file exports. Typed, so that a text that is missing does not compile. */
type LoadTexts = () => Promise<CompiledTexts>;

const catalogues: Record<Language, LoadTexts> = {
  en: async () => (await import('@vigil/languages/student/en')).english,
  de: async () => (await import('@vigil/languages/student/de')).default,
  fr: async () => (await import('@vigil/languages/student/fr')).default,
  es: async () => (await import('@vigil/languages/student/es')).default,
  tr: async () => (await import('@vigil/languages/student/tr')).default,
  uk: async () => (await import('@vigil/languages/student/uk')).default,
  ar: async () => (await import('@vigil/languages/student/ar')).default,
};

/** The page's language, as the browser has it. */
export interface Languages {
  /** Returns the language of the address, else the one that was chosen here before, else the browser's. */
  preferred(): Locale;
  localeOf(language: Language): Locale;
  load(locale: Locale): Promise<StudentWords>;
  remember(language: Language): void;
  /** Tells the browser, which reads, hyphenates and lays out by it. */
  show(locale: Locale): void;
}

const key = 'language';

/** @param texts of each language, loaded when needed */
export const createLanguages = (texts: Record<Language, LoadTexts> = catalogues): Languages => ({
  preferred() {
    const asked = new URLSearchParams(location.search).get('language');
    return localeOf([asked ?? '', stored() ?? '', ...navigator.languages], navigator.languages);
  },
  localeOf: (language) => localeOf([language], navigator.languages),
  load: async (locale) => wordsOf<typeof english>(locale, await texts[locale.language]()),
  remember(language) {
    try {
      localStorage.setItem(key, language);
    } catch {
      // A browser that keeps nothing.
    }
  },
  show({ language }) {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  },
});

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
