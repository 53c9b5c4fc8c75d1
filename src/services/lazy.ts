/** A part of the product in a chunk of its own, which is loaded when it is first needed or preloaded. */
export interface Lazy<T> {
  /** Undefined until it has been loaded. */
  loaded: T | undefined;
  /** Loads it. A failure is not kept: the next call tries again. */
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
