import type { components } from '../../../src/services/schema';
import type { Random } from './random';
import { directory } from './teachers';

type Schemas = components['schemas'];
type State = Schemas['Attendee']['state'];

/** What a student's device does that no longer watches. */
const otherwise = ['paused', 'paused', 'paused', 'dark', 'hidden', 'unwatched', 'left'] as const;

interface Device {
  id: number;
  /** In the directory. */
  person: number;
  state: Exclude<State, 'offline'>;
  /** Nothing is heard of it. */
  isSilent: boolean;
  /** Another device was admitted in its place. */
  isReplaced: boolean;
  since: number;
}

const isInside = ({ state, isReplaced }: Device) =>
  !isReplaced && state !== 'knocking' && state !== 'left' && state !== 'refused';

/** The door of one lesson: who knocks, attends and is excused. */
export class Door {
  code: string | null = null;
  readonly #startedAt: number;
  readonly #devices: Device[] = [];
  #excuses: { student_id: number; reason: string; until: number }[] = [];

  /** @param id makes one that was never used */
  constructor(
    readonly lesson: number,
    readonly now: () => number,
    readonly id: () => number,
  ) {
    this.#startedAt = now();
  }

  /** Returns the code, which stays the same. */
  invite(): string {
    this.code ??= `XUA${(this.lesson % 900) + 100}`.replaceAll(/[01]/g, '2');
    return this.code;
  }

  knock(person: number): Device {
    const state = 'knocking';
    const device: Device = { id: this.id(), person, state, isSilent: false, isReplaced: false, since: this.now() };
    this.#devices.push(device);
    return device;
  }

  /** A device of a student watches, and has for some time. */
  attend(person: number): void {
    this.#move(this.knock(person), 'watching');
  }

  /** @returns who is admitted now */
  admit(ids: readonly number[]): number[] {
    const waiting = this.#devices.filter(
      ({ id, state }) => ids.includes(id) && (state === 'knocking' || state === 'refused'),
    );
    // Of several devices of one student the first.
    const chosen = waiting.filter((one, at) => waiting.findIndex(({ person }) => person === one.person) === at);
    for (const one of chosen) {
      for (const other of this.#devices) if (other.person === one.person && isInside(other)) other.isReplaced = true;
      this.#move(one, 'admitted');
    }
    return chosen.map(({ person }) => person);
  }

  refuse(ids: readonly number[]): void {
    for (const one of this.#devices)
      if (ids.includes(one.id) && (one.state === 'knocking' || isInside(one))) this.#move(one, 'refused');
  }

  excuse(student_id: number, minutes: number, reason: string): number {
    this.endExcuse(student_id);
    const until = this.now() + minutes * 60_000;
    this.#excuses.push({ student_id, reason, until });
    return until;
  }

  endExcuse(student: number): void {
    this.#excuses = this.#excuses.filter(({ student_id }) => student_id !== student);
  }

  isExcused = (student: number) =>
    this.#excuses.some(({ student_id, until }) => student_id === student && until > this.now());

  /** Something happens to a device of a student: it knocks, begins or ceases to watch, falls silent, is heard again. */
  happen(students: readonly number[], random: Random): string {
    const device = this.#devices.length > 0 ? random.pick(this.#devices) : undefined;
    const absent = students.filter((id) => !this.#devices.some(({ person }) => person === id));
    if (device === undefined || random.chance(absent.length > 0 ? 0.4 : 0.1)) {
      const outsiders = directory.filter(({ id }) => !students.includes(id)).map(({ id }) => id);
      const { person } = this.knock(random.pick([...absent, ...absent, ...students, ...outsiders]));
      return `${nameOf(person)} knocks`;
    }
    const whose = `The device of ${nameOf(device.person)}`;
    if (device.isSilent || random.chance(0.15)) {
      device.isSilent = !device.isSilent;
      return device.isSilent ? `${whose} falls silent` : `${whose} is heard again`;
    }
    if (!isInside(device)) return `${whose} waits`;
    this.#move(device, device.state === 'watching' ? random.pick(otherwise) : 'watching');
    return `${whose}: ${device.state}`;
  }

  #move(device: Device, state: Device['state']): void {
    Object.assign(device, { state, since: this.now() });
  }

  /** What the page is told. A device that is silent at the door is not, and only the last of a student's inside. */
  attendees(students: readonly number[]): Schemas['Attendee'][] {
    const last = (person: number) =>
      this.#devices.findLast((one) => one.person === person && isInside(one)) ??
      this.#devices.findLast((one) => one.person === person && !one.isReplaced && one.state !== 'knocking');
    return this.#devices.flatMap((device) => {
      const { id, person, state, isSilent, since } = device;
      const isAtDoor = state === 'knocking';
      if (isAtDoor ? isSilent : last(person) !== device) return [];
      return {
        id,
        student_id: students.includes(person) ? person : null,
        name: nameOf(person),
        email: directory.find((one) => one.id === person)?.email ?? '',
        state: isSilent && isInside(device) ? ('offline' as const) : state,
        since: new Date(since).toISOString(),
        reason: state === 'paused' ? 'A phone call' : '',
        is_taken: isAtDoor && this.#devices.some((one) => one.person === person && isInside(one)),
      };
    });
  }

  excuses = (): Schemas['Excuse'][] =>
    this.#excuses
      .filter(({ until }) => until > this.now())
      .map(({ until, ...excuse }) => ({ ...excuse, until: new Date(until).toISOString() }));

  coverage = (students: readonly number[]): Schemas['Coverage'] => ({
    started_at: new Date(this.#startedAt).toISOString(),
    until: new Date(this.now()).toISOString(),
    is_over: false,
    students: directory
      .filter(({ id }) => students.includes(id) && this.#devices.some((one) => one.person === id && isInside(one)))
      .map(({ id, name, email }) => ({ student_id: id, name, email, periods: [] })),
  });
}

const nameOf = (person: number) => directory.find(({ id }) => id === person)?.name ?? '';
