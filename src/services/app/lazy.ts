/** A part of the product in its own chunk, loaded on first use or preloaded. */
export interface Lazy<T> {
  /** Undefined until it has been loaded. */
  loaded: T | undefined;
  /** Loads it. A failure is not cached: the next call retries. */
  load(): Promise<T>;
}

/** @param importPart imports the chunk */
export function lazy<T>(importPart: () => Promise<T>): Lazy<T> {
  const part: Lazy<T> = {
    loaded: undefined,
    async load() {
      part.loaded = await importPart();
      return part.loaded;
    },
  };
  return part;
}
