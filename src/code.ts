/** Code that is fetched on demand. */
export interface Code<T> {
  /** Once it has been fetched. */
  loaded: T | undefined;
  fetch(): Promise<T>;
}

/** @param load imports it; what fails is tried again the next time */
export function codeOf<T>(load: () => Promise<T>): Code<T> {
  const code: Code<T> = {
    loaded: undefined,
    async fetch() {
      code.loaded = await load();
      return code.loaded;
    },
  };
  return code;
}
