import { inTeachersLanguage } from '../teachersLanguage';

export const englishWords = {
  close: 'Close',
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  menuOf: (label: string) => `${label} menu`,
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous',
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  sidebar: 'Sidebar',
} as const;

/** Texts built into the components, in the teachers' language. All others are passed as props. */
export const { components: words } = inTeachersLanguage({ components: englishWords });
