import { GroupCache } from '../platform/cache/groupCache';
import type { VersionedBody } from '../platform/http/versioned';
import type { AccessClaims, SignedIn } from './account/accessTokens';
import type { Agent } from './agent/agent';
import type { LiveEvent } from './live/events';

const maxListBytes = 32 * 1024 * 1024;

const sizeOf = ({ json }: VersionedBody) => json.byteLength;

export type Cache = ReturnType<typeof createCache>;

/** Creates the caches of what this instance has computed or read, kept until an event invalidates it. */
export function createCache() {
  const caches = {
    /** Teachers by sign-in. */
    signIns: new GroupCache<string, SignedIn>(),
    /** By the hash of their key. */
    agents: new GroupCache<string, Agent>(),
    /** By teacher. */
    sectionLists: new GroupCache<number, VersionedBody>(maxListBytes, sizeOf),
    /** By section. */
    logPages: new GroupCache<number, VersionedBody>(maxListBytes, sizeOf),
  };
  return {
    ...caches,
    /** Claims of verified access tokens. Expiry and sign-in must still be checked. */
    accessTokens: new Map<string, AccessClaims>(),
    /** Drops the entries that an event makes stale. */
    invalidate(event: LiveEvent): void {
      const { signIns, agents, sectionLists, logPages } = caches;
      if (event.kind === 'signedOut') signIns.forget(event.signInId);
      if (event.kind === 'agentRevoked') agents.forget(event.keyHash);
      if (event.kind === 'sectionsChanged') sectionLists.forget(event.teacherId);
      // The list says in which sections detection was ever started.
      if (event.kind === 'session' && event.isActive) sectionLists.forget(event.teacherId);
      if (event.kind === 'sharingChanged') sectionLists.forget(event.teacherId);
      if (event.kind === 'logsChanged') for (const id of event.sectionIds) logPages.forget(id);
    },
    /** Starts caching: every change is notified from now on. */
    open(): void {
      for (const one of Object.values(caches)) one.open();
    },
    /** Drops everything and caches nothing until it is opened again, as changes may be missed. */
    close(): void {
      for (const one of Object.values(caches)) one.close();
    },
  };
}
