/** The history of a tab, as a page sees it: it is there before the page and stays after it. */
export class Router {
  #moves = 0;

  constructor(readonly history: { entries: string[]; index: number }) {}

  get path(): string {
    return this.history.entries[this.history.index] ?? '/';
  }

  /** Another one wherever the teacher has gone, be it to the same address. */
  get key(): string {
    return `${this.history.index} ${this.#moves}`;
  }

  /** A link, or a chart's wish. */
  go = (to: string): void => {
    const { history } = this;
    this.#moves += 1;
    history.entries.splice(history.index + 1, history.entries.length, to);
    history.index += 1;
  };

  /** A redirect: nobody comes back to where it came from. */
  replace(to: string): void {
    this.#moves += 1;
    this.history.entries[this.history.index] = to;
  }
}
