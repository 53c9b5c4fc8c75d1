const mostGroups = 10_000;
const mostEntries = 100;
/** A connection that dies without a word is noticed no earlier, and no notification comes by it. */
const longestMilliseconds = 30_000;

/** What is known of groups of things; of each group all is forgotten at once. Bounded, and empty while it is not to be relied on. */
export class Kept<Group, Value> {
  readonly #groups = new Map<Group, { since: number; entries: Map<string, Value> }>();
  #isOpen = false;

  /**
   * What is known of a group, to be read and added to. Whoever adds takes it before asking the database: if the group changes
   * meanwhile, what is added goes with what was forgotten.
   */
  of(group: Group): Map<string, Value> {
    if (!this.#isOpen) return new Map();
    const now = performance.now();
    const known = this.#groups.get(group);
    if (known && now - known.since < longestMilliseconds && known.entries.size < mostEntries) return known.entries;
    const entries = new Map<string, Value>();
    // The oldest stand first.
    this.#groups.delete(group);
    for (const [oldest] of this.#groups) {
      if (this.#groups.size < mostGroups) break;
      this.#groups.delete(oldest);
    }
    this.#groups.set(group, { since: now, entries });
    return entries;
  }

  forget(group: Group): void {
    this.#groups.delete(group);
  }

  /** From now on every change is heard of. */
  open(): void {
    this.#isOpen = true;
  }

  /** Forgets all, and keeps nothing until it is opened again. */
  close(): void {
    this.#isOpen = false;
    this.#groups.clear();
  }
}
