import type { AccessClaims, SignedIn } from '../../domain/account/accessTokens';
import type { Agent } from '../../domain/agent/agent';
import type { VersionedBody } from '../http/versioned';
import type { LiveEvent } from '../live/events';
import { GroupCache } from './groupCache';

const mostBytesOfLists = 32 * 1024 * 1024;

/** What this instance need not work out, or ask the database about, again, as it hears of every change. */
export interface Cache {
  /** Access tokens of ours: whether one has ended, and whether its sign-in has, is to be looked up. */
  accessTokens: Map<string, AccessClaims>;
  /** Who is signed in, by sign-in. */
  signIns: GroupCache<string, SignedIn>;
  /** By the hashes of their keys. */
  agents: GroupCache<string, Agent>;
  /** The list of sections, by teacher. */
  sectionLists: GroupCache<number, VersionedBody>;
  /** The pages of logs, by section. */
  logPages: GroupCache<number, VersionedBody>;
  /** Forgets what an event makes out of date. */
  invalidate(event: LiveEvent): void;
  /** From now on every change is heard of. */
  open(): void;
  /** Changes may be missed: forgets all, and keeps nothing until it is opened again. */
  close(): void;
}

export function createCache(): Cache {
  const signIns: Cache['signIns'] = new GroupCache();
  const agents: Cache['agents'] = new GroupCache();
  const sizeOf = ({ json }: VersionedBody) => json.byteLength;
  const sectionLists: Cache['sectionLists'] = new GroupCache(mostBytesOfLists, sizeOf);
  const logPages: Cache['logPages'] = new GroupCache(mostBytesOfLists, sizeOf);
  const all = [signIns, agents, sectionLists, logPages];
  return {
    accessTokens: new Map(),
    signIns,
    agents,
    sectionLists,
    logPages,
    invalidate(event) {
      if (event.kind === 'signedOut') signIns.forget(event.signInId);
      if (event.kind === 'agentRevoked') agents.forget(event.keyHash);
      if (event.kind === 'sectionsChanged') sectionLists.forget(event.teacherId);
      if (event.kind === 'logsChanged') for (const id of event.sectionIds) logPages.forget(id);
    },
    open() {
      for (const one of all) one.open();
    },
    close() {
      for (const one of all) one.close();
    },
  };
}
