import { episodeGapMs, mistakeNote, studentsDevice } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import { detections } from '../tables/detection';

const Counted = v.object({
  activityType: v.string(),
  isOfDevices: v.boolean(),
  reviewed: v.number(),
  mistakes: v.number(),
});

/**
 * Counts the reviewed episodes of the whole school, and of these the ones that teachers dismissed as mistakes, by kind. An episode is what
 * teachers review.
 */
export const countMistakes = (db: Database) =>
  rowsOf(
    db,
    Counted,
    sql`
      with detected as (
        select ${detections.id} as id, ${detections.sectionId} as section, ${detections.studentId} as student,
          ${detections.activityType} as kind, ${detections.source} is not distinct from ${studentsDevice} as is_of_devices,
          ${detections.seenAt} as seen_at, ${detections.reviewState} as state, ${detections.reviewNote} as note
        from ${detections}
      ), begun as (
        select *, (
          seen_at - lag(seen_at) over episodes <= interval '1 millisecond' * ${episodeGapMs}::int
        ) is not true as begins
        from detected window episodes as (partition by section, student, kind, is_of_devices order by seen_at, id)
      ), numbered as (
        select *, count(*) filter (where begins) over (
          partition by section, student, kind, is_of_devices order by seen_at, id
        ) as episode from begun
      ), episodes as (
        select kind, is_of_devices, bool_or(state is not null) as is_reviewed,
          bool_or(state = 'dismissed' and note like ${`${mistakeNote}%`}) as is_mistake
        from numbered group by section, student, kind, is_of_devices, episode
      )
      select kind as "activityType", is_of_devices as "isOfDevices",
        count(*) filter (where is_reviewed)::int as reviewed, count(*) filter (where is_mistake)::int as mistakes
      from episodes group by kind, is_of_devices having bool_or(is_reviewed)
      order by is_of_devices desc, kind`,
  );

/** Writes the counts as a table, without anybody's name. */
export function describeMistakes(counted: Awaited<ReturnType<typeof countMistakes>>): string {
  if (counted.length === 0) return 'No detection has been reviewed yet.';
  const rows = counted.map(({ activityType, isOfDevices, reviewed, mistakes }) =>
    [isOfDevices ? 'students’ devices' : 'other agents', activityType, `${mistakes} of ${reviewed} reviewed`].join(
      '\t',
    ),
  );
  return ['Dismissed as mistakes:', ...rows].join('\n');
}
