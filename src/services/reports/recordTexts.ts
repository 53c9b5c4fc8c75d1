import type { Language, Locale } from '@vigil/languages';
import type { english } from '@vigil/languages/record/en';
import type { WordsOf } from '@vigil/languages/texts';
import { loadTerms, type Terms } from '../app/guideTexts';
import { type LoadTexts, loadWords, localeIn } from '../app/language';
import { loadPart } from '../app/lazy';

const catalogues: Record<Language, LoadTexts> = {
  en: async () => (await import('@vigil/languages/record/en')).english,
  de: async () => (await import('@vigil/languages/record/de')).default,
  fr: async () => (await import('@vigil/languages/record/fr')).default,
  es: async () => (await import('@vigil/languages/record/es')).default,
  tr: async () => (await import('@vigil/languages/record/tr')).default,
  uk: async () => (await import('@vigil/languages/record/uk')).default,
  ar: async () => (await import('@vigil/languages/record/ar')).default,
};

/** What a student's record says in the language of their parents. */
export interface RecordTongue {
  locale: Locale;
  terms: Terms;
  words: WordsOf<typeof english>;
}

/** Loads the texts of a student's record. */
export async function loadRecordTongue(language: Language): Promise<RecordTongue> {
  const locale = localeIn(language);
  const [terms, words] = await loadPart(() =>
    Promise.all([loadTerms(locale), loadWords<typeof english>(locale, catalogues[language])]),
  );
  return { locale, terms, words };
}
