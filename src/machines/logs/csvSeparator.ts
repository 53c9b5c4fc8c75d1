import type { Separator } from '../../services/logs/csvFile';

/** Returns the separators, first the one that spreadsheets expect in a locale: a semicolon where the decimal mark is a comma. */
export function separatorsFor(locale?: string): readonly [Separator, Separator] {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? [';', ','] : [',', ';'];
}
