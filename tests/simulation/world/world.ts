import type { SimulatedPage, Typist } from '../page/shown';
import { Backend, type SignIn, type StoredSection } from './backend';
import type { OpenPage } from './bundle';
import { Clock, promisesKept } from './clock';
import { Facts } from './facts';
import {
  always,
  atRest,
  type Held,
  lateAnswersCount,
  logoutsHappen,
  logoutsLoseNothing,
  moreThanFresh,
  neverASixthTry,
  nobodyIsCleared,
  nobodyIsReplaced,
  noCallWithAnothersToken,
  noRefreshTokenTwice,
  oneCallOfAKind,
  oneRefreshAtATime,
  refreshIn,
} from './invariants';
import { type Call, type CallKind, Network, type NetworkWitness } from './network';
import type { Step } from './steps';
import { Locks, SharedStorage } from './storage';
import { fateInWords, isWorthTelling, Story } from './story';
import { type Browser, ORIGIN, type Page, Tab } from './tab';
import { directory, otherTeacher, type TeacherName, teachers } from './teachers';

const isAskedToLogOut = ({ shown, simulated }: Facts) =>
  shown.dialogs.includes('logout') && simulated.buttons().some(({ logsOut, givesUp }) => logsOut && !givesUp);

/** A start or stop. */
const isMove = ({ kind }: Call) => kind === 'start' || kind === 'stop';

/** Nothing, or JSON: what a backend may say. */
function isReadable(body: string): boolean {
  try {
    return body === '' || JSON.parse(body) !== undefined;
  } catch {
    return false;
  }
}

/** Something that must hold does not. */
export class Violation extends Error {
  override name = 'Violation';
  constructor(
    readonly invariant: string,
    readonly sentence: string,
  ) {
    super(`${invariant}: ${sentence}`);
  }
}

export interface WorldSettings {
  openPage: OpenPage;
  /** Only a violation of these counts; all when left out. */
  only?: ((invariant: string, sentence: string) => boolean) | undefined;
}

/**
 * How long it takes until nothing is pending any more: a call's patience, or the longest wait for a reconnect, and the
 * 10 s in which a session that started then looks for its first logs.
 */
const REST_MS = 45_000;
/** How long it takes until a picture that fails is reason for another fetch. */
const PICTURES_MS = 61_000;
/** Until everything is at rest on a page that was just opened, in good times. */
const OPENING_MS = 15_000;

const logChanges = new Set<CallKind>(['review', 'discard', 'deleteLesson']);

/** Two tabs of one browser, a network and a backend, on one clock. */
export class World {
  readonly clock = new Clock();
  readonly backend = new Backend(this.clock);
  readonly story = new Story(this.clock.now);
  readonly tabs: Tab[];
  readonly network: Network;
  readonly storage: SharedStorage;
  readonly locks = new Locks(this.clock);

  /** Every load of the product, by the id of its page, in the order in which they came. */
  readonly loads = new Map<string, SimulatedPage>();
  /** The steps that were taken. */
  readonly taken: Step[] = [];
  /** Refresh tokens for which a page was given new ones. */
  readonly refreshAnswered = new Set<string>();
  /** Those that were answered with anything but new tokens: by the specification the sign-in has ended. */
  readonly refreshRefused = new Set<string>();
  /** Why each sign-in ended that a tab took out of the storage, or put another one in the place of. */
  readonly ends: string[] = [];
  /** Sign-ins whose first tokens are on their way to the storage. */
  readonly freshSignIns = new Set<SignIn>();

  readonly #settings: WorldSettings;
  readonly #facts = new Map<Tab, Facts>();
  readonly #changesAt = new WeakMap<Call, number>();
  readonly #messagesAt = new WeakMap<Call, number>();
  #violation: Violation | undefined;
  #picturesLostAt = Number.NEGATIVE_INFINITY;
  #sections = 0;
  #notes = 0;
  #passwords = 0;

  constructor(settings: WorldSettings) {
    this.#settings = settings;
    this.network = new Network(this.clock, this.backend, this.#networkWitness());
    this.storage = new SharedStorage({
      written: (page, key, value) => this.#storageWritten(page, key, value),
    });
    const browser: Browser = {
      clock: this.clock,
      network: this.network,
      storage: this.storage,
      locks: this.locks,
      fault: (tab, error) => this.fault(error, tab),
    };
    this.tabs = ['A', 'B'].map((name) => new Tab(name, browser));
    this.storage.tabs = this.tabs;
    for (const tab of this.tabs) {
      tab.heardOfStorage = ({ key }) => {
        if (key === 'accessToken') this.#learnTeacher(this.factsOf(tab));
      };
    }
  }

  factsOf(tab: Tab): Facts {
    const facts = this.#facts.get(tab);
    if (facts === undefined) throw new Error(`Tab ${tab.name} was never loaded`);
    return facts;
  }

  simulatedIn = (tab: Tab): SimulatedPage => this.factsOf(tab).simulated;

  tell(line: string): void {
    this.story.tell(this.clock.now, line);
  }

  /* What happens. */

  /** Opens both tabs; signed in, the browser was left so by Noor. */
  async begin(addresses: readonly string[], signedIn: boolean): Promise<void> {
    if (signedIn) {
      const { access, refresh, user } = this.backend.signInBefore('Noor');
      this.storage.put({ accessToken: access, refreshToken: refresh, user: JSON.stringify(user) });
    }
    for (const [index, tab] of this.tabs.entries()) {
      tab.history = { entries: [addresses[index] ?? '/login'], index: 0 };
      this.load(tab);
    }
    this.tell(
      `${signedIn ? 'Noor is signed in' : 'Nobody is signed in'}; tab A opens ${addresses[0]}, tab B ${addresses[1]}`,
    );
    await this.wait(200);
  }

  /** The teacher presses what she sees. */
  press(tab: Tab, name: string): void {
    const facts = this.factsOf(tab);
    const button = facts.simulated.buttons().find((one) => one.name === name);
    if (button === undefined) throw new Error(`There is no ${name}`);
    this.tell(`Tab ${tab.name}: the teacher presses “${name}”`);
    if (button.opens) facts.opened.add(button.opens);
    if (button.logsOut !== undefined) facts.loggedOut = button.logsOut ? facts.knows : null;
    facts.failuresBefore = facts.failures;
    facts.givesUp = button.givesUp === true;
    if (button.write) {
      const open = /^\/sections\/(\d+)/.exec(facts.path)?.[1];
      for (const section of button.sections ?? [open === undefined ? undefined : Number(open)]) {
        facts.writes.push({
          kind: button.write,
          section,
          told: [],
          accepted: false,
          // A question may still offer to stop what has been stopped elsewhere meanwhile.
          reached: button.write === 'stop' && facts.wasSaidInactive(section),
          excused: false,
        });
        if (section !== undefined && (button.write === 'start' || button.write === 'stop')) facts.pressed(section);
      }
      facts.breakSilence();
    }
    tab.page.attempt(button.press);
  }

  /** Opens or reloads a tab at the address of its history. */
  load(tab: Tab): void {
    const page = tab.load();
    const facts = new Facts(page, (inspector) =>
      this.#settings.openPage(page.globals(), {
        apiUrl: ORIGIN,
        history: tab.history,
        inspector,
        typist: this.#typistAt(tab),
      }),
    );
    this.#facts.set(tab, facts);
    this.loads.set(page.id, facts.simulated);
    this.#learnTeacher(facts);
    page.attempt(() => facts.simulated.start());
    facts.wasSignedIn = facts.simulated.isSignedIn();
  }

  /** Lets everything that was set going come true, and React follow it. */
  async settle(): Promise<void> {
    for (let hasMoved = true; hasMoved; ) {
      await promisesKept();
      hasMoved = false;
      for (const tab of this.tabs) {
        if (tab.frozen) continue;
        tab.page.attempt(() => {
          hasMoved = this.simulatedIn(tab).settle() || hasMoved;
        });
        this.#notePath(this.factsOf(tab));
      }
    }
    for (const tab of this.tabs) this.#check(this.factsOf(tab));
    if (this.#violation) throw this.#violation;
  }

  /** Moves the clock; whatever falls into this time happens in its order, one thing after the other. */
  async wait(ms: number): Promise<void> {
    const until = this.clock.now + ms;
    await this.settle();
    for (let task = this.clock.takeNext(until); task !== undefined; task = this.clock.takeNext(until)) {
      task.run();
      await this.settle();
    }
    // The clock has moved on, maybe past a limit, though nothing has happened.
    await this.settle();
  }

  /** Everything comes to rest: the network is healed, tabs are shown, news delivered, and nothing is pending. */
  async rest(): Promise<void> {
    this.tell('Everything comes to rest: the network is well, both tabs are seen, and time passes');
    const wasOffline = !this.network.online;
    this.network.heal();
    for (const tab of this.tabs) {
      tab.storageHeld = false;
      // What came while it was frozen is older than the news still on their way.
      if (tab.hidden) this.show(tab);
      tab.deliverNews();
    }
    if (wasOffline) this.#tellNetwork('online');
    await this.#settleDown(Math.max(REST_MS, this.#picturesLostAt + PICTURES_MS - this.clock.now));
    for (const tab of this.tabs) this.#judge(atRest, this.factsOf(tab));
    if (this.#violation) throw this.#violation;
  }

  async #settleDown(ms: number): Promise<void> {
    await this.wait(ms);
    if (this.#pressRetries()) await this.wait(OPENING_MS);
    // Polls go on for ever: between two of them nothing is under way.
    for (let round = 0; round < 20 && this.tabs.some(({ page }) => page.calls.size > 0); round += 1)
      await this.wait(50);
  }

  /** After a rest: a page that has lived long holds no more of its browser than one just opened at the same address. */
  async compareWithFresh(): Promise<void> {
    const before = this.tabs.map((tab) => this.#heldBy(tab));
    for (const tab of this.tabs) this.load(tab);
    this.tell('Both tabs are loaded anew');
    await this.#settleDown(OPENING_MS);
    for (const [index, tab] of this.tabs.entries()) {
      const was = before[index];
      if (was) this.#violate('nothingIsLeftRunning', moreThanFresh(was, this.#heldBy(tab)), this.factsOf(tab));
      this.#judge(atRest, this.factsOf(tab));
    }
    if (this.#violation) throw this.#violation;
  }

  #heldBy(tab: Tab): Held {
    const { page } = tab;
    const { path, knows } = this.factsOf(tab);
    const listeners = page.window.listening + page.document.listening;
    return { where: `${path} of ${knows}`, timers: page.timers.size, listeners, sockets: page.sockets.size };
  }

  /** What could not be fetched in bad times is fetched again by who sees the button. */
  #pressRetries(): boolean {
    let pressed = false;
    for (const tab of this.tabs) {
      const retries = this.simulatedIn(tab)
        .buttons()
        .filter(({ name }) => name === 'Try again' || name === 'Retry');
      for (const { press } of retries) {
        press();
        pressed = true;
      }
    }
    return pressed;
  }

  show(tab: Tab): void {
    const facts = this.factsOf(tab);
    facts.thawedAt = this.clock.now;
    facts.breakSilence();
    this.#learnTeacher(facts);
    tab.show();
  }

  /** Who is signed in goes, and the other teacher takes the seat. */
  async change(tab: Tab): Promise<void> {
    const { knows } = this.factsOf(tab);
    this.press(tab, 'Logout');
    await this.settle();
    const pressIfThere = (name: string) => {
      const buttons = this.simulatedIn(tab).buttons();
      if (buttons.some((button) => button.name === name)) this.press(tab, name);
    };
    for (const name of ['Log out, keep it running', 'Log out without waiting']) {
      pressIfThere(name);
      await this.settle();
    }
    pressIfThere(`Sign in as ${otherTeacher(knows ?? 'Noor')}`);
  }

  losePictures(tab: Tab): void {
    this.#picturesLostAt = this.clock.now;
    this.simulatedIn(tab).losePictures();
  }

  goOffline(): void {
    this.network.goOffline();
    this.#tellNetwork('offline');
  }

  goOnline(): void {
    this.network.goOnline();
    this.#tellNetwork('online');
  }

  /** After what a page that has just thawed still has to hear: a browser keeps the order in which things have happened. */
  #tellNetwork(type: 'online' | 'offline'): void {
    for (const { page } of this.tabs)
      this.clock.after(0, () => page.deliver(() => page.window.dispatchEvent({ type })));
  }

  /** Something was thrown that nobody catches, or an error was said on the console. */
  fault(error: unknown, tab?: Tab): void {
    const where = tab === undefined ? '' : `Tab ${tab.name}: `;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#violate('noPromiseUnhandled', `${where}${said}`);
  }

  close(): void {
    for (const tab of this.tabs) tab.close();
  }

  studentsOf = ({ students }: StoredSection) =>
    directory
      .filter(({ id }) => students.includes(id))
      .map(({ email }) => email)
      .sort();

  /* What is seen of it. */

  #violate(invariant: string, sentence: string | undefined, facts?: Facts): void {
    if (sentence === undefined || this.#violation) return;
    if (this.#settings.only && !this.#settings.only(invariant, sentence)) return;
    const where = facts === undefined ? '' : `Tab ${facts.page.tab.name}: `;
    this.#violation = new Violation(invariant, where + sentence);
  }

  #judge(invariants: typeof always, facts: Facts): void {
    for (const [name, holds] of Object.entries(invariants)) this.#violate(name, holds(this, facts), facts);
  }

  #check(facts: Facts): void {
    const { tab } = facts.page;
    if (tab.frozen) return;
    facts.followStatusRounds(this.clock.now);
    facts.shown = facts.simulated.shown();
    const { state } = facts.simulated.channel();
    if (state === 'off' || state === 'silent') facts.tries = 0;
    if (state === 'open' && facts.openedAt !== null && this.clock.now - facts.openedAt >= 10_000) facts.tries = 1;
    if (!facts.isPolled()) facts.breakSilence();
    const { knows } = facts;
    // Another session, or none: nobody is owed the end of what the one before has sent.
    const signIn = this.backend.signInOf(facts.heard.access);
    const isAnother = signIn !== undefined && facts.wasSignIn !== undefined && signIn !== facts.wasSignIn;
    facts.wasSignIn = signIn ?? facts.wasSignIn;
    if (knows !== facts.wasOf || isAnother) for (const write of facts.writes) write.excused = true;
    // Nor is she logged out any more who is still here, and is asked nothing.
    if (knows !== null && !facts.shown.dialogs.includes('logout')) {
      if (knows === facts.wasOf) this.#violate('logoutsHappen', logoutsHappen(facts), facts);
      facts.loggedOut = null;
    }
    // Or who is asked once more.
    if (facts.loggedOut !== null && isAskedToLogOut(facts)) facts.loggedOut = null;
    facts.wasOf = knows;
    this.#judge(always, facts);
  }

  #notePath(facts: Facts): void {
    const path = facts.simulated.path();
    if (path === facts.path) return;
    facts.path = path;
    facts.opened.clear();
    // What was asked goes with the page that it was asked on; what was decided does not.
    if (facts.loggedOut !== null) facts.opened.add('logout');
  }

  /** The page reads who is signed in: when it is opened, hears of the storage, or is shown. */
  #learnTeacher(facts: Facts): void {
    const access = this.storage.get('accessToken');
    facts.heard = { access, teacher: this.backend.signInOf(access)?.teacher ?? null };
  }

  #storageWritten(page: Page, key: string, value: string | null): void {
    const facts = this.factsOf(page.tab);
    this.#violate('nobodyIsCleared', nobodyIsCleared(this, facts, key, value), facts);
    this.#violate('nobodyIsReplaced', nobodyIsReplaced(this, key, value), facts);
    if (key === 'sessionEnded' && value !== null) this.ends.push(value);
    if (key !== 'accessToken') return;
    const signIn = this.backend.signInOf(value);
    const before = this.backend.signInOf(this.storage.get('accessToken'));
    if (signIn && before && signIn !== before) this.ends.push('signedOut');
    this.tell(
      value === null
        ? `Tab ${page.tab.name} takes the tokens out of the storage`
        : `Tab ${page.tab.name} stores tokens of ${signIn?.teacher}`,
    );
    facts.heard = { access: value, teacher: signIn?.teacher ?? null };
  }

  #networkWitness(): NetworkWitness {
    const factsOf = ({ page }: Call) => (page.alive ? this.factsOf(page.tab) : undefined);
    const name = ({ page, method, path }: Call) => `Tab ${page.tab.name}: ${method} ${path}`;
    return {
      sent: (call) => {
        const facts = this.factsOf(call.page.tab);
        this.#messagesAt.set(call, facts.messages);
        if (isWorthTelling(call)) {
          const fate = call.fate ? `; it ${fateInWords(call.fate)}` : '';
          const owner = this.backend.signInOf(call.token)?.teacher;
          this.tell(`${name(call)} is sent${owner ? ` with ${owner}'s token` : ''}${fate}`);
        }
        this.#violate('noCallWithAnothersToken', noCallWithAnothersToken(this, facts, call), facts);
        this.#violate('oneRefreshAtATime', oneRefreshAtATime(this, call), facts);
        this.#violate('noRefreshTokenTwice', noRefreshTokenTwice(this, call), facts);
        this.#violate('oneCallOfAKind', oneCallOfAKind(facts, call), facts);
        this.#violate('logoutsLoseNothing', logoutsLoseNothing(this, facts, call), facts);
      },
      givenUp: (call) => {
        const facts = factsOf(call);
        if (facts) this.tell(`${name(call)} is given up by the page`);
        if (isMove(call)) facts?.breakSilence();
        if (facts) this.#violate('lateAnswersCount', lateAnswersCount(this, facts, call), facts);
      },
      processed: (call, answer) => {
        if (isWorthTelling(call)) this.tell(`${name(call)} is processed: ${answer.status}`);
        const teacher = this.backend.signInOf(call.token)?.teacher;
        if (teacher) this.#changesAt.set(call, this.backend.changes[teacher].length);
        if (call.kind === 'login' && answer.status === 200) {
          const signIn = this.backend.signInOf(String(Reflect.get(Object(answer.body), 'access')));
          if (signIn) this.freshSignIns.add(signIn);
        }
        if (answer.status >= 300) return;
        const write = factsOf(call)?.writes.find(
          ({ kind, accepted, excused, told, section }) =>
            kind === call.kind &&
            !accepted &&
            !excused &&
            told.length === 0 &&
            (section === undefined || section === call.section),
        );
        if (write) write.accepted = true;
      },
      delivered: (call, status, body) => {
        if (isWorthTelling(call)) {
          this.tell(`${name(call)} ${status === null ? 'is not answered' : `is answered: ${status}`}`);
        }
        const facts = factsOf(call);
        if (facts === undefined) return;
        // Without a success the status is asked for anew, before anybody is told.
        if (isMove(call)) facts.breakSilence();
        const isDone = call.processed !== undefined && call.processed.status < 300;
        const isTold = status === call.processed?.status && call.fate?.type !== 'nonsense';
        if (logChanges.has(call.kind) && isDone && !isTold) facts.hasUntoldChange = true;
        if (status === null) return;
        const isGood = status >= 200 && status < 300;
        if (call.kind === 'refresh') {
          // What something in between says instead is as good as a lost answer.
          const hasTokens = body.includes('"access"');
          if (hasTokens) this.refreshAnswered.add(refreshIn(call));
          // These are no verdict: the teacher stays signed in, and the refresh is retried.
          else if (![408, 429, 502, 503, 504].includes(status)) this.refreshRefused.add(refreshIn(call));
          const signIn = this.backend.signInOf(refreshIn(call));
          if (signIn) this.freshSignIns.delete(signIn);
        }
        if (call.kind === 'list' && isGood && body.startsWith('[')) {
          facts.changesSeen = this.#changesAt.get(call) ?? 0;
        }
        if ((call.kind !== 'status' && !isMove(call)) || call.section === undefined) return;
        const askedAt = this.#messagesAt.get(call);
        if (call.kind === 'status' && status === 401) facts.rejected(call.section, askedAt ?? 0);
        if (!isGood) return;
        // The answer to a press is its status: it needs no words. It is no news where something has said so since it was sent.
        if (call.kind !== 'status') {
          const isActive = call.kind === 'start';
          if (!isReadable(body)) return;
          const isMisled = call.fate?.type === 'nonsense';
          if (!facts.wasSaidSince(call.section, isActive, askedAt)) {
            facts.learn(call.section, isActive, true, undefined, isMisled);
          }
        } else if (/"is_active":(true|false)/.test(body)) {
          facts.learn(call.section, body.includes('true'), false, askedAt);
        }
      },
      message: (page, text) => {
        const { type, section_id, status } = JSON.parse(text);
        // It says nothing of a session.
        if (type === 'logs_changed' || type === 'sections_changed') return;
        const facts = this.factsOf(page.tab);
        facts.tries = 1;
        facts.learn(section_id, type === 'detection_start' || status.is_active, true);
        facts.breakSilence();
      },
      socketMade: (page, url) => {
        const facts = this.factsOf(page.tab);
        const signIn = this.backend.signInOf(url.searchParams.get('token'));
        // Another session has another channel, with a round of its own.
        facts.tries = signIn === facts.triedFor ? facts.tries + 1 : 1;
        facts.triedFor = signIn;
        facts.openedAt = null;
        this.#violate('neverASixthTry', neverASixthTry(facts), facts);
      },
      socketOpened: (page) => {
        const facts = this.factsOf(page.tab);
        facts.openedAt = this.clock.now;
        facts.breakSilence();
      },
    };
  }

  /* Who sits before the tabs. */

  /** What the teacher types is hers whom the page shows. */
  #typistAt(tab: Tab): Typist {
    const who = (): TeacherName => this.factsOf(tab).knows ?? 'Noor';
    return {
      credentials: (teacher, right) => ({
        email: teachers[teacher].email,
        password: right ? this.backend.passwords[teacher] : 'not-the-password',
      }),
      password: (right) => (right ? this.backend.passwords[who()] : 'not-the-password'),
      newPassword: () => {
        this.#passwords += 1;
        return `another-secret-${this.#passwords}`;
      },
      note: () => {
        this.#notes += 1;
        return `The lamp ${this.#notes}`;
      },
      newSection: () => {
        this.#sections += 1;
        const { sections, subject } = teachers[who()];
        return { name: `${sections} ${this.#sections + 2}`, subject };
      },
      pastedEmails: () => [...directory.map(({ email }) => email), 'nobody@students.example'],
    };
  }
}
