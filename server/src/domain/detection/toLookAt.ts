import { episodeGapMs } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { countOf, rowsOf } from '../../platform/database/rows';
import { detections } from '../tables/detection';

const Count = v.object({ session: v.number(), students: v.number() });

/** Counts, by session, the students with an episode that has no review or an answer after it, as `incidentsOf` does on teachers' pages. */
export async function countToLookAt(db: Database, sessionIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (sessionIds.length === 0) return new Map();
  const { activityType, answeredAt, id, reviewedAt, reviewState, seenAt, sessionId, studentId } = detections;
  const statement = sql`
    with spaced as (
      select ${sessionId} as session, ${studentId} as student, ${activityType} as activity, ${seenAt} as seen_at,
        ${id} as id, ${reviewState} as review,
        ${answeredAt} > ${reviewedAt} as is_answered,
        ${seenAt} - lag(${seenAt}) over (
          partition by ${sessionId}, ${studentId}, ${activityType} order by ${seenAt}, ${id}
        ) > interval '1 millisecond' * ${episodeGapMs}::int as begins
      from ${detections} where ${sessionId} = any(${sql.param(sessionIds)}::int[])
    ), numbered as (
      select session, student, activity, review, is_answered, count(*) filter (where begins) over (
        partition by session, student, activity order by seen_at, id
      ) as episode
      from spaced
    ), unreviewed as (
      select distinct session, student from numbered
      group by session, student, activity, episode having count(review) = 0 or bool_or(is_answered)
    )
    select session, ${countOf()} as students from unreviewed group by session`;
  return new Map((await rowsOf(db, Count, statement)).map(({ session, students }) => [session, students]));
}
