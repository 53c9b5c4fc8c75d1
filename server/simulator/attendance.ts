import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isMadeUp } from '../src/domain/section/madeUpStudents';
import type { Agent } from './agent';
import { makeUpEvent } from './events';

const roundMilliseconds = { min: 100, max: 1000 };
const heartbeatMilliseconds = 15_000;
const maxEventsPerReport = 500;
const firstEventMilliseconds = { min: 1000, max: 3000 };

export interface Attendance {
  /** Defaults to all sections with an active session. */
  sectionId?: number | undefined;
  /** Maximum number of students per section. */
  students?: number | undefined;
  /** Average number of events per section. */
  perMinute: number;
}

/**
 * Reports invented events of made-up students, and of nobody else, in active sessions until the signal aborts.
 * Yields the active sections, their made-up students and the recorded events after each round.
 */
export async function* attend(
  agent: Agent,
  { sectionId, students, perMinute }: Attendance,
  signal: AbortSignal,
): AsyncGenerator<{ sections: number; students: number; recorded: number }> {
  const interval = 60_000 / perMinute;
  const round = Math.min(roundMilliseconds.max, Math.max(roundMilliseconds.min, interval / 2));
  const dueAt = new Map<number, number>();
  let lastHeartbeat = -heartbeatMilliseconds;
  while (!signal.aborted) {
    const watched = (await agent.watched()).filter(({ section_id }) => section_id === (sectionId ?? section_id));
    if (watched.length > 0 && performance.now() - lastHeartbeat >= heartbeatMilliseconds) {
      await agent.heartbeat();
      lastHeartbeat = performance.now();
    }
    let recorded = 0;
    let attending = 0;
    for (const id of dueAt.keys()) if (!watched.some(({ section_id }) => section_id === id)) dueAt.delete(id);
    for (const { section_id, students: all } of watched) {
      const present = all.filter(isMadeUp).slice(0, students);
      attending += present.length;
      const now = Date.now();
      let due = dueAt.get(section_id) ?? now + between(firstEventMilliseconds.min, firstEventMilliseconds.max);
      const events = [];
      for (; due <= now && events.length < maxEventsPerReport; due += interval * between(0.7, 1.3)) {
        const student = oneOf(present);
        if (student)
          events.push({
            id: randomUUID(),
            section_id,
            student_email: student.email,
            ...agent.now(),
            ...makeUpEvent(),
          });
      }
      dueAt.set(section_id, due);
      if (events.length > 0) recorded += await agent.report(events);
    }
    yield { sections: watched.length, students: attending, recorded };
    await pause(round, undefined, { signal });
  }
}

const between = (min: number, max: number) => min + Math.random() * (max - min);

const oneOf = <T>(items: T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
