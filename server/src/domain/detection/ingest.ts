import type { components } from '@vigil/contract';
import { inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { HttpError } from '../../platform/http/httpError';
import type { Agent } from '../agent/agent';
import type { AgentSignal, Heartbeats } from '../agent/heartbeats';
import type { Publishing } from '../live/transactAndPublish';
import { type SectionsOfTeacher, sectionsByTeacher } from '../section/sections';
import { sections } from '../tables/section';
import { type Accepted, activeOf, type Judged, judgeEvents, reaches, type Session } from './judgeEvents';
import { type ReportedEvent, readEvent, reasonOf } from './parseEvents';
import { storeEvents } from './storeEvents';

/** An event's outcome: recorded, recorded earlier, not recorded because the teacher has excused the student, or refused. */
export type Outcome = 'recorded' | 'repeated' | 'excused' | HttpError;

/** Events that an agent sent in one request, not yet validated. */
export interface Report {
  agent: Agent;
  events: unknown[];
}

/**
 * Records reports, accepting or refusing each event on its own, and stores the agents' signals.
 * @returns the outcomes per report and event, in order; the sections with new detections; and a function to call after the commit
 * @throws MissingMonths when a month has no partition
 */
export async function recordDetections(
  publishing: Publishing,
  heartbeats: Heartbeats,
  reports: Report[],
): Promise<{ outcomes: Outcome[][]; changed: SectionsOfTeacher[]; committed: () => void }> {
  const { tx } = publishing;
  const arrivedAt = new Date();
  const read = reports.flatMap(({ agent, events }) => events.map((event) => readEvent(event, agent, arrivedAt)));
  const { judged, sessions } = await judgeEvents(tx, read, arrivedAt);
  const accepted = judged.flatMap((one) => (isSettled(one) ? [] : [one]));
  const { recorded, refused, ended, changedIds } = await storeEvents(tx, accepted, arrivedAt);
  const committed = await heartbeats.record(publishing, signalsOf(sessions, { read, judged, recorded }));
  const settled = judged.map((one): Outcome => {
    if (isSettled(one)) return one;
    return refused.get(one) ?? (recorded.has(one) || ended.delete(one.eventId) ? 'recorded' : 'repeated');
  });
  const outcomes = reports.map(({ events }) => settled.splice(0, events.length));
  return { outcomes, changed: await sectionsByTeacher(tx, inArray(sections.id, changedIds)), committed };
}

/** An event with which nothing remains to be done. */
const isSettled = (one: Judged): one is Exclude<Judged, Accepted> =>
  typeof one === 'string' || one instanceof HttpError;

interface Reported {
  read: readonly (ReportedEvent | HttpError)[];
  /** In the same order. */
  judged: readonly Judged[];
  recorded: ReadonlySet<Accepted>;
}

/** Returns one signal per agent and active session. A recorded event outweighs refused ones. */
function signalsOf(sessions: Map<number, Session[]>, { read, judged, recorded }: Reported): AgentSignal[] {
  const signals = new Map<string, AgentSignal>();
  const add = (signal: AgentSignal) => signals.set(`${signal.sessionId} ${signal.agent}`, signal);
  for (const [index, event] of read.entries()) {
    const refusal = judged[index];
    if (event instanceof HttpError || !(refusal instanceof HttpError)) continue;
    // One student could make all devices of the lesson look refused.
    if (event.agent.device) continue;
    const session = activeOf(sessions.get(event.sectionId));
    if (session && reaches(event.agent.reach, event.sectionId))
      add({ sessionId: session.id, agent: event.agent.name, kind: reasonOf(refusal) });
  }
  for (const { agent, sectionId, sessionId } of recorded)
    if (activeOf(sessions.get(sectionId))?.id === sessionId) add({ sessionId, agent: agent.name, kind: 'recorded' });
  return [...signals.values()];
}

/** Builds the answer to an agent. */
export function reportOf(events: unknown[], outcomes: Outcome[]): components['schemas']['DetectionReport'] {
  return {
    recorded: outcomes.filter((outcome) => outcome === 'recorded').length,
    results: outcomes.map((outcome, index) => {
      const event = events[index];
      const id = v.is(WithId, event) ? event.id : null;
      if (outcome instanceof HttpError) return { id, status: outcome.status, refusal: outcome.body };
      if (outcome === 'excused') return { id, status: 200, excused: true };
      return { id, status: outcome === 'recorded' ? 201 : 200 };
    }),
  };
}

const WithId = v.object({ id: v.string() });
