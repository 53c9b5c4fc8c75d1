import type { components } from '@vigil/contract';
import * as v from 'valibot';

type Schemas = components['schemas'];

const timeoutMilliseconds = 10_000;
const maxEventsPerReport = 50;

const WatchedSections = v.array(
  v.object({
    section_id: v.number(),
    code: v.optional(v.string()),
    students: v.array(v.object({ name: v.string(), email: v.string() })),
  }),
);
export type WatchedSection = v.InferOutput<typeof WatchedSections>[number];

const Report = v.object({ recorded: v.number() });
const Knocked = v.object({ token: v.string() });
const Heard = v.object({ state: v.string(), epoch: v.string() });
const Results = v.object({ results: v.array(v.object({ status: v.string() })) });

/** The simulated class as the server sees it: an agent whose key lets made-up students in. It uses the server's HTTP API. */
export interface Agent {
  /** Fetches the sections with an active session. @throws Error on an unexpected answer */
  watched(): Promise<WatchedSection[]>;
  /** @returns how many events were recorded; the session may have ended, or a student left, in the meantime */
  report(events: Schemas['DetectionEvent'][]): Promise<number>;
  /** Joins a lesson as a student does, and is admitted at once. @returns undefined if another device of the student is in it */
  join(code: string, student: { name: string; email: string }): Promise<Device | undefined>;
}

/** A student's device. */
export interface Device {
  /** @returns whether the device is still in the lesson */
  heartbeat(state: Schemas['AttendeeState']): Promise<boolean>;
  /** Returns the current time as an event's fields, from the first heartbeat; undefined before it. */
  now(): Pick<Schemas['AttendEvent'], 'epoch' | 'elapsed_ms'> | undefined;
  /** @returns how many events were recorded, without those that only end */
  report(events: Schemas['AttendEvent'][]): Promise<number>;
}

export function createAgent(url: string, agentKey: string, signal: AbortSignal): Agent {
  const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(new URL(path, url), {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey, ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]),
    });
  return {
    async watched() {
      const answer = await call('/detection/agents/sections/');
      if (answer.status === 401) throw new Error('the agent key is wrong');
      return v.parse(WatchedSections, await answer.json());
    },
    async report(events) {
      const answer = await call('/detection/logs/', events);
      const { recorded } = v.parse(Report, answer.ok ? await answer.json() : { recorded: 0 });
      return recorded;
    },
    async join(code, { name, email }) {
      const answer = await call('/attend/knock/', { code, name, email });
      if (answer.status !== 201) return undefined;
      const { token } = v.parse(Knocked, await answer.json());
      return createDevice((path, body) => call(path, body, { Authorization: `Attend ${token}` }));
    },
  };
}

function createDevice(call: (path: string, body: object) => Promise<Response>): Device {
  let epoch: { name: string; at: number } | undefined;
  return {
    async heartbeat(state) {
      const answer = await call('/attend/heartbeat/', state);
      // Too many, or the server is busy: the next one will do.
      if (answer.status === 429 || answer.status >= 500) return true;
      if (!answer.ok) return false;
      const heard = v.parse(Heard, await answer.json());
      epoch ??= { name: heard.epoch, at: performance.now() };
      return heard.state === 'admitted';
    },
    now: () => epoch && { epoch: epoch.name, elapsed_ms: Math.round(performance.now() - epoch.at) },
    async report(events) {
      let recorded = 0;
      for (let first = 0; first < events.length; first += maxEventsPerReport) {
        const batch = events.slice(first, first + maxEventsPerReport);
        const answer = await call('/attend/reports/', { events: batch });
        const { results } = v.parse(Results, answer.ok ? await answer.json() : { results: [] });
        const isNew = (index: number) => batch[index]?.ended_elapsed_ms === undefined;
        recorded += results.filter(({ status }, index) => status === 'recorded' && isNew(index)).length;
      }
      return recorded;
    },
  };
}
