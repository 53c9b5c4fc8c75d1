import type { SiteStorage } from '../app/siteStorage';
import type { Tokens } from '../app/types';
import { identityOf } from './teacher';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
const USER = 'user';
/** Written and removed at once, to report to other tabs why a session ended. */
const ENDED = 'sessionEnded';

/** Why a session ended: signed out, or not renewable. */
export type SessionEnd = 'signedOut' | 'expired';

/** The stored tokens at one moment. */
export interface StoredSession {
  access: string | null;
  refresh: string | null;
}

/** The stored session as another tab sees it. */
export interface StorageNews {
  signedIn: boolean;
  /** The stored teacher's identity; null if unknown. */
  teacher: string | null;
  /** Number of the sign-in. Differs even if the teacher's identity is unknown. */
  signIn: number;
  /** Why the session ended, if another tab reported it. */
  ended: SessionEnd | null;
}

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * Creates the store for the three localStorage keys of section 3. Nothing else accesses them, so that reloads, other
 * tabs and every request see the same session.
 *
 * Another tab may begin another session at any time, so `replace` and `clear` compare before they write.
 */
export function createTokenStore(storage: SiteStorage) {
  /** Teachers by access token. Opaque tokens are identified by the user stored with them. */
  const teachers = new Map<string, string>();
  /** Sign-in numbers by token, for every token this page has seen. 0 means signed out. */
  const signIns = new Map<string, number>();
  /** The last stored sign-in. */
  let latest = 0;
  /** Why the latest sign-in ended, if another tab said so. */
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

  /** Returns the teacher of an access token. The stored user also identifies the stored token. */
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

  /**
   * Returns the number of the stored sign-in. It differs between sign-ins of the same teacher and survives token
   * renewals on this page.
   */
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
    /** Returns the stored user as received; null if missing or unreadable. */
    user,
    teacher,
    teacherOf,
    /** Returns whether the tokens are still stored. Another session has another refresh token. */
    isStored,

    read: (): StoredSession => ({ access: access(), refresh: refresh() }),

    signIn,

    /** Stores the tokens of a new session and removes everything of an earlier one. */
    begin(tokens: Tokens) {
      ended = null;
      storage.removeItem(USER);
      storage.removeItem(REFRESH);
      write(tokens);
      signIn();
    },

    /**
     * Replaces the access token, and the refresh token if there is a new one.
     *
     * @param sent what was stored when the tokens were requested
     * @returns false if another session is stored by now; it is left alone
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
     * Ends the stored session and tells other tabs why.
     *
     * @param sent the stored tokens when the session was found to have ended
     * @returns false if another session is stored by now; it is left alone
     */
    clear(sent: StoredSession, why: SessionEnd): boolean {
      if (!isStored(sent)) return false;
      storage.setItem(ENDED, why);
      storage.removeItem(ENDED);
      // Same order as a sign-in: the access token's event comes last, when other tabs know about both.
      for (const key of [REFRESH, ACCESS, USER]) storage.removeItem(key);
      return true;
    },

    /** Returns the stored session. */
    news: (): StorageNews =>
      access() === null
        ? { signedIn: false, teacher: null, signIn: signIn(), ended }
        : { signedIn: true, teacher: teacher(), signIn: signIn(), ended: null },

    /** Calls back when another tab changes the session. Returns an unsubscribe function. */
    watch(onChange: () => void): () => void {
      let why: SessionEnd | null = null;
      /** The next access token from another tab belongs to the same sign-in. */
      let isRenewal = true;
      /** Sign-ins of tokens from other tabs, which may be replaced before this tab reads them. */
      const renewed = new Map<string, number>();
      // Events may be late, about a sign-in that this tab has already replaced.
      const onStorage = ({ oldValue, newValue }: StorageEvent) => {
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
        // A sign-in removes the old refresh token before it stores its access token.
        if (event.key === REFRESH && event.newValue === null) isRenewal = false;
        if (event.key === ACCESS) onStorage(event);
        // A null key means that the whole storage was cleared.
        if (event.key === ACCESS || event.key === USER || event.key === null) onChange();
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}
