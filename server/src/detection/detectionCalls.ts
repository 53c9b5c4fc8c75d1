import type { Context } from '../context';
import type { Handlers } from '../http/calls';
import { notFound, Refusal } from '../http/refusal';
import { demandSection, holdSection } from '../section/sections';
import { listLogs } from './logs';
import { listWatchedSections, recordDetections } from './recording';
import { isScreenshotAddress } from './screenshotAddress';
import { findPicture } from './screenshots';
import { isSessionActive, startSession, stopSession } from './sessions';

type DetectionCall =
  | 'startSession'
  | 'stopSession'
  | 'getSessionStatus'
  | 'listLogs'
  | 'recordDetections'
  | 'listWatchedSections'
  | 'getScreenshot';

/** Detection sessions, what agents report in them, and the logs. */
export function detectionCalls({ db, keys }: Context): Pick<Handlers, DetectionCall> {
  return {
    startSession: ({ body, teacher }) =>
      db.transaction(async (tx) => {
        await holdSection(tx, teacher.id, body.section_id);
        await startSession(tx, teacher.id, body.section_id);
        return { is_active: true };
      }),

    stopSession: ({ body, teacher }) =>
      db.transaction(async (tx) => {
        await holdSection(tx, teacher.id, body.section_id);
        await stopSession(tx, teacher.id, body.section_id);
        return { is_active: false };
      }),

    async getSessionStatus({ path, teacher }) {
      await demandSection(db, teacher.id, path.sectionId);
      return { is_active: await isSessionActive(db, path.sectionId) };
    },

    async listLogs({ query, teacher }) {
      await demandSection(db, teacher.id, query.section);
      return listLogs(db, keys, query.section, query.before);
    },

    async recordDetections({ body }) {
      const events = Array.isArray(body) ? body : [body];
      await recordDetections(db, events);
      return { recorded: events.length };
    },

    listWatchedSections: () => listWatchedSections(db),

    async getScreenshot({ path, query, reply }) {
      if (!isScreenshotAddress(keys, path.id, query.expires, query.signature)) {
        throw new Refusal(403, { detail: 'This address is no longer good. Please refresh the logs.' });
      }
      const picture = await findPicture(db, path.id);
      if (!picture) throw notFound('Picture');
      // The same address always means the same picture, and it is for the teacher alone.
      reply.type(picture.type).header('Cache-Control', 'private, max-age=1200, immutable');
      return picture.bytes;
    },
  };
}
