import type { components } from '@vigil/contract';
import { Door } from './attendance';
import type { Clock, Task } from './clock';
import type { Random } from './random';
import { directory, ownerOfSection, type Teacher, type TeacherName, teachers } from './teachers';

type Schemas = components['schemas'];

/** Lifetime of an access token, unless the story ends it before. */
const ACCESS_LIFETIME_MS = 30 * 60_000;
/** Grace period of a used refresh token: two tabs may have sent it at once. */
const GRACE_MS = 10_000;

/** A sign-in of a browser, which has a family of tokens. */
export interface SignIn {
  id: string;
  teacher: TeacherName;
  alive: boolean;
}

interface AccessToken {
  signIn: SignIn;
  expiresAt: number;
}

interface RefreshToken {
  signIn: SignIn;
  usedAt: number | null;
}

export interface StoredSection {
  id: number;
  name: string;
  subject: string;
  students: number[];
  isActive: boolean;
  /** Whether the students' devices report. */
  agents: 'watching' | 'silent';
  /** When detection started or stopped last. */
  movedAt: number;
  /** Since when nothing watches; null while something does. */
  unwatchedSince: number | null;
  /** Newest first; the first of them runs while detection is active. */
  lessons: StoredLesson[];
  /** Of the running lesson. */
  door: Door | null;
  logs: Schemas['DetectionLog'][];
  /** Ids of the logs that came, were reviewed or were deleted, oldest change first. */
  logChanges: number[];
}

/** A run of detection, also one that has ended. */
export interface StoredLesson {
  id: number;
  started_at: string;
  ended_at: string | null;
}

export interface Answer {
  status: number;
  body?: unknown;
}

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  body: unknown;
}

/** The backend's end of a live channel. */
export interface LiveLine {
  say(message: Schemas['LiveMessage']): void;
  close(code: number): void;
}

interface Connection extends LiveLine {
  signIn: SignIn;
  expiry: Task;
}

/** A call as the contract names it. */
export const nameOfCall = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/\d+(?=\/)/g, '/#')}`;

class Refusal {
  constructor(
    readonly status: number,
    readonly body: { detail: string } | { error: string },
  ) {}
}

const TOKEN_NO_GOOD = 4401;
/** The id of a lesson is that of its section times this, plus a number. */
export const LESSONS_OF_A_SECTION = 100_000;
/** How many changes of a section's logs one answer tells. */
const MOST_CHANGES = 4;
const SCREENSHOT = 'data:image/png;base64,iVBORw0KGgo=';

/**
 * A model of the server: two teachers, their sections, students, lessons and logs, token families that rotate, and the live
 * channel. It answers at once; the network takes the time.
 */
export class Backend {
  readonly sections = new Map<number, StoredSection>();
  readonly passwords: Record<TeacherName, string> = { Noor: 'noor-secret-1', Mika: 'mika-secret-1' };
  readonly #sectionsOfLogs = new Map<number, number>();

  readonly #clock: Clock;
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();
  #signIns: SignIn[] = [];
  #connections = new Set<Connection>();
  #ids = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    for (const teacher of Object.values(teachers)) {
      for (const place of [1, 2]) {
        const section = this.#insert(teacher, `${teacher.sections} ${place}`, [31, 32].slice(0, place));
        if (place === 1) this.#teachBefore(section.id);
      }
    }
    // The next lesson does not begin in the moment in which that one ended.
    clock.now += 3_600_000;
  }

  /** Answers a call. */
  answer(asked: Asked): Answer {
    try {
      return this.#route(asked);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  #route(asked: Asked): Answer {
    const { method, path, query, body } = asked;
    const field = (name: string): unknown =>
      typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    const [, area = '', second = '', third = ''] = path.split('/');

    switch (nameOfCall(method, path)) {
      case 'POST /account/login/teacher/':
        return this.#logIn(String(field('email')), String(field('password')));
      case 'POST /account/refresh/':
        return this.#renew(String(field('refresh')));
      case 'POST /account/logout/':
        this.#signOut(String(field('refresh')));
        return { status: 204 };
      case 'GET /account/current-user/': {
        const { id, name, lastName, email } = this.#caller(asked);
        return { status: 200, body: { id, first_name: name, last_name: lastName, email } };
      }
      case 'POST /account/change-password/':
        return this.#changePassword(asked, String(field('old_password')), String(field('new_password')));
      case 'GET /section/list/':
        return { status: 200, body: this.sectionsOf(this.#caller(asked).name).map(shown) };
      case 'POST /section/create/': {
        const teacher = this.#caller(asked);
        const section = this.#insert(teacher, String(field('name')), [], String(field('subject')));
        this.#changed(section.id);
        return { status: 201, body: shown(section) };
      }
      case 'GET /section/search-students/': {
        this.#caller(asked);
        const text = (query.get('q') ?? '').toLowerCase();
        return {
          status: 200,
          body: directory.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text)),
        };
      }
      case 'POST /section/#/add-students/':
      case 'POST /section/#/remove-students/': {
        const section = this.#sectionOf(asked, Number(second));
        const emails: unknown[] = [field('student_emails')].flat();
        const those = directory.filter(({ email }) => emails.includes(email)).map(({ id }) => id);
        const others = section.students.filter((id) => !those.includes(id));
        section.students = third === 'add-students' ? [...others, ...those].sort() : others;
        this.#changed(section.id);
        if (third !== 'add-students' && section.door?.remove(those)) this.#attendanceChanged(section);
        return { status: 200, body: shown(section) };
      }
      case 'DELETE /section/#/delete/': {
        const section = this.#sectionOf(asked, Number(second));
        const teacher = ownerOfSection(section.id);
        if (field('password') !== this.passwords[teacher]) throw new Refusal(401, { detail: 'Incorrect password' });
        this.deleteSection(section.id);
        return { status: 204 };
      }
      case 'POST /detection/sessions/start/':
      case 'POST /detection/sessions/stop/': {
        const section = this.#sectionOf(asked, Number(field('section_id')));
        this.moveSession(section.id, third === 'start');
        return { status: 200, body: { is_active: section.isActive } };
      }
      case 'GET /detection/sessions/status/#/': {
        const section = this.#sectionOf(asked, Number(path.split('/')[4]));
        return { status: 200, body: sessionOf(section) };
      }
      case 'GET /detection/sessions/': {
        const { id, lessons } = this.#sectionOf(asked, Number(query.get('section')));
        const told = lessons.map((lesson) => ({ ...lesson, section: id, counts: {}, student_count: 0 }));
        return { status: 200, body: pageOf(told, `/detection/sessions/?section=${id}`, query) };
      }
      case 'DELETE /detection/sessions/#/':
        this.#deleteLesson(asked, Number(third));
        return { status: 204 };
      case 'GET /detection/logs/': {
        const { id, logs, logChanges } = this.#sectionOf(asked, Number(query.get('section')));
        const address = `/detection/logs/?section=${id}`;
        const newer = `${address}&since=${logChanges.length}`;
        // Nothing can be older than a detection that is gone.
        const before = query.get('before');
        if (before !== null && !logs.some((log) => String(log.id) === before)) {
          throw new Refusal(409, { detail: 'Please read all.' });
        }
        if (!query.has('since'))
          return { status: 200, body: { ...pageOf(logs, address, query), count: logs.length, newer } };
        const since = Number(query.get('since'));
        // Too much has changed since.
        if (logChanges.length - since > MOST_CHANGES) throw new Refusal(409, { detail: 'Please read all.' });
        const changed = new Set(logChanges.slice(since));
        const results = logs.filter((log) => changed.has(Number(log.id)));
        const deleted = [...changed].filter((one) => !logs.some((log) => log.id === one));
        return { status: 200, body: { results, next: null, deleted, newer } };
      }
      case 'POST /attendance/invite/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        const code = door.invite();
        this.#attendanceChanged(section);
        return { status: 200, body: { code, attend_url: 'https://school.example/attend' } };
      }
      case 'GET /attendance/sections/#/':
        return { status: 200, body: attendanceIn(this.#sectionOf(asked, Number(third))) };
      case 'GET /attendance/sections/#/lessons/#/coverage/': {
        const { door, students } = this.#sectionOf(asked, Number(third));
        // Nobody was admitted to the others.
        const now = new Date(this.#clock.now).toISOString();
        const body = door?.lesson === Number(path.split('/')[5]) ? door.coverage(students) : undefined;
        return { status: 200, body: body ?? { started_at: now, until: now, is_over: true, students: [] } };
      }
      case 'POST /attendance/admit/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        const { people, left } = door.admit([field('ids')].flat().map(Number), field('only_uncontested') === true);
        this.#join(section, people);
        this.#attendanceChanged(section);
        const not_admitted = left.map((id) => ({ id, detail: 'Please ask for the number.' }));
        return { status: 200, body: { ...attendanceIn(section), ...(left.length > 0 && { not_admitted }) } };
      }
      case 'POST /attendance/admit-number/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        const people = door.admitNumber(String(field('number')));
        if (people.length === 0) throw new Refusal(409, { detail: 'No device waits with this number.' });
        this.#join(section, people);
        this.#attendanceChanged(section);
        return { status: 200, body: attendanceIn(section) };
      }
      case 'POST /attendance/refuse/':
      case 'POST /attendance/refuse-waiting/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        if (third === 'refuse') door.refuse([field('ids')].flat().map(Number));
        else door.refuseUpTo(Number(field('up_to')));
        this.#attendanceChanged(section);
        return { status: 200, body: attendanceIn(section) };
      }
      case 'POST /attendance/excuse/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        const [student, minutes] = [Number(field('student_id')), Number(field('minutes'))];
        const until = door.excuse(student, minutes, String(field('reason')));
        this.#clock.after(until - this.#clock.now, () => this.#attendanceChanged(section));
        this.#attendanceChanged(section);
        return { status: 200, body: attendanceIn(section) };
      }
      case 'POST /attendance/end-excuse/': {
        const { section, door } = this.#doorOf(asked, field('section_id'));
        door.endExcuse(Number(field('student_id')));
        this.#attendanceChanged(section);
        return { status: 200, body: attendanceIn(section) };
      }
      case 'GET /attendance/badges/#/':
        throw new Refusal(404, { detail: 'It has no badges.' });
      case 'POST /detection/logs/review/':
        return this.#review(asked, [field('ids')].flat().map(String), field('state'), field('note'));
      case 'DELETE /detection/logs/#/': {
        const { section, log } = this.#logOf(asked, third);
        section.logs = section.logs.filter((one) => one !== log);
        this.#logsChanged(section, [Number(third)]);
        return { status: 204 };
      }
    }
    throw new Error(`The backend knows no ${method} ${path} (${area})`);
  }

  /* Sign-ins and tokens. */

  #logIn(email: string, password: string): Answer {
    const teacher = Object.values(teachers).find((one) => one.email === email);
    if (!teacher || this.passwords[teacher.name] !== password) {
      throw new Refusal(401, { detail: 'No active account found with the given credentials' });
    }
    this.#ids += 1;
    const signIn: SignIn = { id: `sign-in ${this.#ids}`, teacher: teacher.name, alive: true };
    this.#signIns.push(signIn);
    return { status: 200, body: this.#issue(signIn) };
  }

  /** Returns what a browser stores that was left signed in. */
  signInBefore(teacher: TeacherName): { access: string; refresh: string; user: unknown } {
    const { email, id, name, lastName } = teachers[teacher];
    const { body } = this.#logIn(email, this.passwords[teacher]);
    const { access, refresh } = Object(body);
    return { access, refresh, user: { id, first_name: name, last_name: lastName, email } };
  }

  #issue(signIn: SignIn): Schemas['Tokens'] {
    this.#ids += 1;
    const refresh = `refresh-${this.#ids}`;
    this.#refresh.set(refresh, { signIn, usedAt: null });
    return { access: this.#issueAccess(signIn), refresh };
  }

  #issueAccess(signIn: SignIn): string {
    this.#ids += 1;
    const expiresAt = this.#clock.now + ACCESS_LIFETIME_MS;
    const { id } = teachers[signIn.teacher];
    const claims = { token_type: 'access', user_id: id, sub: String(id), jti: this.#ids, exp: expiresAt / 1000 };
    const access = ['e30', btoa(JSON.stringify(claims)).replace(/=+$/, ''), 'signature'].join('.');
    this.#access.set(access, { signIn, expiresAt });
    return access;
  }

  #renew(refresh: string): Answer {
    const token = this.#refresh.get(refresh);
    if (token === undefined || !token.signIn.alive) throw new Refusal(401, { detail: 'Token is invalid or expired' });
    if (token.usedAt !== null && this.#clock.now - token.usedAt > GRACE_MS) {
      this.end(token.signIn);
      throw new Refusal(401, { detail: 'Token is invalid or expired' });
    }
    token.usedAt ??= this.#clock.now;
    return { status: 200, body: this.#issue(token.signIn) };
  }

  #signOut(refresh: string): void {
    const signIn = this.#refresh.get(refresh)?.signIn;
    if (signIn) this.end(signIn);
  }

  /** Ends a sign-in: its tokens no longer work. */
  end(signIn: SignIn): void {
    signIn.alive = false;
    for (const connection of [...this.#connections]) {
      if (connection.signIn === signIn) this.#hangUp(connection);
    }
  }

  /** Ends every sign-in of a teacher, as a password change elsewhere does. */
  endAllOf(teacher: TeacherName, except?: SignIn): void {
    for (const signIn of this.#signIns) {
      if (signIn.teacher === teacher && signIn !== except && signIn.alive) this.end(signIn);
    }
  }

  /** The access tokens given out so far expire now. */
  expireAccessTokens(): void {
    for (const token of this.#access.values()) token.expiresAt = Math.min(token.expiresAt, this.#clock.now);
    for (const connection of [...this.#connections]) this.#hangUp(connection);
  }

  /** Returns the sign-in of an access or refresh token, valid or not. */
  signInOf(token: string | null): SignIn | undefined {
    if (token === null) return undefined;
    return this.#access.get(token)?.signIn ?? this.#refresh.get(token)?.signIn;
  }

  /** Whether a browser that holds this refresh token can go on. */
  isRenewable(refresh: string): boolean {
    const token = this.#refresh.get(refresh);
    if (token === undefined || !token.signIn.alive) return false;
    return token.usedAt === null || this.#clock.now - token.usedAt <= GRACE_MS;
  }

  isGood(access: string): boolean {
    const token = this.#access.get(access);
    return token?.signIn.alive === true && token.expiresAt > this.#clock.now;
  }

  #caller({ token }: Asked): Teacher {
    if (token === null || !this.isGood(token)) throw new Refusal(401, { detail: 'Please sign in again.' });
    const signIn = this.signInOf(token);
    if (signIn === undefined) throw new Refusal(401, { detail: 'Please sign in again.' });
    return teachers[signIn.teacher];
  }

  #changePassword(asked: Asked, old: string, wanted: string): Answer {
    const { name } = this.#caller(asked);
    if (this.passwords[name] !== old) throw new Refusal(400, { error: 'The current password is wrong.' });
    const signIn = this.signInOf(asked.token);
    if (signIn === undefined) throw new Error('A caller has a sign-in');
    this.passwords[name] = wanted;
    this.endAllOf(name, signIn);
    return { status: 200, body: { message: 'Password changed.', access: this.#issueAccess(signIn) } };
  }

  /* Sections, students, sessions, logs. */

  sectionsOf = (teacher: TeacherName) => [...this.sections.values()].filter(({ id }) => ownerOfSection(id) === teacher);

  #insert(teacher: Teacher, name: string, students: number[], subject = teacher.subject): StoredSection {
    // A number that was never used.
    const id = teacher.firstSectionId + this.#created[teacher.name];
    this.#created[teacher.name] += 1;
    const section = {
      id,
      name,
      subject,
      students,
      isActive: false,
      agents: 'watching' as const,
      movedAt: 0,
      unwatchedSince: 0,
      lessons: [],
      door: null,
      logs: [],
      logChanges: [],
    };
    this.sections.set(id, section);
    return section;
  }
  readonly #created: Record<TeacherName, number> = { Noor: 0, Mika: 0 };

  /** Tells every window of the teacher. */
  #changed(section: number): void {
    const owner = ownerOfSection(section);
    for (const { signIn, say } of this.#connections) if (signIn.teacher === owner) say({ type: 'sections_changed' });
  }

  deleteSection(id: number): void {
    this.sections.delete(id);
    this.#changed(id);
  }

  moveSession(id: number, isActive: boolean): void {
    const section = this.sections.get(id);
    if (section === undefined || section.isActive === isActive) return;
    section.isActive = isActive;
    section.movedAt = this.#clock.now;
    this.#noteWatch(section);
    const now = new Date(this.#clock.now).toISOString();
    if (isActive) {
      this.#ids += 1;
      const lesson = id * LESSONS_OF_A_SECTION + this.#ids;
      section.lessons.unshift({ id: lesson, started_at: now, ended_at: null });
      section.door = new Door(
        lesson,
        () => this.#clock.now,
        () => {
          this.#ids += 1;
          return this.#ids;
        },
      );
    } else {
      for (const lesson of section.lessons) lesson.ended_at ??= now;
      section.door = null;
    }
    this.#tellStatus(section, isActive);
  }

  /* Students with devices of their own. */

  /** A lesson is under way, and all students of the section are watched on their devices. */
  invite(section: StoredSection): void {
    this.moveSession(section.id, true);
    section.door?.invite();
    for (const student of section.students) section.door?.attend(student);
    this.#attendanceChanged(section);
  }

  /** Something happens to a device at the door or in the lesson. @returns what, in words */
  moveDevice(section: StoredSection, random: Random): string {
    const what = section.door?.happen(section.students, random) ?? '';
    this.#attendanceChanged(section);
    return what;
  }

  #doorOf(asked: Asked, id: unknown): { section: StoredSection; door: Door } {
    const section = this.#sectionOf(asked, Number(id));
    if (section.door === null) throw new Refusal(409, { detail: 'Detection is not active.' });
    return { section, door: section.door };
  }

  /** Who is admitted is in the section from then on. */
  #join(section: StoredSection, people: readonly number[]): void {
    const others = people.filter((id) => !section.students.includes(id));
    if (others.length === 0) return;
    section.students = [...section.students, ...others].sort();
    this.#changed(section.id);
  }

  #attendanceChanged({ id }: StoredSection): void {
    for (const { signIn, say } of this.#connections)
      if (signIn.teacher === ownerOfSection(id)) say({ type: 'attendance_changed', section_id: id });
  }

  /** The students' devices fall silent, or report again. */
  moveAgents(section: StoredSection): void {
    section.agents = section.agents === 'watching' ? 'silent' : 'watching';
    this.#noteWatch(section);
    this.#tellStatus(section, false);
  }

  #noteWatch(section: StoredSection): void {
    const isWatched = section.isActive && section.agents === 'watching';
    section.unwatchedSince = isWatched ? null : (section.unwatchedSince ?? this.#clock.now);
  }

  #tellStatus(section: StoredSection, isStart: boolean): void {
    for (const { signIn, say } of this.#connections) {
      if (signIn.teacher !== ownerOfSection(section.id)) continue;
      if (isStart) say({ type: 'detection_start', section_id: section.id });
      say({ type: 'status_update', section_id: section.id, status: sessionOf(section) });
    }
  }

  /** Adds a lesson from before the story. */
  #teachBefore(id: number): void {
    this.moveSession(id, true);
    this.detect(id);
    this.moveSession(id, false);
  }

  /** A student is seen doing something: the first or the second one. */
  detect(id: number, place = 0): void {
    const section = this.sections.get(id);
    const student = directory.find((one) => one.id === section?.students[place]);
    // Nothing is recorded of who is excused.
    if (section === undefined || student === undefined || section.door?.isExcused(student.id)) return;
    this.#ids += 1;
    this.#sectionsOfLogs.set(this.#ids, id);
    section.logs.unshift({
      id: this.#ids,
      timestamp: new Date(this.#clock.now).toISOString(),
      student_name: student.name,
      student_email: student.email,
      activity_type: place === 0 ? 'no_face' : 'multiple_faces',
      details: `In ${section.subject}`,
      screenshot: SCREENSHOT,
      review: null,
      session_id: section.lessons.find(({ ended_at }) => ended_at === null)?.id ?? null,
    });
    this.#logsChanged(section, [this.#ids]);
  }

  /** The newest log is deleted. */
  discard(section: StoredSection): void {
    const log = section.logs.shift();
    if (log) this.#logsChanged(section, [Number(log.id)]);
  }

  /** Tells every window of the teacher. */
  #logsChanged(section: StoredSection, ids: readonly number[]): void {
    section.logChanges.push(...ids);
    for (const { signIn, say } of this.#connections) {
      if (signIn.teacher === ownerOfSection(section.id)) say({ type: 'logs_changed', section_id: section.id });
    }
  }

  #review(asked: Asked, ids: string[], state: unknown, note: unknown): Answer {
    const found = ids.map((id) => this.#logOf(asked, id));
    const logs = found.map(({ log }) => log);
    for (const { section, log } of found) {
      const kept = typeof note === 'string' ? note : (log.review?.note ?? '');
      const known = state === 'seen' || state === 'dismissed' ? state : null;
      const reviewed_at = new Date(this.#clock.now).toISOString();
      log.review = known && { state: known, note: kept, reviewed_at };
      this.#logsChanged(section, [Number(log.id)]);
    }
    return { status: 200, body: logs.map(({ id, review = null }) => ({ id, review })) };
  }

  /** Returns the section of the logs that a call changes, also when they have been deleted. */
  sectionOfLogs(path: string, body: unknown): number | undefined {
    const ids: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'ids') : undefined;
    const id = /^\/detection\/logs\/(\d+)\/$/.exec(path)?.[1] ?? [ids].flat()[0];
    return this.#sectionsOfLogs.get(Number(id));
  }

  #logOf(asked: Asked, id: string): { section: StoredSection; log: StoredSection['logs'][number] } {
    const { name } = this.#caller(asked);
    for (const section of this.sectionsOf(name)) {
      const log = section.logs.find((one) => String(one.id) === id);
      if (log) return { section, log };
    }
    throw new Refusal(404, { detail: 'Log not found.' });
  }

  #deleteLesson(asked: Asked, id: number): void {
    const { name } = this.#caller(asked);
    const section = this.sectionsOf(name).find(({ lessons }) => lessons.some((lesson) => lesson.id === id));
    if (section === undefined) throw new Refusal(404, { detail: 'Lesson not found.' });
    if (section.isActive && section.lessons[0]?.id === id) {
      throw new Refusal(409, { detail: 'This lesson is still running. Please stop detection first.' });
    }
    section.lessons = section.lessons.filter((lesson) => lesson.id !== id);
    const [kept, gone] = [
      section.logs.filter((log) => log.session_id !== id),
      section.logs.filter((log) => log.session_id === id),
    ];
    section.logs = kept;
    this.#logsChanged(
      section,
      gone.map((log) => Number(log.id)),
    );
  }

  #sectionOf(asked: Asked, id: number): StoredSection {
    const { name } = this.#caller(asked);
    const section = this.sections.get(id);
    if (section === undefined || ownerOfSection(id) !== name) throw new Refusal(404, { detail: 'Section not found.' });
    return section;
  }

  /* The live channel. */

  /** Accepts a socket. Returns what receives what the page sends, and that it has gone. */
  connect(token: string, line: LiveLine): { hear(text: string): void; gone(): void } {
    const signIn = this.signInOf(token);
    if (signIn === undefined || !this.isGood(token)) {
      line.close(TOKEN_NO_GOOD);
      return { hear() {}, gone() {} };
    }
    const expiresIn = (this.#access.get(token)?.expiresAt ?? 0) - this.#clock.now;
    const expiry = this.#clock.after(expiresIn, () => this.#hangUp(connection));
    const connection: Connection = { ...line, signIn, expiry };
    this.#connections.add(connection);
    return {
      hear: (text) => {
        if (!text.includes('get_status') || !this.#connections.has(connection)) return;
        for (const section of this.sectionsOf(signIn.teacher)) {
          line.say({ type: 'status_update', section_id: section.id, status: sessionOf(section) });
        }
      },
      gone: () => {
        this.#connections.delete(connection);
        this.#clock.cancel(expiry);
      },
    };
  }

  #hangUp(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    this.#clock.cancel(connection.expiry);
    connection.close(TOKEN_NO_GOOD);
  }
}

const shown = ({ id, name, subject, students }: StoredSection): Schemas['Section'] => ({
  id,
  name,
  subject,
  students: directory.filter((student) => students.includes(student.id)),
  attendable: true,
});

/** Who attends the running lesson, as the page is told. */
export function attendanceIn({ door, students }: StoredSection): Schemas['Attendance'] {
  if (door === null) return { session_id: null, code: null, attendees: [], excuses: [], is_announced: true };
  return {
    ...{ session_id: door.lesson, code: door.code, is_announced: true },
    ...{ attendees: door.attendees(students), excuses: door.excuses() },
    ...door.crowd(students),
  };
}

const sessionOf = ({ isActive, agents, lessons: [newest] }: StoredSection): Schemas['SessionStatus'] => ({
  is_active: isActive,
  started_at: isActive ? (newest?.started_at ?? null) : null,
  agents_state: isActive ? agents : null,
});

/** Returns a page of two, newest first, so that `next` is followed, too. As in our server it names the last item. */
function pageOf<Item extends { id: number }>(items: readonly Item[], address: string, query: URLSearchParams) {
  const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
  const [first, second, third] = items.filter(({ id }) => id < before);
  const results = [first, second].filter((item) => item !== undefined);
  return { results, next: second && third ? `${address}&before=${second.id}` : null };
}
