export interface Task {
  at: number;
  run: () => void;
  cancelled: boolean;
}

/**
 * The one clock of the world. Timers of the tabs, the charts' delays, the network's travel times and the expiry of tokens
 * all wait here; nothing sleeps.
 */
export class Clock {
  /** Milliseconds since the epoch. */
  now = Date.UTC(2026, 0, 5, 8);
  /** By time, then in the order in which they were scheduled. */
  #tasks: Task[] = [];

  after(ms: number, run: () => void): Task {
    const task = { at: this.now + Math.max(0, Number.isFinite(ms) ? ms : 0), run, cancelled: false };
    let index = this.#tasks.length;
    while (index > 0 && (this.#tasks[index - 1]?.at ?? 0) > task.at) index -= 1;
    this.#tasks.splice(index, 0, task);
    return task;
  }

  cancel(task: Task): void {
    task.cancelled = true;
  }

  /** Returns the next task that is due by then, or moves the clock there. */
  takeNext(until: number): Task | undefined {
    for (;;) {
      const [task] = this.#tasks;
      if (task === undefined || task.at > until) {
        this.now = Math.max(this.now, until);
        return undefined;
      }
      this.#tasks.shift();
      if (task.cancelled) continue;
      this.now = Math.max(this.now, task.at);
      return task;
    }
  }
}
