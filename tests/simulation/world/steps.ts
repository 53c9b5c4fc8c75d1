import fc from 'fast-check';
import type { Button } from '../page/shown';
import type { Fate, FateFor } from './network';
import { fateInWords } from './story';
import type { Tab } from './tab';
import { type TeacherName, teachers } from './teachers';
import type { World } from './world';

/** The model of a run is the world itself: what can be done next is asked of it. */
type Model = { world: World };

/** One step of a story. */
export class Step implements fc.AsyncCommand<Model, World> {
  constructor(
    /** Left out where the world tells itself what it comes to. */
    readonly sentence: string | undefined,
    readonly isPossible: (world: World) => boolean,
    readonly take: (world: World) => unknown,
    readonly count: () => void,
  ) {}

  check = ({ world }: Readonly<Model>) => this.isPossible(world);

  async run(_: Model, world: World): Promise<void> {
    this.count();
    world.taken.push(this);
    if (this.sentence !== undefined) world.tell(this.sentence);
    await this.take(world);
    await world.settle();
  }

  toString = () => this.sentence ?? 'The teacher presses something';
}

/** How much more often than the rest of a page these are pressed. */
const weights: Record<string, number> = {
  'Sign in with a wrong password': 0.3,
  'Create New Section': 3,
  'Create section': 8,
  'Create section, with nothing typed': 0.5,
  'Delete Section': 3,
  'Delete section': 6,
  'Lesson report': 6,
  'Delete lesson': 6,
  'Delete for good': 8,
  'Start Detection': 4,
  'Stop Detection': 4,
  'Show the screenshot': 5,
  Delete: 2,
  'Delete detection': 5,
  Seen: 2,
  Dismissed: 2,
  Note: 3,
  'Search students': 5,
  'Search students, for others': 2,
  'Tick a student': 6,
  'Select all shown': 2,
  'Paste a list': 2,
  'Check the list': 6,
  'Select 2 students': 6,
  'Add Selected Students': 10,
  'Remove student: Remove': 4,
  'Manage Students': 2,
  Vigil: 0.3,
  'Change Password': 1,
  Logout: 0.5,
};

/** A number between 0 and 1 that depends on nothing but the two. */
function mixed(wish: number, name: string): number {
  let mix = wish ^ 0x9e3779b9;
  for (let at = 0; at < name.length; at += 1) mix = Math.imul(mix ^ name.charCodeAt(at), 0x01000193);
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d);
  mix ^= mix >>> 13;
  return ((mix >>> 0) + 1) / 2 ** 32;
}

/**
 * What a teacher with this wish presses. A wish is an order in which she would like any buttons, so that the same is
 * pressed as long as it is there, whatever else of the story is left out.
 */
function wished(wish: number, buttons: readonly Button[]): Button | undefined {
  let best: { button: Button; at: number } | undefined;
  for (const button of buttons) {
    const at = -Math.log(mixed(wish, button.name)) / (weights[button.name] ?? 1);
    if (best === undefined || at < best.at) best = { button, at };
  }
  return best?.button;
}

const waits = [30, 100, 100, 300, 1_000, 2_100, 3_000, 10_000, 10_000, 31_000];
const delays = [100, 500, 3_000, 11_000, 25_000];

const nonsense = [
  '<html><body>Welcome to the school network</body></html>',
  '{"is_act',
  '{"unexpected":true}',
  '',
  'null',
];

const fates: fc.Arbitrary<Fate> = fc.oneof(
  fc.record({ type: fc.constant('slowBack' as const), ms: fc.constantFrom(...delays) }),
  fc.record({ type: fc.constant('slowThere' as const), ms: fc.constantFrom(...delays) }),
  fc.constantFrom<Fate>(
    { type: 'cutBefore' },
    { type: 'cutAfter' },
    { type: 'cutBody' },
    { type: 'hangBefore' },
    { type: 'hangAfter' },
  ),
  fc.constantFrom<Fate>(
    ...[401, 429, 500, 503].map((status) => ({ type: 'status' as const, status, processed: false })),
    // A gateway that loses patience does not take back what the backend has done.
    ...[500, 502, 504].map((status) => ({ type: 'status' as const, status, processed: true })),
  ),
  fc.record({ type: fc.constant('nonsense' as const), body: fc.constantFrom(...nonsense), processed: fc.boolean() }),
);

const fatesFor: FateFor[] = ['write', 'write', 'status', 'lessons', 'logs', 'list', 'refresh', 'user', 'login', 'any'];

/** Where a tab may be when the story begins. */
export const beginnings = [
  '/login',
  '/dashboard',
  '/sections/101',
  '/sections/101/add-students',
  '/sections/101/detection-logs',
];

/** The steps that fast-check draws from. @param count called at every step that is taken */
export function drawSteps(count: () => void) {
  const tabs = fc.constantFrom(0, 1);
  const step = (sentence: string | undefined, isPossible: (world: World) => boolean, take: (world: World) => unknown) =>
    new Step(sentence, isPossible, take, count);
  /** A step of one tab. */
  const inTab = (
    index: number,
    sentence: string | undefined,
    isPossible: (tab: Tab, world: World) => boolean,
    take: (tab: Tab, world: World) => unknown,
  ) => {
    const tabOf = ({ tabs: [a, b] }: World) => {
      const tab = index === 0 ? a : b;
      if (tab === undefined) throw new Error('There are two tabs');
      return tab;
    };
    return step(
      sentence && `Tab ${index === 0 ? 'A' : 'B'}: ${sentence}`,
      (world) => isPossible(tabOf(world), world),
      (world) => take(tabOf(world), world),
    );
  };

  const isSeen = (tab: Tab) => !tab.hidden;
  const has = (tab: Tab, world: World, name: string) =>
    isSeen(tab) &&
    world
      .simulatedIn(tab)
      .buttons()
      .some((button) => button.name === name);

  const presses = fc.tuple(tabs, fc.nat(2 ** 30)).map(([index, wish]) =>
    inTab(
      index,
      undefined,
      (tab, world) => isSeen(tab) && world.simulatedIn(tab).buttons().length > 0,
      (tab, world) => {
        const button = wished(wish, world.simulatedIn(tab).buttons());
        if (button) world.press(tab, button.name);
      },
    ),
  );
  const browsing = fc.tuple(tabs, fc.constantFrom('Back', 'Back', 'Forward', 'Reload')).map(([index, what]) => {
    if (what === 'Reload') return inTab(index, 'the teacher reloads the page', isSeen, (tab, world) => world.load(tab));
    const by = what === 'Back' ? -1 : 1;
    return inTab(
      index,
      `the teacher presses the browser's ${what}`,
      (tab) => isSeen(tab) && tab.history.entries[tab.history.index + by] !== undefined,
      (tab) => {
        tab.history.index += by;
      },
    );
  });
  const changing = tabs.map((index) =>
    inTab(
      index,
      'the teacher signs out, and the other teacher signs in',
      (tab, world) => has(tab, world, 'Logout'),
      (tab, world) => world.change(tab),
    ),
  );
  const waiting = fc.constantFrom(...waits).map((ms) =>
    step(
      `${ms < 1000 ? `${ms} ms` : `${ms / 1000} s`} pass`,
      () => true,
      (world) => world.wait(ms),
    ),
  );
  const weather = fc.tuple(fc.constantFrom(...fatesFor), fates).map(([wanted, fate]) =>
    step(
      `The next ${wanted === 'any' ? 'call' : `${wanted} call`} ${fateInWords(fate)}`,
      ({ network }) => network.fates.length < 4,
      ({ network }) => network.fates.push({ for: wanted, fate }),
    ),
  );
  const line = fc.constantFrom(
    step(
      'The network goes down',
      ({ network }) => network.online,
      (world) => world.goOffline(),
    ),
    step(
      'The network is back',
      ({ network }) => !network.online,
      (world) => world.goOnline(),
    ),
    ...(['refused', 'silent'] as const).map((fate) =>
      step(
        `The next live channel is ${fate === 'refused' ? 'refused' : 'met with silence'}`,
        ({ network }) => network.socketFates.length < 8,
        ({ network }) => network.socketFates.push(fate),
      ),
    ),
    ...[0, 1].map((index) =>
      inTab(
        index,
        'the live channel breaks',
        ({ page }) => page.sockets.size > 0,
        ({ page }, { network }) => {
          for (const socket of [...page.sockets]) network.drop(socket);
        },
      ),
    ),
  );
  const attention = fc
    .tuple(tabs, fc.constantFrom('hide', 'freeze', 'show', 'show', 'hold', 'tell'))
    .map(([index, what]) => {
      if (what === 'hide') return inTab(index, 'goes out of sight', isSeen, (tab) => tab.hide(false));
      if (what === 'freeze')
        return inTab(
          index,
          'is put to sleep',
          (tab) => !tab.frozen,
          (tab) => tab.hide(true),
        );
      if (what === 'show')
        return inTab(
          index,
          'is seen again',
          (tab) => tab.hidden,
          (tab, world) => world.show(tab),
        );
      if (what === 'hold') {
        return inTab(
          index,
          'will hear late of what the other tab stores',
          (tab) => !tab.storageHeld,
          (tab) => {
            tab.storageHeld = true;
          },
        );
      }
      return inTab(
        index,
        'hears of all that the other tab has stored',
        (tab) => tab.news.length > 0,
        (tab) => {
          tab.storageHeld = false;
          tab.deliverNews();
        },
      );
    });
  const expiring = tabs.map((index) =>
    inTab(index, 'the addresses of the pictures have expired', isSeen, (tab, world) => world.losePictures(tab)),
  );
  const names: TeacherName[] = ['Noor', 'Mika'];
  const elsewhere = fc.constantFrom(
    step(
      'The access tokens expire',
      () => true,
      ({ backend }) => backend.expireAccessTokens(),
    ),
    ...names.flatMap((name) => {
      const first = ({ backend }: World) => backend.sectionsOf(name)[0];
      const { firstSectionId } = teachers[name];
      return [
        step(
          `${name}'s sign-ins are ended by a change of the password elsewhere`,
          () => true,
          ({ backend }) => backend.endAllOf(name),
        ),
        step(
          `${name} starts or stops detection of the first section on another computer`,
          (world) => first(world) !== undefined,
          (world) => {
            const section = first(world);
            if (section) world.backend.moveSession(section.id, !section.isActive, 'elsewhere');
          },
        ),
        step(
          `${name} deletes the section ${firstSectionId} on another computer`,
          ({ backend }) => backend.sections.has(firstSectionId),
          ({ backend }) => backend.deleteSection(firstSectionId, 'elsewhere'),
        ),
        step(
          `A student of ${name}'s first section is seen doing something`,
          (world) => first(world) !== undefined,
          (world) => {
            const section = first(world);
            if (section) world.backend.detect(section.id);
          },
        ),
      ];
    }),
  );
  const resting = fc.constant(
    step(
      'A pause',
      () => true,
      (world) => world.rest(),
    ),
  );

  return [
    { weight: 50, arbitrary: presses },
    { weight: 22, arbitrary: waiting },
    { weight: 10, arbitrary: weather },
    { weight: 8, arbitrary: browsing },
    { weight: 2, arbitrary: changing },
    { weight: 6, arbitrary: attention },
    { weight: 3, arbitrary: line },
    { weight: 2, arbitrary: elsewhere },
    { weight: 1, arbitrary: expiring },
    { weight: 1, arbitrary: resting },
  ];
}
