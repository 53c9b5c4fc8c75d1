/** What the camera can be showing when a page is closed. */
export const watchedViews = ['absence', 'company', 'vanishing', 'crowding'] as const;
/** Where the student can be then, if not on the page. */
export const watchedPages = ['away', 'leaving'] as const;
