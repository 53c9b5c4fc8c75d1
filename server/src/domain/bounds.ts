/** Maximum sizes of answers and the caps on stored data that ensure them. The contract (api/openapi.yaml) states the same figures. */
export const bounds = {
  /** Characters of a screenshot's URL. Longer ones are neither accepted nor listed. */
  addressCharacters: 2048,
  sections: { perTeacher: 500 },
  /** The list of sections includes all members of a teacher's sections. */
  students: { perSection: 1000, perTeacher: 10_000 },
  /** Further teachers of a section, and sections of others that are listed for a teacher. */
  shared: { perSection: 20, perTeacher: 50 },
  /** People whom a teacher may add to the directory in 24 hours. */
  newStudents: { perDay: 1000 },
  /** The first page is small so that it shows quickly. Pages also end at `pageBytes`. */
  logs: { firstPage: 500, page: 2000, pageBytes: 2 * 1024 * 1024 },
  /** Agents choose activity types freely, so each lesson counts only its commonest ones separately. */
  lessons: { page: 50, activityTypes: 50 },
  /** Past starts that the list of sections has of each section. */
  recentStarts: 20,
  /** Lessons in the registers of a period. */
  registers: { lessons: 400 },
  /** Lessons and logs in a student's record of a section, and looks at them. */
  studentRecord: { lessons: 400, logs: 2000, looks: 100 },
  /** Links mailed to a student in a lesson. */
  linksPerLesson: 5,
  /** Devices that wait at a lesson's door at the same time, those kept that gave up or were turned away, and people listed who are not in the section. */
  atTheDoor: { waiting: 2000, gone: 500, outsidersListed: 50 },
  /** Logs in a student's receipt of a lesson. */
  receiptLogs: 500,
  /** Events a minute. The minimum lets the largest possible report through. */
  agents: { leastPerMinute: 500, perMinute: 6000 },
  /** Students who have left and are deleted at once. */
  leavers: 1000,
  /** Results of a student search. */
  found: 20,
  /** Rows that an export reads at once. */
  exportRows: 500,
} as const;

/** For how long after a lesson's end what happened in it is still accepted. */
export const lateMilliseconds = 2 * 60_000;
