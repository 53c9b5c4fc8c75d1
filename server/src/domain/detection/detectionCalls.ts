import type { Context } from '../../context';
import type { Handlers } from '../../platform/http/calls';
import { HttpError, notFound } from '../../platform/http/httpError';
import { versioned } from '../../platform/http/versioned';
import { createAgentHealth, refusalSentence } from '../agent/agentHealth';
import { epochOf } from '../agent/epoch';
import { createHeartbeats, lockWatchedSessions } from '../agent/heartbeats';
import { numbered } from '../audit/audit';
import { lockOwnedSection, requireOwnedSection } from '../section/sections';
import { listWatchedSections, reasonOf, reportOf } from './ingest';
import { createIngestQueue } from './ingestQueue';
import { deleteLesson, listLessons } from './lessons';
import { deleteLog, listLogs, listNewerLogs } from './logs';
import { reviewLogs } from './reviews';
import { isScreenshotAddress, screenshotsExpire } from './screenshotAddress';
import { findPicture } from './screenshots';
import { readStatus, startSession, stopSession } from './sessions';

type DetectionCall =
  | 'startSession'
  | 'stopSession'
  | 'getSessionStatus'
  | 'listLessons'
  | 'deleteLesson'
  | 'listLogs'
  | 'reviewLogs'
  | 'deleteLog'
  | 'recordDetections'
  | 'listWatchedSections'
  | 'noteHeartbeat'
  | 'getScreenshot';

/** Detection sessions, what agents report in them, and the logs. */
export function detectionCalls(context: Context): Pick<Handlers, DetectionCall> {
  const { db, transactAndPublish, cache, keys, limits, audit, log } = context;
  const heartbeats = createHeartbeats();
  const agentHealth = createAgentHealth(db, log);
  const ingestQueue = createIngestQueue(context, heartbeats);
  return {
    async startSession({ body, teacher }) {
      const sectionId = body.section_id;
      const { status, isChanged } = await db.transaction(async (tx) => {
        await lockOwnedSection(tx, teacher.id, sectionId);
        return startSession(tx, teacher.id, sectionId);
      });
      if (isChanged) audit.note({ action: 'detection started', teacherId: teacher.id, sectionId });
      return status;
    },

    async stopSession({ body, teacher }) {
      const sectionId = body.section_id;
      const { status, isChanged } = await db.transaction(async (tx) => {
        await lockOwnedSection(tx, teacher.id, sectionId);
        return stopSession(tx, teacher.id, sectionId);
      });
      if (isChanged) audit.note({ action: 'detection stopped', teacherId: teacher.id, sectionId });
      return status;
    },

    async getSessionStatus({ path, teacher }) {
      await requireOwnedSection(db, teacher.id, path.sectionId);
      return readStatus(db, path.sectionId);
    },

    async listLessons({ query, teacher }) {
      await requireOwnedSection(db, teacher.id, query.section);
      return listLessons(db, query.section, query.before);
    },

    async deleteLesson({ path, teacher }) {
      const sectionId = await transactAndPublish(async (tx, publish) => {
        const id = await deleteLesson(tx, teacher.id, path.id);
        await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds: [id] });
        return id;
      });
      audit.note({ action: 'deletion', teacherId: teacher.id, sectionId, detail: `lesson ${path.id}` });
      return undefined;
    },

    listLogs: async ({ query, teacher, ifNoneMatch }) => {
      const { section, before, since } = query;
      // The same page is another version when its screenshots have new addresses: a browser's copy never holds one about to end.
      const key = [teacher.id, before, since, screenshotsExpire()].join();
      const answer = await versioned(cache.logPages.of(section), key, ifNoneMatch, async () => {
        await requireOwnedSection(db, teacher.id, section);
        return JSON.stringify(
          await (since === undefined ? listLogs(db, keys, section, before) : listNewerLogs(db, keys, section, since)),
        );
      });
      audit.note({ action: 'logs read', teacherId: teacher.id, sectionId: section });
      return answer;
    },

    async reviewLogs({ body, teacher }) {
      const { reviews, changed } = await transactAndPublish(async (tx, publish) => {
        const reviewed = await reviewLogs(tx, teacher.id, body);
        const sectionIds = [...reviewed.changed.keys()];
        if (sectionIds.length > 0) await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds });
        return reviewed;
      });
      for (const [sectionId, ids] of changed) {
        const detail = `${body.state ?? 'taken back'}: ${numbered('log', ids)}`;
        audit.note({ action: 'logs reviewed', teacherId: teacher.id, sectionId, detail });
      }
      return reviews;
    },

    async deleteLog({ path, teacher }) {
      const sectionId = await transactAndPublish(async (tx, publish) => {
        const id = await deleteLog(tx, teacher.id, path.id);
        await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds: [id] });
        return id;
      });
      audit.note({ action: 'deletion', teacherId: teacher.id, sectionId, detail: `log ${path.id}` });
      return undefined;
    },

    async recordDetections({ body, agent }) {
      const events = Array.isArray(body) ? body : [body];
      await limits.consumeEvents(agent.name, agent.eventsPerMinute, events.length);
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

    async listWatchedSections({ agent }) {
      await limits.consumeEvents(agent.name, agent.eventsPerMinute, 1);
      return listWatchedSections(db, agent.reach);
    },

    async noteHeartbeat({ agent }) {
      await limits.consumeEvents(agent.name, agent.eventsPerMinute, 1);
      const committed = await transactAndPublish(async (tx, publish) => {
        const watched = await lockWatchedSessions(tx, agent.reach);
        return heartbeats.record(
          tx,
          publish,
          watched.map((sessionId) => ({ sessionId, agent: agent.name, kind: 'heartbeat' })),
        );
      });
      committed();
      agentHealth.record(agent.name, ['accepted']);
      return { epoch: epochOf(new Date()) };
    },

    async getScreenshot({ path, query, reply }) {
      const seenAt = new Date(query.seen_at);
      if (!isScreenshotAddress(keys, { id: path.id, seenAt }, query.expires, query.signature)) {
        throw new HttpError(403, { detail: 'This address is no longer good. Please refresh the logs.' });
      }
      const picture = await findPicture(db, { id: path.id, seenAt });
      if (!picture) throw notFound('Picture');
      // The address was given to its teacher only.
      audit.note({ action: 'screenshots read', teacherId: picture.teacherId, sectionId: picture.sectionId });
      // The same address always means the same picture, and it is for the teacher alone.
      reply.type(picture.type).header('Cache-Control', 'private, max-age=1200, immutable');
      return picture.bytes;
    },
  };
}
