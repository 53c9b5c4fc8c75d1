const dayMilliseconds = 86_400_000;
/** Data past its retention is deleted once a day. */
const housekeepingMilliseconds = dayMilliseconds;

/**
 * Returns when what was recorded in a lesson is deleted at the latest.
 * @param endedAt the lesson's end; now while it is running
 * @param retentionDays undefined if it is kept until somebody deletes it
 */
export const deletedBy = (endedAt: Date, retentionDays: number | undefined): string | null =>
  retentionDays === undefined ? null : deletedAfter(endedAt, retentionDays);

/** Returns when what is kept for some days is deleted at the latest. */
export const deletedAfter = (from: Date, days: number): string =>
  new Date(from.getTime() + days * dayMilliseconds + housekeepingMilliseconds).toISOString();
