/** Draws from a seed: the same draws for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b9);
  }

  /** Returns a number from 0 up to 1 (mulberry32). */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mix = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61);
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  };

  chance = (probability: number): boolean => this.next() < probability;

  /** @throws if there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item {
    return this.weighted(items, () => 1);
  }

  /** @throws if there is nothing to choose from */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    const chosen = items.find((item) => {
      left -= weightOf(item);
      return left < 0;
    });
    const item = chosen ?? items.at(-1);
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }
}
