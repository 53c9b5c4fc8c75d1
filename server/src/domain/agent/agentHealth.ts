import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { agents } from '../tables/agent';
import type { RefusalReason } from './agentStatus';

/** At most one write per agent and signal in this time. */
const throttleMilliseconds = 10_000;
/** More than there are agents. */
const maxKeys = 10_000;

const sentences: Record<RefusalReason, string> = {
  clock: 'its clock is off',
  earlier: 'it was seen before the session',
  student: 'the student is not in the section',
  session: 'the section has no active session',
  section: 'the section does not exist, or its key does not reach it',
  unreadable: 'the event cannot be read',
};

/** Describes why reports are refused. @param reason as stored, possibly by another version */
export const refusalSentence = (reason: string): string => new Map(Object.entries(sentences)).get(reason) ?? reason;

/** Creates what stores when each agent was last accepted and refused, and why, for the administrator. */
export function createAgentHealth(db: Database, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  /** Time of the last write, by signal and agent. */
  const writtenAt = new Map<string, number>();

  async function write(agent: string, signal: 'accepted' | RefusalReason): Promise<void> {
    const at = new Date();
    const changes = signal === 'accepted' ? { acceptedAt: at } : { refusedAt: at, refusal: signal };
    await db.update(agents).set(changes).where(eq(agents.name, agent));
  }

  return {
    /** Returns at once. */
    record(agent: string, signals: Iterable<'accepted' | RefusalReason>): void {
      const now = Date.now();
      for (const signal of new Set(signals)) {
        const key = `${signal} ${agent}`;
        const last = writtenAt.get(key);
        if (last !== undefined && now - last < throttleMilliseconds) continue;
        // Logs each reason once.
        if (last === undefined && signal !== 'accepted')
          log.warn({ agent, reason: sentences[signal] }, 'agent reports are refused');
        if (writtenAt.size > maxKeys) writtenAt.clear();
        writtenAt.set(key, now);
        write(agent, signal).catch((error: unknown) => log.error(error, 'an agent’s health could not be written'));
      }
    },
  };
}
