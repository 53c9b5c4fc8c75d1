import type { Language, Locale } from '@vigil/languages';
import type { english as guideEnglish } from '@vigil/languages/guide/en';
import type { english as termsEnglish } from '@vigil/languages/terms/en';
import type { WordsOf } from '@vigil/languages/texts';
import { type LoadTexts, loadWords, localeIn } from './language';

const terms: Record<Language, LoadTexts> = {
  en: async () => (await import('@vigil/languages/terms/en')).english,
  de: async () => (await import('@vigil/languages/terms/de')).default,
  fr: async () => (await import('@vigil/languages/terms/fr')).default,
  es: async () => (await import('@vigil/languages/terms/es')).default,
  tr: async () => (await import('@vigil/languages/terms/tr')).default,
  uk: async () => (await import('@vigil/languages/terms/uk')).default,
  ar: async () => (await import('@vigil/languages/terms/ar')).default,
};

const guides: Record<Language, LoadTexts> = {
  en: async () => (await import('@vigil/languages/guide/en')).english,
  de: async () => (await import('@vigil/languages/guide/de')).default,
  fr: async () => (await import('@vigil/languages/guide/fr')).default,
  es: async () => (await import('@vigil/languages/guide/es')).default,
  tr: async () => (await import('@vigil/languages/guide/tr')).default,
  uk: async () => (await import('@vigil/languages/guide/uk')).default,
  ar: async () => (await import('@vigil/languages/guide/ar')).default,
};

export type Terms = WordsOf<typeof termsEnglish>;

/** What `/how-detection-works` says in one language. */
export interface Guide {
  locale: Locale;
  terms: Terms;
  words: WordsOf<typeof guideEnglish>;
}

/** Loads what pages for parents and for teachers say alike. */
export const loadTerms = (locale: Locale): Promise<Terms> =>
  loadWords<typeof termsEnglish>(locale, terms[locale.language]);

/** Loads the texts of `/how-detection-works`. */
export async function loadGuide(language: Language): Promise<Guide> {
  const locale = localeIn(language);
  const [loadedTerms, words] = await Promise.all([
    loadTerms(locale),
    loadWords<typeof guideEnglish>(locale, guides[language]),
  ]);
  return { locale, terms: loadedTerms, words };
}
