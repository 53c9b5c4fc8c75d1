import { PICTURES_IN_A_CALL, REPORTS_IN_A_CALL } from '../constants';
import { Failure } from '../failure';
import type { Outcome, SentReport } from './attendApi';
import type { KeptReport, ReportStore } from './reportStore';
import type { ActivityType, Epoch, OutboxOrder, ShownReport } from './types';

export interface OutboxWorld {
  /** Id of the tab's ticket. */
  owner: string;
  store: ReportStore;
  now(): number;
  /** The last heartbeat. Null before the first; then nothing can be reported yet. */
  epoch(): Epoch | null;
  newId(): string;
  /** When the tab's last page was alive, by its clock; null once this one watches. */
  lastAlive(): number | null;
  /** Returns what the camera shows now, as a data URL. */
  picture(): string | null;
}

export interface Outbox {
  /** Restores what an earlier page of this tab has kept. Its episodes ended with it, except for those that continue. */
  restore(goesOn: readonly ActivityType[]): Promise<void>;
  subscribe(listener: (shown: ShownReport[]) => void): void;
  take(order: OutboxOrder): void;
  /** Sends what is kept. Reports that change meanwhile stay kept. @throws {Failure} */
  send(call: (events: SentReport[]) => Promise<Map<string, Outcome>>): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Reports of one tab's lesson, until the server has answered them.
 *
 * Times are kept as offsets from a heartbeat, so that they stay right when the page is reloaded or the clock is changed.
 */
export function createOutbox({ owner, store, now, epoch, newId, lastAlive, picture }: OutboxWorld): Outbox {
  const reports = new Map<string, KeptReport>();
  /** Ids of the open episodes, by kind. */
  const open = new Map<string, string>();
  let tell: (shown: ShownReport[]) => void = () => {};

  const change = (report: KeptReport) => {
    reports.set(report.id, report);
    void store.put(report);
    tell(shown());
  };
  const shown = (): ShownReport[] =>
    [...reports.values()].map(({ id, kind, startedAt, elapsedMs, endedElapsedMs, status, hasPicture = false }) => ({
      id,
      kind,
      startedAt,
      lastedMs: endedElapsedMs === null ? null : endedElapsedMs - elapsedMs,
      status,
      hasPicture,
    }));
  const end = (report: KeptReport, at: number) => {
    const endedElapsedMs = Math.max(report.elapsedMs, Math.round(at - report.epochAt));
    const isOver = report.status === 'dropped' || report.status === 'excused';
    change({ ...report, endedElapsedMs, status: isOver ? report.status : 'kept' });
  };
  const endOpen = (kind: string, at: number) => {
    const report = reports.get(open.get(kind) ?? '');
    open.delete(kind);
    if (report !== undefined) end(report, at);
  };

  return {
    async restore(goesOn) {
      // In order, since a later episode of a kind ends an earlier one for the server.
      for (const report of (await store.load(owner)).sort((a, b) => a.startedAt - b.startedAt)) {
        if (reports.has(report.id)) continue;
        reports.set(report.id, report);
        if (report.endedElapsedMs !== null) continue;
        if (goesOn.includes(report.kind)) open.set(report.kind, report.id);
        else end(report, lastAlive() ?? report.epochAt);
      }
      if (reports.size > 0) tell(shown());
    },
    subscribe(listener) {
      tell = listener;
    },
    take(order) {
      if (order.type === 'episodes.close') {
        for (const kind of [...open.keys()]) endOpen(kind, lastAlive() ?? now());
        return;
      }
      if (order.type === 'episode.ended') {
        endOpen(order.kind, order.at);
        return;
      }
      if (order.type === 'pictures.drop') {
        for (const report of reports.values()) if (report.picture !== undefined) change(withoutPicture(report));
        return;
      }
      const since = epoch();
      if (since === null || order.isIgnored) return;
      const id = newId();
      const taken = order.withPicture ? picture() : null;
      open.set(order.kind, id);
      change({
        id,
        owner,
        kind: order.kind,
        epoch: since.epoch,
        epochAt: since.at,
        elapsedMs: Math.round(order.at - since.at),
        endedElapsedMs: null,
        startedAt: Date.now() - Math.round(now() - order.at),
        status: 'kept',
        ...(taken === null ? {} : { picture: taken, hasPicture: true }),
      });
    },
    async send(call) {
      let pictures = 0;
      const sent = [...reports.values()]
        .filter(({ status }) => status === 'kept')
        .slice(0, REPORTS_IN_A_CALL)
        .filter((report) => report.picture === undefined || ++pictures <= PICTURES_IN_A_CALL);
      if (sent.length === 0) return;
      const results = await call(sent.map(eventOf));
      for (const report of sent) {
        const outcome = results.get(report.id);
        if (outcome === undefined) throw new Failure({ kind: 'failed', sentence: 'failed' });
        if (reports.get(report.id) !== report) continue;
        const { status, isPictureDropped } = outcome;
        const isOnServer = report.hasPicture === true && status === 'sent' && !isPictureDropped;
        change({ ...withoutPicture(report), status, hasPicture: isOnServer });
      }
    },
    async clear() {
      reports.clear();
      open.clear();
      await store.delete(owner);
    },
  };
}

function withoutPicture({ picture: _, ...report }: KeptReport): KeptReport {
  return { ...report, hasPicture: false };
}

function eventOf({ id, kind, epoch, elapsedMs, endedElapsedMs, picture }: KeptReport): SentReport {
  return {
    id,
    activity_type: kind,
    epoch,
    elapsed_ms: elapsedMs,
    ...(endedElapsedMs === null ? {} : { ended_elapsed_ms: endedElapsedMs }),
    ...(picture === undefined ? {} : { screenshot: picture }),
  };
}
