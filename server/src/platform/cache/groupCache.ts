const mostGroups = 10_000;
const mostEntries = 100;
/** A connection that dies without a word is noticed no earlier, and no notification comes by it. */
const longestMilliseconds = 30_000;

/** What is known of one group, to be read and added to. */
export interface CachedGroup<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

interface Entries<Value> {
  since: number;
  bytes: number;
  byKey: Map<string, Value>;
}

/** What is known of groups of things; of each group all is forgotten at once. Bounded, and empty while it is not to be relied on. */
export class GroupCache<Group, Value> {
  readonly #groups = new Map<Group, Entries<Value>>();
  #bytes = 0;
  #isOpen = false;

  /**
   * @param mostBytes how much the values may take together
   * @param sizeOf bytes that a value takes
   */
  constructor(
    readonly mostBytes = 0,
    readonly sizeOf: (value: Value) => number = () => 0,
  ) {}

  /**
   * What is known of a group. Whoever adds to it takes it before asking the database: if the group changes meanwhile, what is added
   * goes with what was forgotten.
   */
  of(group: Group): CachedGroup<Value> {
    const entries = this.#present(group) ?? this.#begin(group);
    return {
      get: (key) => entries.byKey.get(key),
      set: (key, value) => {
        if (this.#groups.get(group) !== entries) return;
        const before = entries.byKey.get(key);
        const growth = this.sizeOf(value) - (before === undefined ? 0 : this.sizeOf(before));
        entries.byKey.set(key, value);
        entries.bytes += growth;
        this.#bytes += growth;
        this.#makeRoom();
      },
    };
  }

  forget(group: Group): void {
    this.#bytes -= this.#groups.get(group)?.bytes ?? 0;
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
    this.#bytes = 0;
  }

  #present(group: Group): Entries<Value> | undefined {
    const entries = this.#groups.get(group);
    const isGood =
      entries && performance.now() - entries.since < longestMilliseconds && entries.byKey.size < mostEntries;
    return isGood ? entries : undefined;
  }

  #begin(group: Group): Entries<Value> {
    const entries = { since: performance.now(), bytes: 0, byKey: new Map<string, Value>() };
    if (!this.#isOpen) return entries;
    this.forget(group);
    this.#groups.set(group, entries);
    this.#makeRoom();
    return entries;
  }

  /** The oldest go first; they stand first. */
  #makeRoom(): void {
    for (const [oldest] of this.#groups) {
      if (this.#groups.size <= mostGroups && this.#bytes <= this.mostBytes) return;
      this.forget(oldest);
    }
  }
}
