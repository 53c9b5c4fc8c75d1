import { takeBackMs } from '@vigil/contract/values';
import { PAST_PERIODS, STEADY_MS } from '../constants';
import type { Epoch, PastPeriod, Told } from '../services/types';

/**
 * What the device has done since the server's last answer, so that it can account for the time in which it was offline or
 * asleep. Times are monotonic.
 */
export interface Ledger {
  /** The state is this from a moment on, perhaps an earlier one. */
  note(told: Told, at: number): void;
  /** The device slept between two moments. */
  miss(from: number, to: number): void;
  /** Returns what the next heartbeat has to account for; nothing while one state lasts and heartbeats are answered. */
  pastSince(epoch: Epoch | null, at: number): PastPeriod[];
  /** Returns all that is not answered for, as if the page ended now. */
  endedAt(at: number): NotedPeriod[];
  /** A heartbeat was answered, so what was before it is known. */
  answer(at: number): void;
}

/** Of a state. */
export interface NotedPeriod {
  told: Told;
  from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** @param earlier periods that an earlier page of the tab has noted */
export function createLedger(earlier: readonly NotedPeriod[] = []): Ledger {
  let periods = [...earlier];
  const endedAt = (at: number) => periods.map((period) => ({ ...period, to: period.to ?? Math.max(period.from, at) }));
  const end = (at: number) => {
    periods = endedAt(at);
  };
  return {
    endedAt,
    note(told, at) {
      const last = periods.at(-1);
      if (last?.told === told && last.to === null) return;
      end(at);
      periods.push({ told, from: at, to: null });
    },
    miss(from, to) {
      const last = periods.at(-1);
      if (last === undefined) return;
      end(from);
      periods.push({ told: last.told, from: to, to: null });
    },
    pastSince(epoch, at) {
      if (epoch === null || (periods.length < 2 && at - epoch.at <= STEADY_MS)) return [];
      const offset = (moment: number) => Math.round(Math.max(-takeBackMs, moment - epoch.at));
      return periods
        .slice(-PAST_PERIODS)
        .flatMap(({ told, from, to }) =>
          told === 'waiting'
            ? []
            : [{ state: told, epoch: epoch.epoch, elapsed_ms: offset(from), ended_elapsed_ms: offset(to ?? at) }],
        );
    },
    answer(at) {
      periods = periods.filter(({ to }) => to === null || to > at);
    },
  };
}
