import { ProblemError } from '../../problem';
import { messages } from '../../publicMessages';

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

/** Imports a part that a call needs first. A failure says that the part could not be loaded, and that nothing was sent. */
export async function loadPart<T>(importPart: () => Promise<T>): Promise<T> {
  try {
    return await importPart();
  } catch {
    throw new ProblemError({ sentence: messages.pageCode.failed, kind: 'unsent' });
  }
}
