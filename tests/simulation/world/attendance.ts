import type { components } from '@vigil/contract';
import type { Random } from './random';
import { directory } from './teachers';

type Schemas = components['schemas'];
type State = Schemas['Attendee']['state'];

/** What a student's device does that no longer watches. */
const otherwise = ['paused', 'paused', 'paused', 'no_picture', 'dark', 'hidden', 'unwatched', 'left'] as const;

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

  /** The devices of those who are removed from the section leave the lesson. @returns whether there were any */
  remove(people: readonly number[]): boolean {
    const theirs = this.#devices.filter((one) => people.includes(one.person) && isInside(one));
    for (const one of theirs) this.#move(one, 'left');
    return theirs.length > 0;
  }

  /** A device of a student watches, and has for some time. */
  attend(person: number): void {
    this.#move(this.knock(person), 'watching');
  }

  /**
   * @param isCareful leaves out those that are contested
   * @returns who is admitted now, and which still wait
   */
  admit(ids: readonly number[], isCareful = false): { people: number[]; left: number[] } {
    const asked = this.#devices.filter(
      ({ id, state }) => ids.includes(id) && (state === 'knocking' || state === 'refused'),
    );
    const waiting = asked.filter((one) => !isCareful || !this.#isContested(one));
    // Of several devices of one student the first.
    const chosen = waiting.filter((one, at) => waiting.findIndex(({ person }) => person === one.person) === at);
    for (const one of chosen) {
      for (const other of this.#devices) if (other.person === one.person && isInside(other)) other.isReplaced = true;
      this.#move(one, 'admitted');
    }
    const left = asked.filter((one) => !waiting.includes(one)).map(({ id }) => id);
    return { people: chosen.map(({ person }) => person), left };
  }

  /** Admits the device that shows a number, and refuses the others of its name. Returns nobody if none waits with it. */
  admitNumber(number: string): number[] {
    const one = this.#atTheDoor().find(({ id }) => String(id) === number);
    if (one === undefined) return [];
    const { people } = this.admit([one.id]);
    this.#refuseWaiting(({ person }) => person === one.person);
    return people;
  }

  /** Refuses devices, and those that wait under the same names. */
  refuse(ids: readonly number[]): void {
    const those = this.#devices.filter(({ id }) => ids.includes(id));
    const names = those.filter(({ state }) => state === 'knocking').map(({ person }) => person);
    for (const one of those) if (isInside(one)) this.#move(one, 'refused');
    this.#refuseWaiting(({ person }) => names.includes(person));
  }

  /** Refuses all who wait, up to a device. */
  refuseUpTo(last: number): void {
    this.#refuseWaiting(({ id }) => id <= last);
  }

  #refuseWaiting(isMeant: (device: Device) => boolean): void {
    for (const one of this.#devices) if (one.state === 'knocking' && isMeant(one)) this.#move(one, 'refused');
  }

  #atTheDoor = () => this.#devices.filter(({ state, isSilent }) => state === 'knocking' && !isSilent);

  /** The numbers on the screens of those who wait. */
  numbers = () => this.#atTheDoor().map(({ id }) => String(id));

  /** Nothing speaks for it that the student knocks. */
  #isContested = ({ id, person }: Device) =>
    this.#atTheDoor().some((one) => one.person === person && one.id !== id) ||
    this.#devices.some((one) => one.person === person && (isInside(one) || one.state === 'refused'));

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

  /** How many wait who are not in the section, and the last who waits. The door is never flooded. */
  crowd(students: readonly number[]): Partial<Schemas['Attendance']> {
    const waiting = this.#atTheDoor();
    const last = waiting.at(-1)?.id;
    return {
      outsiders_waiting: waiting.filter(({ person }) => !students.includes(person)).length,
      ...(last !== undefined && { waiting_up_to: last }),
      is_flooded: false,
    };
  }

  /**
   * What the page is told. A device that is silent at the door is not; only the first of a student's that wait, and only the
   * last of a student's inside.
   */
  attendees(students: readonly number[]): Schemas['Attendee'][] {
    const last = (person: number) =>
      this.#devices.findLast((one) => one.person === person && isInside(one)) ??
      this.#devices.findLast((one) => one.person === person && !one.isReplaced && one.state !== 'knocking');
    return this.#devices.flatMap((device) => {
      const { id, person, state, isSilent, since } = device;
      const isAtDoor = state === 'knocking';
      if (isAtDoor ? isSilent : last(person) !== device) return [];
      const isExpected = students.includes(person);
      const same = this.#atTheDoor().filter((one) => (isExpected ? one.person === person : one === device));
      if (isAtDoor && same[0] !== device) return [];
      return {
        id,
        student_id: isExpected ? person : null,
        name: nameOf(person),
        email: directory.find((one) => one.id === person)?.email ?? '',
        state: isSilent && isInside(device) ? ('offline' as const) : state,
        since: new Date(since).toISOString(),
        reason: state === 'paused' ? 'A phone call' : '',
        is_taken: isAtDoor && this.#devices.some((one) => one.person === person && isInside(one)),
        ...(isAtDoor && {
          numbers: same.map(({ id }) => String(id)),
          is_contested: !isExpected || this.#isContested(device),
        }),
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
