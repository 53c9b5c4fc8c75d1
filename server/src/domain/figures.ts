import { isNull } from 'drizzle-orm';
import type { Figures } from '../platform/http/metrics';
import { countWaitingMails } from './mail/mailQueue';
import { detectionSessions } from './tables/detection';

/** What /metrics shows of the stored data. */
export const figures: Figures<'active_sessions' | 'waiting_mails' | 'oldest_waiting_mail_seconds'> = {
  help: {
    active_sessions: 'Detection sessions that are active, on all instances.',
    waiting_mails: 'Mails that the mail server has not taken yet, of all instances.',
    oldest_waiting_mail_seconds: 'For how long the oldest of them has waited.',
  },
  async read(db) {
    const { waiting, since } = await countWaitingMails(db);
    return {
      active_sessions: await db.$count(detectionSessions, isNull(detectionSessions.endedAt)),
      waiting_mails: waiting,
      oldest_waiting_mail_seconds: since ? (Date.now() - since.getTime()) / 1000 : 0,
    };
  },
};
