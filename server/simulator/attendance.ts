import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isMadeUp } from '../src/domain/section/madeUpStudents';
import type { Agent } from './agent';
import { makeUpEvent } from './events';

const roundMilliseconds = { least: 100, most: 1000 };
const heartbeatMilliseconds = 15_000;
const mostEvents = 500;
const firstMilliseconds = { least: 1000, most: 3000 };

export interface Attendance {
  /** Only this section; otherwise all that have an active session. */
  sectionId?: number | undefined;
  /** So many of the section's students at most. */
  students?: number | undefined;
  /** Events in a section, on average. */
  perMinute: number;
}

/**
 * Attends active sessions as their made-up students, and as nobody else, and reports what agents would see, until the signal.
 * Yields after every round how many sections had an active session, how many made-up students, and how many events were recorded.
 */
export async function* attend(
  agent: Agent,
  { sectionId, students, perMinute }: Attendance,
  signal: AbortSignal,
): AsyncGenerator<{ sections: number; students: number; recorded: number }> {
  const interval = 60_000 / perMinute;
  const round = Math.min(roundMilliseconds.most, Math.max(roundMilliseconds.least, interval / 2));
  const dueAt = new Map<number, number>();
  let beat = -heartbeatMilliseconds;
  while (!signal.aborted) {
    const watched = (await agent.watched()).filter(({ section_id }) => section_id === (sectionId ?? section_id));
    if (watched.length > 0 && performance.now() - beat >= heartbeatMilliseconds) {
      await agent.heartbeat();
      beat = performance.now();
    }
    let recorded = 0;
    let attending = 0;
    for (const id of dueAt.keys()) if (!watched.some(({ section_id }) => section_id === id)) dueAt.delete(id);
    for (const { section_id, students: all } of watched) {
      const present = all.filter(isMadeUp).slice(0, students);
      attending += present.length;
      const now = Date.now();
      let due = dueAt.get(section_id) ?? now + between(firstMilliseconds.least, firstMilliseconds.most);
      const events = [];
      for (; due <= now && events.length < mostEvents; due += interval * between(0.7, 1.3)) {
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

const between = (least: number, most: number) => least + Math.random() * (most - least);

const oneOf = <T>(items: T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
