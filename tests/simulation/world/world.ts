import { Backend, type SignIn, type StoredSection } from './backend';
import type { OpenPage } from './bundle';
import { Clock } from './clock';
import { Facts } from './facts';
import { isCovered, isSignedIn } from './look';
import { type Call, inWords, isWrite, Network } from './network';
import { Random } from './random';
import {
  always,
  atRest,
  nobodyIsCleared,
  nobodyIsReplaced,
  oneCallOfAKind,
  oneRefreshAtATime,
  refreshIn,
  tokenIsTheirs,
  writesAreKept,
} from './rules';
import { Locks, SharedStorage } from './storage';
import { type Browser, type Page, Tab } from './tab';
import { Teacher } from './teacher';
import { directory } from './teachers';

/** A rule is broken. */
export class Violation extends Error {
  override name = 'Violation';
  constructor(
    readonly rule: string,
    readonly sentence: string,
  ) {
    super(`${rule}: ${sentence}`);
  }
}

/** Until nothing is pending: a call's timeout, or the longest wait for a reconnect. */
const REST_MS = 45_000;
/** Until a page that was just opened is at rest on a good network. */
const OPENING_MS = 15_000;
/** Until an open menu has closed, and rows stand still no longer. */
const MENU_CLOSES_MS = 8_000;
/**
 * How often, and how far apart, it is looked at what a page holds: longer than a call under way takes, and than the 3 s after
 * each look at the door in which a timer waits that changes nothing while the live channel is open.
 */
const LOOKS = 26;
const BETWEEN_LOOKS_MS = 130;

/** What a page holds of its browser. */
interface Held {
  path: string;
  timers: number[];
  sockets: number;
}

/** Where a tab may be when the story begins. */
const beginnings = [
  '/login',
  '/dashboard',
  '/sections/101',
  '/sections/101/add-students',
  '/sections/101/detection-logs',
];

/** Answers that are no verdict on a refresh token. */
const NO_VERDICT = [408, 429, 502, 503, 504];

const promisesKept = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Two tabs of one browser, a network and a backend, on one clock. */
export class World {
  readonly clock = new Clock();
  readonly backend = new Backend(this.clock);
  readonly story: string[] = [];
  readonly tabs: readonly Tab[];
  readonly network: Network;
  readonly storage: SharedStorage;
  readonly teacher: Teacher;
  /** Refresh tokens for which a page was given new ones, and those that were refused. */
  readonly refreshAnswered = new Set<string>();
  readonly refreshRefused = new Set<string>();
  /** Sign-ins whose first tokens are on their way to the storage. */
  readonly freshSignIns = new Set<SignIn>();

  readonly #startedAt = this.clock.now;
  readonly #facts = new Map<Tab, Facts>();
  #violation: Violation | undefined;

  constructor(openPage: OpenPage, random: Random) {
    this.network = new Network(this.clock, this.backend, {
      sent: (call) => this.#sent(call),
      delivered: (call, status, body) => this.#delivered(call, status, body),
      givenUp: (call) => this.#givenUp(call),
      message: (page, text, saidAt) => this.#messaged(page, text, saidAt),
    });
    this.storage = new SharedStorage({ written: (page, key, value) => this.#written(page, key, value) });
    const browser: Browser = {
      clock: this.clock,
      network: this.network,
      storage: this.storage,
      locks: new Locks(this.clock),
      // Pages draw numbers of their own, so that what the teacher does depends on nothing that they draw.
      random: new Random(7),
      openPage,
      fault: (tab, error) => this.fault(error, tab),
    };
    this.teacher = new Teacher(this, random);
    this.tabs = ['A', 'B'].map((name) => {
      const tab: Tab = new Tab(name, browser, random.pick(beginnings), () => this.#loaded(tab));
      tab.heardOfStorage = () => this.#learnTeacher(this.factsOf(tab));
      return tab;
    });
    this.storage.tabs = this.tabs;
    if (random.chance(0.7)) {
      const { access, refresh, user } = this.backend.signInBefore('Noor');
      this.storage.put({ accessToken: access, refreshToken: refresh, user: JSON.stringify(user) });
      this.tell('Noor is signed in');
    }
    const [first] = this.backend.sectionsOf('Noor');
    if (first && random.chance(0.5)) {
      this.backend.invite(first);
      this.tell(`A lesson of ${first.name} is under way, and its students are watched on their devices`);
    }
  }

  factsOf(tab: Tab): Facts {
    const facts = this.#facts.get(tab);
    if (facts === undefined) throw new Error(`Tab ${tab.name} was never loaded`);
    return facts;
  }

  tell(line: string): void {
    this.story.push(`${((this.clock.now - this.#startedAt) / 1000).toFixed(2).padStart(8)} s  ${line}`);
  }

  async begin(): Promise<void> {
    for (const tab of this.tabs) {
      this.tell(`Tab ${tab.name} opens ${tab.path}`);
      tab.reload();
    }
    await this.wait(200);
  }

  /** Lets everything happen that needs no time, and judges what the pages show then. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet = this.tabs.some(({ page }) => page.busy > 0) ? 0 : quiet + 1)
      await promisesKept();
    for (const tab of this.tabs) {
      if (tab.page.changed && !tab.frozen) this.#look(this.factsOf(tab));
      tab.page.changed = false;
    }
    if (this.#violation) throw this.#violation;
  }

  /** Moves the clock. What is due meanwhile happens in its order, one thing after the other. */
  async wait(ms: number): Promise<void> {
    const until = this.clock.now + ms;
    await this.settle();
    for (let task = this.clock.takeNext(until); task !== undefined; task = this.clock.takeNext(until)) {
      task.run();
      await this.settle();
    }
  }

  /** Everything comes to rest: the network is well, tabs are shown, storage events delivered, and nothing is pending. */
  async rest(): Promise<void> {
    this.tell('Everything comes to rest: the network is well, both tabs are visible, and time passes');
    const wasOffline = !this.network.online;
    this.network.heal();
    for (const tab of this.tabs) {
      tab.storageHeld = false;
      if (tab.hidden) this.show(tab);
      tab.deliverNews();
    }
    if (wasOffline) this.#tellNetwork('online');
    await this.#settleDown(REST_MS);
    this.#judgeRest();
  }

  async #settleDown(ms: number): Promise<void> {
    await this.wait(ms);
    for (const tab of this.tabs)
      for (const name of ['Try again', 'Retry', 'Reconnect']) {
        if (isCovered(tab.page, name)) await this.teacher.pressEscape(tab);
        if (await this.teacher.pressIfThere(tab, name)) await this.wait(OPENING_MS);
      }
    // Polls go on for ever: between two of them nothing is under way.
    for (let round = 0; round < 20 && this.tabs.some(({ page }) => page.calls.size > 0); round += 1)
      await this.wait(50);
  }

  #judgeRest(): void {
    for (const tab of this.tabs) this.#judge(atRest, this.factsOf(tab));
    if (this.#violation) throw this.#violation;
  }

  /** After a rest: a page that has lived long holds no more of its browser than one just opened at the same address. */
  async compareWithFresh(): Promise<void> {
    // An open menu watches frame by frame whether its button moves.
    for (const tab of this.tabs) await this.teacher.pressEscape(tab);
    await this.wait(MENU_CLOSES_MS);
    const before = await this.#held();
    this.tell('Both tabs are reloaded');
    for (const tab of this.tabs) tab.reload();
    await this.#settleDown(OPENING_MS);
    const after = await this.#held();
    for (const tab of this.tabs) {
      const [was, fresh] = [before.get(tab), after.get(tab)];
      if (was === undefined || fresh === undefined) continue;
      if (was.path === fresh.path && (was.timers.length > fresh.timers.length || was.sockets > fresh.sockets))
        this.#violate(
          'nothingIsLeftRunning',
          `${JSON.stringify(was)}, and when it is just opened ${JSON.stringify(fresh)}`,
          this.factsOf(tab),
        );
    }
    this.#judgeRest();
  }

  /** What each page holds of its browser all the time: a call and an animation hold a timer of their own for a moment. */
  async #held() {
    const least = new Map<Tab, Held>();
    for (let look = 0; look < LOOKS; look += 1) {
      await this.wait(BETWEEN_LOOKS_MS);
      for (const tab of this.tabs) {
        const { page, path } = tab;
        const timers = [...page.timers.values()].map(({ ms }) => ms).sort((one, other) => one - other);
        if (timers.length < (least.get(tab)?.timers.length ?? Number.POSITIVE_INFINITY))
          least.set(tab, { path, timers, sockets: page.sockets.size });
      }
    }
    return least;
  }

  show(tab: Tab): void {
    const facts = this.factsOf(tab);
    this.#learnTeacher(facts);
    // No time has passed for a page that slept.
    if (tab.frozen) facts.touchedAt = facts.awakeAt = this.clock.now;
    tab.show();
  }

  goOffline(): void {
    this.network.goOffline();
    this.#tellNetwork('offline');
  }

  goOnline(): void {
    this.network.goOnline();
    this.#tellNetwork('online');
  }

  /** After what a page that has just thawed still has to hear. */
  #tellNetwork(type: 'online' | 'offline'): void {
    for (const { page } of this.tabs) this.clock.after(0, () => page.deliver(() => page.dispatch(type)));
  }

  /** Something was thrown that nobody catches, or an error was written to the console. */
  fault(error: unknown, tab?: Tab): void {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#violate('nothingIsThrown', said, tab && this.#facts.get(tab));
  }

  close(): void {
    for (const { page } of this.tabs) page.close();
  }

  studentsOf = ({ students }: StoredSection) =>
    directory
      .filter(({ id }) => students.includes(id))
      .map(({ email }) => email)
      .sort();

  #violate(rule: string, sentence: string | undefined, facts?: Facts): void {
    if (sentence === undefined || this.#violation) return;
    this.#violation = new Violation(rule, `${facts ? `Tab ${facts.page.tab.name}: ` : ''}${sentence}`);
    this.tell(`${rule}: ${this.#violation.sentence}`);
  }

  #judge(rules: typeof always, facts: Facts): void {
    for (const [name, rule] of Object.entries(rules)) this.#violate(name, rule(this, facts), facts);
  }

  #look(facts: Facts): void {
    facts.listen();
    facts.watchButton();
    if (!isSignedIn(facts.page)) facts.excuse();
    this.#judge(always, facts);
  }

  #loaded(tab: Tab): void {
    const facts = new Facts(tab.page);
    this.#facts.set(tab, facts);
    this.#learnTeacher(facts);
  }

  /** The page reads who is signed in: when it is opened, hears of the storage, or is shown. */
  #learnTeacher(facts: Facts): void {
    const access = this.storage.get('accessToken');
    const before = this.backend.signInOf(facts.heard.access);
    const now = this.backend.signInOf(access);
    if (before !== now) facts.excuse();
    facts.heard = { access, teacher: now?.teacher ?? null };
  }

  #written(page: Page, key: string, value: string | null): void {
    const facts = this.factsOf(page.tab);
    this.#violate('nobodyIsCleared', nobodyIsCleared(this, facts, key, value), facts);
    this.#violate('nobodyIsReplaced', nobodyIsReplaced(this, key, value), facts);
    if (key !== 'accessToken') return;
    const teacher = this.backend.signInOf(value)?.teacher ?? null;
    this.tell(`Tab ${page.tab.name} ${value === null ? 'clears the tokens' : `stores tokens of ${teacher}`}`);
    facts.heard = { access: value, teacher };
  }

  #factsIn = ({ page }: Call) => (page.alive ? this.factsOf(page.tab) : undefined);

  #tellCall({ page, method, path, kind, fate }: Call, what: string): void {
    if (fate === undefined && !isWrite({ kind }) && kind !== 'refresh') return;
    this.tell(`Tab ${page.tab.name}: ${method} ${path} ${what}`);
  }

  #sent(call: Call): void {
    const facts = this.factsOf(call.page.tab);
    this.#tellCall(call, `is sent${call.fate ? `; it ${inWords(call.fate)}` : ''}`);
    this.#violate('tokenIsTheirs', tokenIsTheirs(this, facts, call), facts);
    this.#violate('oneRefreshAtATime', oneRefreshAtATime(this, call), facts);
    this.#violate('oneCallOfAKind', oneCallOfAKind(facts, call), facts);
    facts.writeSent(call);
  }

  #givenUp(call: Call): void {
    const facts = this.#factsIn(call);
    if (facts === undefined) return;
    this.#tellCall(call, 'is given up by the page');
    this.#violate('writesAreKept', writesAreKept(this, facts, call), facts);
    facts.writeEnded(call, null);
  }

  #delivered(call: Call, status: number | null, body: string): void {
    this.#tellCall(call, status === null ? 'is not answered' : `is answered: ${status}`);
    const facts = this.#factsIn(call);
    facts?.writeEnded(call, status);
    if (status === null || facts === undefined) return;
    if (call.kind === 'login' && status === 200) {
      const signIn = this.backend.signInOf(String(Reflect.get(Object(call.processed?.body), 'access')));
      if (signIn) this.freshSignIns.add(signIn);
      facts.isLoggingOut = false;
    }
    if (call.kind === 'refresh') {
      if (body.includes('"access"')) this.refreshAnswered.add(refreshIn(call));
      else if (!NO_VERDICT.includes(status)) this.refreshRefused.add(refreshIn(call));
      const signIn = this.backend.signInOf(refreshIn(call));
      if (signIn) this.freshSignIns.delete(signIn);
    }
    if (call.section === undefined || !['status', 'start', 'stop'].includes(call.kind)) return;
    const isActive = /"is_active":(true|false)/.exec(body)?.[1];
    // What was said since may be newer than its answer.
    if (call.kind === 'status' && facts.askedAgain.delete(call.section)) return;
    if (call.kind === 'status' && status === 401) facts.askedAgain.add(call.section);
    if (isActive === undefined) facts.told.delete(call.section);
    else this.#told(facts, call.section, { isActive: isActive === 'true', at: call.processedAt });
  }

  #messaged(page: Page, text: string, at: number): void {
    const { type, section_id, status } = JSON.parse(text);
    if (type !== 'detection_start' && type !== 'status_update') return;
    const isActive = type === 'detection_start' || status.is_active;
    const facts = this.factsOf(page.tab);
    // Until the message about what came after arrives, the page knows no better.
    facts.told.delete(section_id);
    this.#told(facts, section_id, { isActive, at });
  }

  /** What is no longer so is not counted as told. */
  #told(facts: Facts, id: number, said: { isActive: boolean; at: number }): void {
    if (this.backend.sections.get(id)?.isActive === said.isActive)
      facts.told.set(id, { ...said, heardAt: this.clock.now });
  }
}
