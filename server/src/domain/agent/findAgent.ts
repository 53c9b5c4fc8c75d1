import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import { equalInConstantTime, hashToken } from '../../platform/config/secrets';
import { agents } from '../tables/agent';
import { type Agent, simulated } from './agent';

const simulator: Agent = {
  name: simulated,
  reach: { sectionIds: null, onlyMadeUp: true },
  eventsPerMinute: Number.MAX_SAFE_INTEGER,
};

/** Returns whether a key is the simulated class's. */
export const isSimulator = ({ keys }: Pick<Context, 'keys'>, key: string | undefined): boolean =>
  key !== undefined && equalInConstantTime(key, keys.simulator);

const keyPattern = /^[\w-]{43}$/;

/** Returns the agent with a key. */
export async function findAgent(context: Context, key: string): Promise<Agent | undefined> {
  const { db, cache } = context;
  if (isSimulator(context, key)) return simulator;
  if (!keyPattern.test(key)) return undefined;
  const keyHash = hashToken(key);
  const group = cache.agents.of(keyHash);
  const cached = group.get('');
  if (cached) return cached;
  const [row] = await db.select().from(agents).where(eq(agents.keyHash, keyHash));
  if (!row) return undefined;
  const { name, eventsPerMinute, sectionIds } = row;
  const agent = { name, eventsPerMinute, reach: { sectionIds, onlyMadeUp: false } };
  group.set('', agent);
  return agent;
}
