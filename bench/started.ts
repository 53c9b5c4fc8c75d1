type End = () => void | Promise<void>;

/** What a run has started and must end, whatever becomes of it: processes, clusters, folders. */
export class Started {
  readonly #ends: End[] = [];

  add(end: End): void {
    this.#ends.unshift(end);
  }

  /** Ends everything, the newest first. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}
