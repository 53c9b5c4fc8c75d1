/**
 * The largest list that one answer may carry, by kind, and the caps on what is stored that keep it there. The contract
 * (api/openapi.yaml) states the same figures.
 */
export const bounds = {
  /** Characters of a screenshot's address; a longer one is neither taken nor listed. */
  addressCharacters: 2048,
  sections: { perTeacher: 500 },
  /** Members of sections. The list of sections carries all of a teacher's. */
  students: { perSection: 1000, perTeacher: 10_000 },
  /** The first page is small, so that something shows soon. Whatever their number, the logs of a page take at most so many bytes. */
  logs: { firstPage: 500, page: 2000, pageBytes: 2 * 1024 * 1024 },
  /** Activity types are whatever agents call them: of each lesson only the commonest are counted apart. */
  lessons: { page: 50, activityTypes: 50 },
  /** Students found by a search. */
  found: 20,
  /** Rows of an export that are read at once. It is written piece by piece, and over-long addresses one by one. */
  exportRows: 500,
} as const;
