/** Holds the lesson for one of a browser's tabs: a duplicated tab has a copy of the ticket. */
export interface TabLock {
  /** Takes the ticket. Resolves to whether it was free; `seize` takes it away from another tab. */
  claim(id: string, seize: boolean): Promise<boolean>;
  /** Resolves once no other tab has the ticket and this one does. */
  wait(id: string, signal: AbortSignal): Promise<void>;
  /** Calls back when another tab seizes the ticket, until it is stopped. */
  watch(lost: () => void): () => void;
  release(): void;
  /** Returns the tickets that tabs of this browser hold; null if that is unknown. */
  held(): Promise<ReadonlySet<string> | null>;
}

const prefix = 'attendance.';

/**
 * A Web Lock. It ends with the tab, even if the tab crashes. Without a secure context there is none, and where site data is blocked it is
 * refused: then every tab may attend.
 */
export function createTabLock(locks: LockManager | undefined = navigator.locks): TabLock {
  let letGo = () => {};
  let tellLost = () => {};

  const hold = (id: string, options: LockOptions): Promise<boolean> => {
    if (locks === undefined) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      let isHeld = false;
      locks
        .request(prefix + id, options, (lock) => {
          resolve(lock !== null);
          if (lock === null) return;
          isHeld = true;
          return new Promise<void>((release) => {
            letGo = release;
          });
        })
        .catch((error: unknown) => {
          if (isHeld) tellLost();
          else if (options.signal?.aborted) reject(error);
          else resolve(true);
        });
    });
  };

  return {
    claim: (id, seize) => hold(id, seize ? { steal: true } : { ifAvailable: true }),
    wait: async (id, signal) => void (await hold(id, { signal })),
    watch(lost) {
      tellLost = lost;
      return () => {
        tellLost = () => {};
      };
    },
    release: () => letGo(),
    async held() {
      const all = (await locks?.query())?.held;
      return all === undefined ? null : new Set(all.map(({ name = '' }) => name.slice(prefix.length)));
    },
  };
}
