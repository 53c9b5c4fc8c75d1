const marks = /\p{Mark}/gu;
/** ASCII has no marks to remove. */
const ascii = /^[\0-\x7f]*$/;

/** Removes case and diacritics for searching. */
export const fold = (text: string): string =>
  (ascii.test(text) ? text : text.normalize('NFKD').replace(marks, '')).toLowerCase();
