/** The few words that the components bring along themselves; every other text comes to them by their props. */
export const words = {
  close: 'Close',
  menu: 'Menu',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous',
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  sidebarLabels: 'Menu labels',
} as const;
