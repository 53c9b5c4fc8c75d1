import { deviceHeartbeatMs } from '@vigil/contract/values';
import type { Context } from '../../context';
import { HttpError } from '../../platform/http/httpError';
import { epochOf } from '../agent/agent';
import type { Heartbeats } from '../agent/heartbeats';
import type { Handlers } from '../calls';
import type { IngestQueue } from '../detection/ingestQueue';
import { deletedAfter, deletedBy } from '../retention';
import { createStoreHeartbeat, leave } from './deviceHeartbeat';
import { withSmallPictures } from './devicePictures';
import { agentOf, resultsOf } from './deviceReport';
import { answerLog, readReceipt } from './receipt';

/**
 * How often devices call: at the door and while excused, so that an admission or the end of the excuse shows at once even where no socket
 * opens, and in the lesson.
 */
const everyMilliseconds = { door: 2000, excused: 2000, lesson: deviceHeartbeatMs };
const hourMilliseconds = 3_600_000;
/** A device that knows no pauses counts one as an excuse, whose end is not known. */
const pauseMilliseconds = hourMilliseconds;

/** What students' devices say in a lesson and ask after it. */
export function deviceCalls(context: Context, heartbeats: Heartbeats, ingestQueue: IngestQueue) {
  const { settings, transactAndPublish, limits, audit } = context;
  const storeHeartbeat = createStoreHeartbeat(context, heartbeats);
  /** When a lesson ends itself, if nobody ends it before. */
  const latestEnd = ({ startedAt }: { startedAt: Date }) =>
    new Date(startedAt.getTime() + settings.sessionMaxHours * hourMilliseconds);

  /** Counts a device's pictures. @returns whether they may be kept */
  async function mayKeep(attendanceId: number, pictures: number): Promise<boolean> {
    if (pictures === 0) return true;
    try {
      await limits.consume('picturesOfDevice', String(attendanceId), pictures);
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  return {
    async getRetention() {
      const now = new Date();
      return {
        deleted_by: deletedBy(now, settings.retentionDays),
        looks_deleted_by: deletedAfter(now, settings.auditDays),
      };
    },

    async noteAttendance({ body, attendee }) {
      const { attendance, lesson, section, teacher, pausedFor } = attendee;
      const excusedUntil =
        attendee.excusedUntil ??
        (pausedFor === null ? null : (lesson.endsAt ?? new Date(Date.now() + pauseMilliseconds)));
      await limits.consume('heartbeatsOfDevice', String(attendance.id));
      const state = await storeHeartbeat(attendee, body);
      return {
        state,
        epoch: epochOf(new Date()),
        lesson: {
          section: section.name,
          teacher: teacher.name,
          started_at: lesson.startedAt.toISOString(),
          ends_in_ms: lesson.endsAt && Math.max(0, lesson.endsAt.getTime() - Date.now()),
          deleted_by: deletedBy(latestEnd(lesson), settings.retentionDays),
          asks_for_pictures: section.asksForPictures,
          ignored_kinds: section.ignoredKinds,
        },
        ...(pausedFor !== null && { paused: pausedFor }),
        ...(excusedUntil !== null && { excused_until: excusedUntil.toISOString() }),
        ...(state === 'knocking' && attendance.number !== null && { number: String(attendance.number) }),
        every_ms: everyMilliseconds[state === 'knocking' ? 'door' : excusedUntil === null ? 'lesson' : 'excused'],
      };
    },

    async reportFromDevice({ body: { events }, attendee }) {
      const { attendance, lesson, section, teacher } = attendee;
      await limits.consume('eventsOfDevice', String(attendance.id), events.length);
      const agent = agentOf(attendee);
      // A device learns of the lesson's end with its next heartbeat. Pictures taken in between are not accepted.
      const isAllowed = lesson.endedAt === null && section.asksForPictures && attendance.sendsPictures;
      let sent = withSmallPictures(events, isAllowed);
      if (!(await mayKeep(attendance.id, sent.pictures))) sent = withSmallPictures(events, false);
      const results = resultsOf(events, await ingestQueue.record(agent, sent.events), sent.dropped);
      const refused = new Set(results.flatMap(({ status, detail }) => (status === 'refused' ? [detail] : [])));
      for (const sentence of refused) {
        const detail = `attendance ${attendance.id}: ${sentence}`;
        audit.note({ action: 'report refused', teacherId: teacher.id, sectionId: section.id, detail });
      }
      return { results };
    },

    async getReceipt({ attendee }) {
      await limits.consume('receiptsOfDevice', String(attendee.attendance.id));
      return readReceipt(context, attendee);
    },

    async answerLog({ body, attendee }) {
      const { attendance, section, teacher } = attendee;
      await limits.consume('answersOfDevice', String(attendance.id));
      return transactAndPublish(async ({ tx, publish }) => {
        const answered = await answerLog(tx, attendee, body);
        await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds: [section.id] });
        return answered;
      });
    },

    async leaveLesson({ attendee }) {
      const { section, teacher } = attendee;
      await transactAndPublish(async ({ tx, publish }) => {
        await leave(tx, attendee);
        await publish({ kind: 'attendanceChanged', teacherId: teacher.id, sectionId: section.id });
      });
      return undefined;
    },
  } satisfies Partial<Handlers>;
}
