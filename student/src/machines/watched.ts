/** What a page knows of the student, for the page that is loaded next in the same lesson. Times are monotonic. */
export interface Watched {
  /** What the camera was showing. The first two are episodes, the others are not yet. */
  view: 'absence' | 'company' | 'vanishing' | 'crowding' | null;
  /** Where the student was: `away` is an episode. */
  page: 'away' | 'leaving' | null;
  isReady: boolean;
  since: number;
  lasted: number;
  pageSince: number;
  pageLasted: number;
  lookedAt: number | null;
  changedAt: number | null;
}
