type End = () => void | Promise<void>;

/** Everything a run must clean up: processes, clusters, folders. */
export class Started {
  readonly #ends: End[] = [];

  add(end: End): void {
    this.#ends.unshift(end);
  }

  /** Cleans up everything, newest first. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}
