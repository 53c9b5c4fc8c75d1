import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '@vigil/contract';
import { deviceHeartbeatMs } from '@vigil/contract/values';
import { isMadeUp } from '../src/domain/section/madeUpStudents';
import type { Agent, Device, WatchedSection } from './agent';
import { makeUpEvent } from './events';

type AttendEvent = components['schemas']['AttendEvent'];
type State = components['schemas']['AttendeeState'];

const roundMilliseconds = { min: 100, max: 1000 };
/** How long a device that could not join, or was not heard yet, waits before it tries again. */
const retryMilliseconds = 2000;
/** Devices that join or send heartbeats at the same time. */
const callsAtOnce = 5;
const maxEventsPerRound = 500;
const firstEventMilliseconds = { min: 1000, max: 3000 };

export interface Attendance {
  /** Defaults to all sections with an active session. */
  sectionId?: number | undefined;
  /** Maximum number of students per section. */
  students?: number | undefined;
  /** Average number of events per section. */
  perMinute: number;
}

/** A made-up student in a lesson. */
interface Seat {
  student: WatchedSection['students'][number];
  /** Undefined before it has joined, and after it was turned away. */
  device: Device | undefined;
  /** When it joins or sends the next heartbeat. Never after it was turned away. */
  dueAt: number;
}

interface Lesson {
  seats: Map<string, Seat>;
  eventDueAt: number;
  /** Open episodes. */
  open: { endsAt: number; device: Device; event: AttendEvent }[];
}

/**
 * Lets made-up students, and nobody else, attend active sessions by the calls of students' devices, and reports invented events of theirs,
 * until the signal aborts. Events with a picture go by an agent's call instead, which needs nobody's consent. Yields the active sections,
 * their made-up students and the recorded events after each round.
 */
export async function* attend(
  agent: Agent,
  { sectionId, students, perMinute }: Attendance,
  signal: AbortSignal,
): AsyncGenerator<{ sections: number; students: number; recorded: number }> {
  const interval = 60_000 / perMinute;
  const round = Math.min(roundMilliseconds.max, Math.max(roundMilliseconds.min, interval / 2));
  /** By section and code, since each lesson has to be joined. */
  const lessons = new Map<string, Lesson>();
  while (!signal.aborted) {
    const watched = (await agent.watched()).filter(({ section_id }) => section_id === (sectionId ?? section_id));
    const keyOf = ({ section_id, code }: WatchedSection) => `${section_id} ${code}`;
    for (const key of lessons.keys()) if (!watched.some((one) => keyOf(one) === key)) lessons.delete(key);
    let recorded = 0;
    let attending = 0;
    for (const section of watched) {
      const present = section.students.filter(isMadeUp).slice(0, students);
      attending += present.length;
      const lesson = lessons.get(keyOf(section)) ?? newLesson();
      lessons.set(keyOf(section), lesson);
      await keepPresent(agent, section, present, lesson);
      recorded += await reportEvents(agent, section, lesson, interval);
    }
    yield { sections: watched.length, students: attending, recorded };
    await pause(round, undefined, { signal });
  }
}

const newLesson = (): Lesson => ({
  seats: new Map(),
  eventDueAt: Date.now() + between(firstEventMilliseconds.min, firstEventMilliseconds.max),
  open: [],
});

/** Lets students join, and sends the heartbeats that are due. */
async function keepPresent(
  agent: Agent,
  { code }: WatchedSection,
  present: WatchedSection['students'],
  { seats }: Lesson,
) {
  // Nobody is made up, or the session has just ended.
  if (code === undefined) return;
  const now = Date.now();
  for (const { email } of [...seats.values()].map(({ student }) => student))
    if (!present.some((student) => student.email === email)) seats.delete(email);
  for (const student of present)
    if (!seats.has(student.email)) seats.set(student.email, { student, device: undefined, dueAt: now });
  const due = [...seats.values()].filter(({ dueAt }) => dueAt <= now);
  while (due.length > 0) await Promise.all(due.splice(0, callsAtOnce).map((seat) => beat(agent, code, seat)));
}

async function beat(agent: Agent, code: string, seat: Seat): Promise<void> {
  const isNew = seat.device === undefined;
  seat.device ??= await agent.join(code, seat.student);
  if (seat.device === undefined) {
    seat.dueAt = Date.now() + retryMilliseconds;
    return;
  }
  const isIn = await seat.device.heartbeat(isNew ? { state: 'watching' } : makeUpState());
  const wasHeard = seat.device.now() !== undefined;
  if (isIn) seat.dueAt = Date.now() + (wasHeard ? deviceHeartbeatMs * between(0.8, 1) : retryMilliseconds);
  // The teacher turned it away, or admitted another device of the student.
  else Object.assign(seat, { device: undefined, dueAt: Number.POSITIVE_INFINITY });
}

/** Reports the events that are due, and the ends of those that are over. @returns how many were recorded */
async function reportEvents(agent: Agent, { section_id }: WatchedSection, lesson: Lesson, interval: number) {
  const now = Date.now();
  const withPictures: components['schemas']['DetectionEvent'][] = [];
  const byDevice = new Map<Device, AttendEvent[]>();
  const add = (device: Device, event: AttendEvent) => byDevice.set(device, [...(byDevice.get(device) ?? []), event]);
  const watching = [...lesson.seats.values()].flatMap(({ student, device }) => (device ? [{ student, device }] : []));
  for (let count = 0; lesson.eventDueAt <= now && count < maxEventsPerRound; count++) {
    lesson.eventDueAt += interval * between(0.7, 1.3);
    const seat = oneOf(watching);
    const moment = seat?.device.now();
    if (seat === undefined || moment === undefined) continue;
    const { seconds, details, activity_type, screenshot } = makeUpEvent();
    const id = randomUUID();
    if (screenshot === undefined) {
      const { device } = seat;
      const isOpen = lesson.open.some((one) => one.device === device && one.event.activity_type === activity_type);
      // A device has one episode of a kind at a time.
      if (isOpen) continue;
      const event = { id, activity_type, ...moment };
      add(device, event);
      lesson.open.push({ endsAt: now + seconds * 1000, device, event });
    } else {
      const { email } = seat.student;
      const event = { id, section_id, student_email: email, activity_type, screenshot };
      withPictures.push({ ...event, details: `Simulated: ${details} for ${seconds} s` });
    }
  }
  lesson.open = lesson.open.filter(({ endsAt, device, event }) => {
    const moment = device.now();
    const isOver = endsAt <= now && moment !== undefined;
    if (isOver) add(device, { ...event, ended_elapsed_ms: moment.elapsed_ms });
    return !isOver;
  });
  let recorded = withPictures.length > 0 ? await agent.report(withPictures) : 0;
  for (const [device, events] of byDevice) recorded += await device.report(events);
  return recorded;
}

/** Watching, mostly. Now and then something else until the next heartbeat. */
function makeUpState(): State {
  const chance = Math.random();
  if (chance < 0.97) return { state: 'watching' };
  if (chance < 0.98) return { state: 'paused', reason: 'Simulated: back in a minute' };
  return { state: chance < 0.99 ? 'dark' : 'hidden' };
}

const between = (min: number, max: number) => min + Math.random() * (max - min);

const oneOf = <T>(items: T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
