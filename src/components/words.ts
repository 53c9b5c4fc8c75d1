/** Texts built into the components. All others are passed as props. */
export const words = {
  close: 'Close',
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  menuOf: (label: string) => `${label} menu`,
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous',
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  sidebar: 'Sidebar',
} as const;
