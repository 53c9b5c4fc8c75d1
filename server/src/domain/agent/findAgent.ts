import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import { equalInConstantTime, hashToken } from '../../platform/config/secrets';
import { agents } from '../../platform/database/schema';
import { type Agent, simulated } from './agent';

const simulator: Agent = {
  name: simulated,
  reach: { sectionIds: null, onlyMadeUp: true },
  eventsPerMinute: Number.MAX_SAFE_INTEGER,
};

const keyPattern = /^[\w-]{43}$/;

/** The agent that shows a key; undefined when nobody's is that. */
export async function findAgent({ db, cache, keys }: Context, key: string): Promise<Agent | undefined> {
  if (equalInConstantTime(key, keys.simulator)) return simulator;
  if (!keyPattern.test(key)) return undefined;
  const keyHash = hashToken(key);
  const known = cache.agents.of(keyHash);
  const kept = known.get('');
  if (kept) return kept;
  const [row] = await db.select().from(agents).where(eq(agents.keyHash, keyHash));
  if (!row) return undefined;
  const { name, eventsPerMinute, sectionIds } = row;
  const agent = { name, eventsPerMinute, reach: { sectionIds, onlyMadeUp: false } };
  known.set('', agent);
  return agent;
}
