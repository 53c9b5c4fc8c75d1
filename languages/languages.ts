/** The languages of students and parents, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

export const languageCodes = Object.keys(languages).filter(isLanguage);

/** Schools may add others than those above. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  ['ar', 'fa', 'he', 'ur'].includes(language) ? 'rtl' : 'ltr';

/** A language, and its tag with a region, if known, for dates and numbers. */
export interface Locale {
  language: Language;
  tag: string;
}

/**
 * Returns the first known language.
 * @param wanted language tags, the preferred first
 * @param regional tags of the browser, which may add a region
 */
export function localeOf(wanted: readonly string[], regional: readonly string[] = wanted): Locale {
  const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';
  const language = wanted.map(baseOf).find(isLanguage) ?? 'en';
  return { language, tag: regional.find((tag) => baseOf(tag) === language) ?? language };
}
