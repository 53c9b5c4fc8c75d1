import type { Locale } from '@vigil/languages';
import { isolated } from '@vigil/languages/texts';
import { createContext, useContext } from 'react';
import type { StudentWords } from '../services/language';

/** The page's language: its texts, and how it writes times and lists. */
export interface Tongue {
  locale: Locale;
  words: StudentWords;
  /** Hour and minute. */
  time(at: number): string;
  /** A period, to the minute. */
  period(from: number, to: number): string;
  /** A moment or a period, to the second. */
  exactly(from: number, to: number | null): string;
  date(at: number): string;
  /** "12 s" or "2 min 5 s". */
  lasting(milliseconds: number): string;
  list(texts: readonly string[]): string;
  /** Joins the parts of a title that are not empty. Their directions may differ. */
  titled(...parts: string[]): string;
}

/** Returns how a language is written. */
export function tongueOf({ locale, words }: { locale: Locale; words: StudentWords }): Tongue {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale.tag, options);
  const hour = format({ hour: '2-digit', minute: '2-digit' });
  const minutes = format({ timeStyle: 'short' });
  const seconds = format({ timeStyle: 'medium' });
  const days = format({ dateStyle: 'long' });
  const lists = new Intl.ListFormat(locale.tag);
  return {
    ...{ locale, words },
    time: (at) => hour.format(at),
    period: (from, to) => minutes.formatRange(from, to),
    exactly: (from, to) => (to === null ? seconds.format(from) : seconds.formatRange(from, to)),
    date: (at) => days.format(at),
    lasting(milliseconds) {
      const whole = Math.max(0, Math.round(milliseconds / 1000));
      const parts = { minutes: Math.floor(whole / 60), seconds: whole % 60 };
      if (parts.minutes === 0) return words.seconds(parts);
      return parts.seconds === 0 ? words.minutes(parts) : words.minutesAndSeconds(parts);
    },
    list: (texts) => lists.format(texts),
    titled: (...parts) =>
      parts
        .filter((part) => part !== '')
        .map((part) => isolated(part, locale))
        .join(' · '),
  };
}

const TongueContext = createContext<Tongue | null>(null);

export const TongueProvider = TongueContext.Provider;

/** Returns the page's language. @throws outside of `TongueProvider` */
export function useTongue(): Tongue {
  const tongue = useContext(TongueContext);
  if (tongue === null) throw new Error('The page has no language yet');
  return tongue;
}

export const useWords = (): StudentWords => useTongue().words;
