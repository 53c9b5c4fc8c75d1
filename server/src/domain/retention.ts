const dayMilliseconds = 86_400_000;

/**
 * Returns by when everything of a lesson is deleted that ended at `endedAt`; null if it is kept until somebody deletes it. Housekeeping runs
 * once a day, so that it may take a day longer than `RETENTION_DAYS`.
 */
export const deletedBy = (endedAt: Date, retentionDays: number | undefined): Date | null =>
  retentionDays === undefined ? null : new Date(endedAt.getTime() + (retentionDays + 1) * dayMilliseconds);
