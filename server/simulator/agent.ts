import * as v from 'valibot';
import type { components } from '../src/schema';

type DetectionEvent = components['schemas']['DetectionEvent'];

const timeoutMilliseconds = 10_000;

const WatchedSections = v.array(
  v.object({ section_id: v.number(), students: v.array(v.object({ name: v.string(), email: v.string() })) }),
);

const Heartbeat = v.object({ epoch: v.string() });
const Report = v.object({ recorded: v.number() });

/** A detection agent that uses the server's HTTP API. */
export interface Agent {
  /** Fetches the sections with an active session. @throws Error on an unexpected answer */
  watched(): Promise<v.InferOutput<typeof WatchedSections>>;
  /** Sends a heartbeat and keeps the epoch of its answer. */
  heartbeat(): Promise<void>;
  /** Returns the current time as an event's fields. */
  now(): Pick<DetectionEvent, 'epoch' | 'elapsed_ms'>;
  /** @returns how many events were recorded; the session may have ended, or a student left, in the meantime */
  report(events: DetectionEvent[]): Promise<number>;
}

export function createAgent(url: string, agentKey: string, signal: AbortSignal): Agent {
  const call = (path: string, request: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...request,
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]),
    });
  let epoch: { name: string; at: number } | undefined;
  return {
    async watched() {
      const answer = await call('/detection/agents/sections/');
      if (answer.status === 401) throw new Error('the agent key is wrong');
      return v.parse(WatchedSections, await answer.json());
    },
    async heartbeat() {
      const answer = await call('/detection/agents/heartbeat/', { method: 'POST' });
      // Older servers have no epochs. Events then count by their arrival.
      const parsed = v.safeParse(Heartbeat, answer.status === 200 ? await answer.json() : undefined);
      if (parsed.success) epoch = { name: parsed.output.epoch, at: performance.now() };
    },
    now: () => (epoch ? { epoch: epoch.name, elapsed_ms: Math.round(performance.now() - epoch.at) } : {}),
    async report(events) {
      const answer = await call('/detection/logs/', { method: 'POST', body: JSON.stringify(events) });
      const { recorded } = v.parse(Report, answer.ok ? await answer.json() : { recorded: 0 });
      return recorded;
    },
  };
}
