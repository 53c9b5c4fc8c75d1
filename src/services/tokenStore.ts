import type { SiteStorage } from './siteStorage';
import { identityOf } from './teacher';
import type { Tokens } from './types';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
const USER = 'user';
/** Written and removed at once, so that nothing of it stays: other tabs hear why a session ended. */
const ENDED = 'sessionEnded';

/** Why a session ended: the teacher signed out, or it could not be renewed. */
export type SessionEnd = 'signedOut' | 'expired';

/** What the storage holds of a session, at one moment. */
export interface StoredSession {
  access: string | null;
  refresh: string | null;
}

/** What the storage says to a tab that looks at it anew. */
export interface StorageNews {
  signedIn: boolean;
  /** By what the stored teacher is known; null when nothing tells. */
  teacher: string | null;
  /** Tells one sign-in from another, also when nothing tells whose they are. */
  signIn: number;
  /** With a session that has ended: why, as far as this tab has heard. */
  ended: SessionEnd | null;
}

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * The three keys of the specification's section 3 in localStorage, and nothing else. The one place that touches them,
 * so that a reload, another tab and every request see the same session.
 *
 * Another tab may have begun another session since a token was read: what replaces or clears compares first.
 */
export function createTokenStore(storage: SiteStorage) {
  /** Whose the access tokens are that this page has seen: a token that says nothing itself is still known by its user. */
  const teachers = new Map<string, string>();
  /** Numbers of the sign-ins that this page has seen, by each of their tokens; 0 is nobody's. */
  const signIns = new Map<string, number>();
  /** The last of them that was stored. */
  let latest = 0;
  /** Why that one has ended, as far as another tab has told. */
  let ended: SessionEnd | null = null;

  const access = () => storage.getItem(ACCESS);
  const refresh = () => storage.getItem(REFRESH);

  const user = (): unknown => {
    try {
      return JSON.parse(storage.getItem(USER) ?? 'null');
    } catch {
      return null;
    }
  };

  /** By what the teacher of an access token is known; of the stored one also by the stored user. */
  const teacherOf = (token: string): string | null => {
    const teacher = identityOf(token, token === access() ? user() : null) ?? teachers.get(token) ?? null;
    if (teacher !== null) teachers.set(token, teacher);
    return teacher;
  };

  const teacher = () => {
    const token = access();
    return token === null ? null : teacherOf(token);
  };

  const signInOf = (session: StoredSession): number => {
    const held = [session.refresh, session.access].filter((token) => token !== null);
    const [known] = held.flatMap((token) => signIns.get(token) ?? []);
    const number = known ?? (held.length === 0 ? 0 : signIns.size + 1);
    for (const token of held) signIns.set(token, number);
    return number;
  };

  /** Tells one sign-in from another, also of the same teacher; it stays the same while this page renews its tokens. */
  const signIn = () => {
    const number = signInOf({ access: access(), refresh: refresh() });
    if (number !== 0) latest = number;
    return number;
  };

  const isStored = (sent: StoredSession) =>
    refresh() === sent.refresh && (sent.refresh !== null || access() === sent.access);

  const write = (tokens: Tokens) => {
    storage.setItem(ACCESS, tokens.access);
    if (tokens.refresh !== undefined) storage.setItem(REFRESH, tokens.refresh);
  };

  return {
    access,
    /** The stored user as it was received, or null when there is none or it cannot be read. */
    user,
    teacher,
    teacherOf,
    /** Whether what was read is still what is stored: another session has another refresh token. */
    isStored,

    read: (): StoredSession => ({ access: access(), refresh: refresh() }),

    signIn,

    /** Keeps the tokens of a new session: nothing of an earlier one outlives it. */
    begin(tokens: Tokens) {
      ended = null;
      storage.removeItem(USER);
      storage.removeItem(REFRESH);
      write(tokens);
      signIn();
    },

    /**
     * Replaces the access token, and the refresh token when a new one is given.
     *
     * @param sent what was stored when the tokens were asked for
     * @returns false when another session is stored meanwhile, which is left alone
     */
    replace(sent: StoredSession, tokens: Tokens): boolean {
      if (!isStored(sent)) return false;
      const known = teacher();
      if (known !== null) teachers.set(tokens.access, known);
      signIns.set(tokens.access, signInOf(sent));
      write(tokens);
      return true;
    },

    keepUser(received: unknown) {
      storage.setItem(USER, JSON.stringify(received));
    },

    /**
     * Ends the stored session, and lets other tabs know why.
     *
     * @param sent what was stored when the session was found to have ended; what has replaced it is left alone
     * @returns false when it was left alone
     */
    clear(sent: StoredSession, why: SessionEnd): boolean {
      if (!isStored(sent)) return false;
      storage.setItem(ENDED, why);
      storage.removeItem(ENDED);
      // In the order of a sign-in: with the access token's news another tab has heard of both.
      for (const key of [REFRESH, ACCESS, USER]) storage.removeItem(key);
      return true;
    },

    /** What the storage says now. */
    news: (): StorageNews =>
      access() === null
        ? { signedIn: false, teacher: null, signIn: signIn(), ended }
        : { signedIn: true, teacher: teacher(), signIn: signIn(), ended: null },

    /** Calls back when another tab has changed the session, until the returned function is called. */
    watch(onChange: () => void): () => void {
      let why: SessionEnd | null = null;
      /** What another tab stores next is of the sign-in that was stored before. */
      let isRenewal = true;
      /** Which sign-in other tabs have renewed for these tokens, which may be gone before this one reads them. */
      const renewed = new Map<string, number>();
      // News may come late, and be of a sign-in that another one has followed here.
      const hear = ({ oldValue, newValue }: StorageEvent) => {
        const signIn = signIns.get(oldValue ?? '') ?? renewed.get(oldValue ?? '');
        if (newValue !== null) {
          if (signIn !== undefined && isRenewal) renewed.set(newValue, signIn);
          ended = null;
        } else if (signIn === latest) ended = why;
        isRenewal = true;
      };
      const listener = (event: StorageEvent) => {
        if (!storage.isAbout(event)) return;
        if (event.key === ENDED && (event.newValue === 'signedOut' || event.newValue === 'expired')) {
          why = event.newValue;
        }
        // A sign-in takes the refresh token of the one before it away before it stores its own access token.
        if (event.key === REFRESH && event.newValue === null) isRenewal = false;
        if (event.key === ACCESS) hear(event);
        // A null key: another tab cleared the whole storage.
        if (event.key === ACCESS || event.key === USER || event.key === null) onChange();
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}
