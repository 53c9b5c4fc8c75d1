import * as v from 'valibot';
import type { components } from '../src/schema';

type DetectionEvent = components['schemas']['DetectionEvent'];

const timeoutMilliseconds = 10_000;

const WatchedSections = v.array(
  v.object({ section_id: v.number(), students: v.array(v.object({ name: v.string(), email: v.string() })) }),
);

const Heartbeat = v.object({ epoch: v.string() });
const Report = v.object({ recorded: v.number() });

/** A detection agent: it asks over HTTP whom to watch and reports what it saw. */
export interface Agent {
  /** The sections with an active session. @throws Error when the server does not answer as it should */
  watched(): Promise<v.InferOutput<typeof WatchedSections>>;
  /** Says that it watches. Its events then count from the answer, whatever the clock says. */
  heartbeat(): Promise<void>;
  /** What an event says that is seen now. */
  now(): Pick<DetectionEvent, 'epoch' | 'elapsed_ms'>;
  /** @returns how many of the events were recorded; a session may have ended, or a student left, since they were seen */
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
      // An older server has no epochs: the time of arrival counts.
      const noted = v.safeParse(Heartbeat, answer.status === 200 ? await answer.json() : undefined);
      if (noted.success) epoch = { name: noted.output.epoch, at: performance.now() };
    },
    now: () => (epoch ? { epoch: epoch.name, elapsed_ms: Math.round(performance.now() - epoch.at) } : {}),
    async report(events) {
      const answer = await call('/detection/logs/', { method: 'POST', body: JSON.stringify(events) });
      const { recorded } = v.parse(Report, answer.ok ? await answer.json() : { recorded: 0 });
      return recorded;
    },
  };
}
