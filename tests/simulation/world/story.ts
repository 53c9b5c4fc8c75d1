import type { Call, Fate } from './network';

const seconds = (ms: number) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** What a fate does, as the end of “the next … is …”. */
export function fateInWords(fate: Fate): string {
  switch (fate.type) {
    case 'slowThere':
      return `takes ${seconds(fate.ms)} to the backend`;
    case 'slowBack':
      return `is answered, and the answer takes ${seconds(fate.ms)}`;
    case 'cutBefore':
      return 'is cut before it comes to the backend';
    case 'cutAfter':
      return 'is processed, and its answer is lost';
    case 'cutBody':
      return 'is processed, and its answer breaks off';
    case 'hangBefore':
      return 'hangs on its way to the backend';
    case 'hangAfter':
      return 'is processed, and its answer hangs';
    case 'status':
      return `is answered with ${fate.status} by something in between${fate.processed ? ', after it was processed' : ''}`;
    case 'nonsense':
      return `is answered with ${fate.body === '' ? 'nothing' : fate.body.slice(0, 40)} by something in between${fate.processed ? ', after it was processed' : ''}`;
  }
}

/** What nobody would tell of a day on which all goes well. */
const routine = new Set(['status', 'logs', 'list', 'user', 'search']);

export const isWorthTelling = ({ kind, fate }: Call) => fate !== undefined || !routine.has(kind);

/** A story as it happened: what was done and what became of it, each with its time. */
export class Story {
  readonly lines: string[] = [];
  readonly #startedAt: number;

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  tell(now: number, line: string): void {
    this.lines.push(`${((now - this.#startedAt) / 1000).toFixed(2).padStart(8)} s  ${line}`);
  }
}
