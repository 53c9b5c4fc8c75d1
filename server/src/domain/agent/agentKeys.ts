import { studentsDevice } from '@vigil/contract/values';
import { asc, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { hasControls, isVisible } from '../../platform/http/visibleText';
import { notify } from '../live/events';
import { agents } from '../tables/agent';
import { sections } from '../tables/section';
import { simulated } from './agent';
import { refusalSentence } from './agentHealth';

/** The new agent's key, or why it was not added. */
type AddedAgent = { key: string } | { reason: string };

export const NewAgent = v.object({
  name: v.pipe(
    v.string(),
    v.normalize(),
    v.regex(/^\S(.{0,98}\S)?$/u),
    v.check((name) => isVisible(name) && !hasControls(name)),
  ),
  eventsPerMinute: v.number(),
  sectionIds: v.nullable(v.array(v.number())),
});
export type NewAgent = v.InferOutput<typeof NewAgent>;

/** Adds an agent with a new key. Only the key's hash is stored. */
export async function addAgent(db: Database, agent: NewAgent): Promise<AddedAgent> {
  if (agent.name.toLowerCase() === simulated) return { reason: `${agent.name} is what the simulated class is called.` };
  if (agent.name.toLowerCase() === studentsDevice)
    return { reason: `${agent.name} is what students’ devices are called.` };
  if (agent.sectionIds) {
    const found = await db.select({ id: sections.id }).from(sections).where(inArray(sections.id, agent.sectionIds));
    const missing = agent.sectionIds.find((one) => !found.some(({ id }) => id === one));
    if (missing !== undefined) return { reason: `There is no section ${missing}.` };
  }
  const key = newToken();
  const added = await db
    .insert(agents)
    .values({ ...agent, keyHash: hashToken(key) })
    .onConflictDoNothing({ target: agents.name })
    .returning({ id: agents.id });
  return added.length > 0 ? { key } : { reason: `There is an agent ${agent.name} already. Revoke it first.` };
}

/** Lists the agents, without their keys. */
export async function listAgents(db: Database) {
  const { name, eventsPerMinute, sectionIds, createdAt, acceptedAt, refusedAt, refusal } = agents;
  const rows = await db
    .select({ name, eventsPerMinute, sectionIds, createdAt, acceptedAt, refusedAt, refusal })
    .from(agents)
    .orderBy(asc(name));
  return rows.map((row) => ({
    ...row,
    refusal: row.refusal === null ? null : refusalSentence(row.refusal),
  }));
}

/** Revokes an agent's key on every instance. Its reports stay. @returns whether the agent existed */
export async function revokeAgent(db: Database, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const revoked = await tx
      .delete(agents)
      .where(inArray(agents.name, [name, name.normalize()]))
      .returning({ keyHash: agents.keyHash });
    for (const { keyHash } of revoked) await notify(tx, { kind: 'agentRevoked', keyHash });
    return revoked.length > 0;
  });
}
