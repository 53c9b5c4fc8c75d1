import type { Code } from '../../src/code';

/** Code that is there already. */
export const fetched = <T>(loaded: T): Code<T> => ({ loaded, fetch: async () => loaded });
