import type { SchoolTexts } from '@vigil/languages/school';

/** What the build makes of a file in `languages/teacher/`. */
interface Added {
  texts: SchoolTexts;
  inSchoolLanguage<English>(tag: string, texts: SchoolTexts, english: English): English;
}

/** The languages that the school has added, by their files. */
const files = import.meta.glob<Added>('../languages/teacher/*.ts', { eager: true });

const added = new Map(
  Object.entries(files).map(([path, file]) => [path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), file]),
);

/** Not while the documents are rendered, which are in English. */
const wanted = typeof document === 'undefined' ? [] : navigator.languages;
const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';
const isShown = (tag: string) => baseOf(tag) === 'en' || added.has(baseOf(tag));

/** The tag of the teachers' language: the browser's first one that is known here, else English. */
export const teachersLanguage: string = wanted.find(isShown) ?? 'en';

/** Returns a catalogue's texts in the teachers' language. What the school has not translated stays in English. */
export function inTeachersLanguage<English>(english: English): English {
  const file = added.get(baseOf(teachersLanguage));
  return file === undefined ? english : file.inSchoolLanguage(teachersLanguage, file.texts, english);
}
