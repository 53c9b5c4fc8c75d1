const maxGroups = 10_000;
const maxEntries = 100;
/** Upper bound on staleness when the LISTEN connection dies silently. */
const maxAgeMilliseconds = 30_000;

/** The entries of one group. */
export interface CachedGroup<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

interface Entries<Value> {
  since: number;
  bytes: number;
  byKey: Map<string, Value>;
}

/** A bounded cache of entries in groups; a group is dropped as a whole. Empty while it is closed. */
export class GroupCache<Group, Value> {
  readonly #groups = new Map<Group, Entries<Value>>();
  #bytes = 0;
  #isOpen = false;

  /**
   * @param maxBytes limit on all values together
   * @param sizeOf returns the bytes of a value
   */
  constructor(
    readonly maxBytes = 0,
    readonly sizeOf: (value: Value) => number = () => 0,
  ) {}

  /**
   * Returns a group. Take it before the query whose result you add: if the group is dropped meanwhile, the result is not kept.
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

  /** Starts caching. */
  open(): void {
    this.#isOpen = true;
  }

  /** Drops everything and caches nothing until it is opened again. */
  close(): void {
    this.#isOpen = false;
    this.#groups.clear();
    this.#bytes = 0;
  }

  #present(group: Group): Entries<Value> | undefined {
    const entries = this.#groups.get(group);
    const isGood = entries && performance.now() - entries.since < maxAgeMilliseconds && entries.byKey.size < maxEntries;
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

  /** Drops the oldest groups, which come first. */
  #makeRoom(): void {
    for (const [oldest] of this.#groups) {
      if (this.#groups.size <= maxGroups && this.#bytes <= this.maxBytes) return;
      this.forget(oldest);
    }
  }
}
