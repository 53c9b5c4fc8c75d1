import type { Tokens } from './types';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
const USER = 'user';

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * The three keys of the specification's section 3 in localStorage, and nothing else. The one place that touches them,
 * so that a reload, another tab and every request see the same session.
 */
export function createTokenStore(storage: Storage) {
  return {
    access: () => storage.getItem(ACCESS),
    refresh: () => storage.getItem(REFRESH),

    /** Keeps the tokens of a new session: a refresh token of an earlier one does not outlive it. */
    begin({ access, refresh }: Tokens) {
      storage.removeItem(USER);
      storage.removeItem(REFRESH);
      this.replace(refresh === undefined ? { access } : { access, refresh });
    },

    /** Replaces the access token, and the refresh token when a new one is given. */
    replace({ access, refresh }: Tokens) {
      storage.setItem(ACCESS, access);
      if (refresh !== undefined) storage.setItem(REFRESH, refresh);
    },

    keepUser(user: unknown) {
      storage.setItem(USER, JSON.stringify(user));
    },

    /** The stored user as it was received, or null when there is none or it cannot be read. */
    user(): unknown {
      try {
        return JSON.parse(storage.getItem(USER) ?? 'null');
      } catch {
        return null;
      }
    },

    clear() {
      for (const key of [ACCESS, REFRESH, USER]) storage.removeItem(key);
    },

    /** Tells of a sign-in or sign-out in another tab until the returned function is called. */
    watch(onChange: (signedIn: boolean) => void): () => void {
      const listener = (event: StorageEvent) => {
        // A null key: another tab cleared the whole storage.
        if (event.storageArea === storage && (event.key === ACCESS || event.key === null)) {
          onChange(storage.getItem(ACCESS) !== null);
        }
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}
