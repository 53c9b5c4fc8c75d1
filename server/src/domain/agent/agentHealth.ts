import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { agents } from '../../platform/database/schema';
import type { RefusalReason } from './watch';

const noteMilliseconds = 10_000;
/** There are fewer agents than this. */
const mostRemembered = 10_000;

/** Keeps, for the administrator, when each agent's reports or heartbeats were last accepted, and when and why its reports were refused. */
export interface AgentHealth {
  /** Returns at once. @param signals what has become of what the agent sent */
  record(agent: string, signals: Iterable<'accepted' | RefusalReason>): void;
}

const sentences: Record<RefusalReason, string> = {
  clock: 'its clock is off',
  earlier: 'it was seen before the session',
  student: 'the student is not in the section',
  session: 'the section has no active session',
  section: 'the section is not there, or its key does not reach it',
  unreadable: 'the event cannot be read',
};

/** Says why an agent's reports are refused. @param reason as it is stored, perhaps by another version */
export const refusalSentence = (reason: string): string => new Map(Object.entries(sentences)).get(reason) ?? reason;

export function createAgentHealth(db: Database, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): AgentHealth {
  /** By agent and signal, when it was last written. */
  const noted = new Map<string, number>();

  async function write(agent: string, signal: 'accepted' | RefusalReason): Promise<void> {
    const at = new Date();
    const changes = signal === 'accepted' ? { acceptedAt: at } : { refusedAt: at, refusal: signal };
    await db.update(agents).set(changes).where(eq(agents.name, agent));
  }

  return {
    record(agent, signals) {
      const now = Date.now();
      for (const signal of new Set(signals)) {
        const key = `${signal} ${agent}`;
        const last = noted.get(key);
        if (last !== undefined && now - last < noteMilliseconds) continue;
        // The log says each reason once.
        if (last === undefined && signal !== 'accepted')
          log.warn({ agent, reason: sentences[signal] }, 'what an agent reports is refused');
        if (noted.size > mostRemembered) noted.clear();
        noted.set(key, now);
        write(agent, signal).catch((error: unknown) =>
          log.error(error, 'what became of an agent’s reports could not be kept'),
        );
      }
    },
  };
}
