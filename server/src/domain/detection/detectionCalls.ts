import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError, notFound } from '../../platform/http/httpError';
import { versioned } from '../../platform/http/versioned';
import { epochOf } from '../agent/agent';
import { createAgentHealth, refusalSentence } from '../agent/agentHealth';
import { type Heartbeats, inReach, lockActiveSessions } from '../agent/heartbeats';
import { type AuditAction, numbered } from '../audit/audit';
import type { Handlers } from '../calls';
import { type Place, requireAccess, requireReadable } from '../section/access';
import { type ChangingSection, createChanges } from '../section/change';
import { reportOf } from './ingest';
import type { IngestQueue } from './ingestQueue';
import { deleteLesson, describeLesson, listLessons } from './lessons';
import { deleteLog, listLogs, listNewerLogs, listOlderLogs } from './logs';
import { reasonOf } from './parseEvents';
import { replyTo, reviewLogs } from './reviews';
import { findPicture, isScreenshotAddress, screenshotsExpire } from './screenshots';
import {
  type Changed,
  extendSession,
  pauseSession,
  readStatus,
  resumeSession,
  seesLast,
  startSession,
  stopSession,
} from './sessions';

/** Ends what devices did in a lesson, as of its end. */
type LeaveGap = (tx: Database, lesson: { sectionId: number; sessionId: number; now: Date }) => Promise<void>;

export function detectionCalls(context: Context, heartbeats: Heartbeats, ingestQueue: IngestQueue, leaveGap: LeaveGap) {
  const { db, transactAndPublish, cache, keys, limits, audit, log } = context;
  const agentHealth = createAgentHealth(db, log);

  const { change, changeSection } = createChanges(context);

  /** Starts, extends, pauses, resumes or stops a section's session. */
  const changeSession = (place: Place, action: AuditAction, work: (changing: ChangingSection) => Promise<Changed>) =>
    changeSection(place, 'teach', async (changing) => {
      const { status, isChanged } = await work(changing);
      if (isChanged) changing.note({ action });
      return status;
    });

  /** Deletes something with logs. @param remove returns the section's id */
  const deleteFromLogs = (teacherId: number, detail: string, remove: (tx: Database) => Promise<number>) =>
    change(teacherId, async ({ tx, publish, note }) => {
      const sectionId = await remove(tx);
      await publish({ kind: 'logsChanged', teacherId, sectionIds: [sectionId] });
      note({ action: 'deletion', sectionId, detail });
      return undefined;
    });

  return {
    startSession({ body: { section_id, minutes }, teacher }) {
      const place = { teacherId: teacher.id, sectionId: section_id };
      return changeSession(place, 'detection started', (changing) =>
        startSession(changing, changing.section, { teacherId: teacher.id, minutes }),
      );
    },

    extendSession({ body: { section_id, minutes }, teacher }) {
      const place = { teacherId: teacher.id, sectionId: section_id };
      return changeSession(place, 'detection extended', (changing) =>
        extendSession(changing, changing.section, minutes),
      );
    },

    stopSession({ body: { section_id }, teacher }) {
      const place = { teacherId: teacher.id, sectionId: section_id };
      return changeSession(place, 'detection stopped', (changing) =>
        stopSession(changing, changing.section, teacher.id),
      );
    },

    pauseSession({ body: { section_id, reason }, teacher }) {
      const place = { teacherId: teacher.id, sectionId: section_id };
      return changeSession(place, 'detection paused', (changing) => pauseSession(changing, changing.section, reason));
    },

    resumeSession({ body: { section_id }, teacher }) {
      const place = { teacherId: teacher.id, sectionId: section_id };
      return changeSession(place, 'detection resumed', (changing) =>
        resumeSession(changing, changing.section, async (sessionId, now) => {
          await requireReadable(changing.tx, changing.access, sessionId);
          await leaveGap(changing.tx, { sectionId: section_id, sessionId, now });
        }),
      );
    },

    async getSessionStatus({ path, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId: path.sectionId }, 'read now');
      const status = await readStatus(db, path.sectionId);
      // A substitute resumes only what they see.
      const isOthers = status.resumable_until && !(await seesLast(db, access));
      return isOthers ? { ...status, resumable_until: null } : status;
    },

    async listLessons({ query, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId: query.section }, 'read now');
      return listLessons(context, access, query.before);
    },

    describeLesson: ({ path: { id: lessonId }, body, teacher: { id: teacherId } }) =>
      change(teacherId, async ({ tx, publish, note }) => {
        const { teacherId: ownerId, sectionId } = await describeLesson(tx, { teacherId, lessonId }, body);
        await publish({ kind: 'logsChanged', teacherId: ownerId, sectionIds: [sectionId] });
        note({ action: 'lesson described', sectionId, detail: `lesson ${lessonId}` });
        return undefined;
      }),

    deleteLesson: ({ path: { id }, teacher }) =>
      deleteFromLogs(teacher.id, `lesson ${id}`, (tx) => deleteLesson(tx, { teacherId: teacher.id, lessonId: id })),

    listLogs: async ({ query, teacher, ifNoneMatch }) => {
      const { section, before, since } = query;
      // New screenshot URLs make a new version, so that cached pages never hold expired ones.
      const key = [teacher.id, before, since, screenshotsExpire()].join();
      const answer = await versioned(cache.logPages.of(section), { key, ifNoneMatch }, async () => {
        const access = await requireAccess(db, { teacherId: teacher.id, sectionId: section }, 'read now');
        const current = { access, sectionId: section, version: access.logVersion };
        const list = () => {
          if (since !== undefined) return listNewerLogs(context, { ...current, since });
          return before === undefined ? listLogs(context, current) : listOlderLogs(context, { ...current, before });
        };
        // A sharing ends by itself.
        return { list: await list(), isKept: access.role === 'owner' };
      });
      audit.note({ action: 'logs read', teacherId: teacher.id, sectionId: section });
      return answer;
    },

    reviewLogs: ({ body, teacher: { id: teacherId } }) =>
      change(teacherId, async ({ tx, publish, note }) => {
        const { reviews, changed } = await reviewLogs(tx, teacherId, body);
        for (const [{ teacherId, sectionId }, ids] of changed) {
          await publish({ kind: 'logsChanged', teacherId, sectionIds: [sectionId] });
          const detail = `${body.state ?? 'taken back'}: ${numbered('log', ids)}`;
          note({ action: 'logs reviewed', sectionId, detail });
        }
        return reviews;
      }),

    replyToAnswer: ({ body, teacher: { id: teacherId } }) =>
      change(teacherId, async ({ tx, publish, note }) => {
        const { replied, section } = await replyTo(tx, teacherId, body);
        const { sectionId } = section;
        await publish({ kind: 'logsChanged', teacherId: section.teacherId, sectionIds: [sectionId] });
        note({ action: 'answer replied to', sectionId, detail: `log ${replied.id}` });
        return replied;
      }),

    deleteLog: ({ path: { id }, teacher }) =>
      deleteFromLogs(teacher.id, `log ${id}`, (tx) => deleteLog(tx, { teacherId: teacher.id, logId: id })),

    async recordDetections({ body, agent }) {
      const events = Array.isArray(body) ? body : [body];
      await limits.consumeAtRate({ key: agent.name, perMinute: agent.eventsPerMinute, points: events.length });
      const outcomes = await ingestQueue.record(agent, events);
      const signals = outcomes.map((outcome) => (outcome instanceof HttpError ? reasonOf(outcome) : 'accepted'));
      agentHealth.record(agent.name, signals);
      for (const reason of new Set(signals)) {
        if (reason !== 'accepted')
          audit.note({ action: 'report refused', detail: `${agent.name}: ${refusalSentence(reason)}` });
      }
      const [first] = outcomes;
      if (!Array.isArray(body) && first instanceof HttpError) throw first;
      return reportOf(events, outcomes);
    },

    async noteHeartbeat({ agent }) {
      await limits.consumeAtRate({ key: agent.name, perMinute: agent.eventsPerMinute, points: 1 });
      const committed = await transactAndPublish(async (publishing) => {
        const watched = await lockActiveSessions(publishing.tx, inReach(agent.reach));
        return heartbeats.record(
          publishing,
          watched.map((sessionId) => ({ sessionId, agent: agent.name, kind: 'heartbeat' })),
        );
      });
      committed();
      agentHealth.record(agent.name, ['accepted']);
      return { epoch: epochOf(new Date()) };
    },

    async getScreenshot({ path, query, reply }) {
      const seenAt = new Date(query.seen_at);
      if (!isScreenshotAddress(keys, { id: path.id, seenAt }, query)) {
        throw new HttpError(403, { detail: 'This address is no longer good. Please refresh the logs.' });
      }
      const picture = await findPicture(db, { id: path.id, seenAt });
      if (!picture) throw notFound('Picture');
      const { sectionId } = picture;
      // Only the section's teachers and the student get a URL, each their own.
      const teacherId = query.teacher ?? picture.teacherId;
      if (query.teacher !== undefined) await requireAccess(db, { teacherId, sectionId }, 'read now');
      const reader = query.reader === 'student' ? { detail: 'by the student' } : { teacherId };
      audit.note({ action: 'screenshots read', sectionId, ...reader });
      // The picture at a URL never changes. A student's device may be somebody else's tomorrow.
      const cached = query.reader === 'student' ? 'no-store' : 'private, max-age=1200, immutable';
      reply.type(picture.type).header('Cache-Control', cached);
      return picture.bytes;
    },
  } satisfies Partial<Handlers>;
}
