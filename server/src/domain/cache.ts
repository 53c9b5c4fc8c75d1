import { GroupCache } from '../platform/cache/groupCache';
import type { VersionedBody } from '../platform/http/versioned';
import type { AccessClaims, SignedIn } from './account/accessTokens';
import type { Agent } from './agent/agent';
import type { LiveEvent } from './live/events';

const maxListBytes = 32 * 1024 * 1024;

/** Data that this instance has computed or read, kept until an event invalidates it. */
export interface Cache {
  /** Claims of verified access tokens. Expiry and sign-in must still be checked. */
  accessTokens: Map<string, AccessClaims>;
  /** Teachers by sign-in. */
  signIns: GroupCache<string, SignedIn>;
  /** By the hash of their key. */
  agents: GroupCache<string, Agent>;
  /** By teacher. */
  sectionLists: GroupCache<number, VersionedBody>;
  /** By section. */
  logPages: GroupCache<number, VersionedBody>;
  /** Drops the entries that an event makes stale. */
  invalidate(event: LiveEvent): void;
  /** Starts caching: every change is notified from now on. */
  open(): void;
  /** Drops everything and caches nothing until it is opened again, as changes may be missed. */
  close(): void;
}

export function createCache(): Cache {
  const signIns: Cache['signIns'] = new GroupCache();
  const agents: Cache['agents'] = new GroupCache();
  const sizeOf = ({ json }: VersionedBody) => json.byteLength;
  const sectionLists: Cache['sectionLists'] = new GroupCache(maxListBytes, sizeOf);
  const logPages: Cache['logPages'] = new GroupCache(maxListBytes, sizeOf);
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
      // The list says in which sections detection was ever started.
      if (event.kind === 'session' && event.isActive) sectionLists.forget(event.teacherId);
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
