import { sectionAt } from './look';
import { type Fate, type FateFor, inWords } from './network';
import type { Random } from './random';
import type { Tab } from './tab';
import { type TeacherName, teachers } from './teachers';
import type { World } from './world';

const waits = [30, 100, 100, 300, 1_000, 2_100, 3_000, 6_500, 10_000, 31_000];
const delays = [100, 500, 3_000, 11_000, 25_000];
const nonsense = [
  '<html><body>Welcome to the school network</body></html>',
  '{"is_act',
  '{"unexpected":true}',
  '',
  'null',
];
const fatesFor: FateFor[] = [
  ...(['write', 'write', 'status', 'status', 'attendance', 'lessons', 'logs'] as const),
  ...(['list', 'refresh', 'user', 'login', 'any'] as const),
];

function drawFate(random: Random): Fate {
  const type = random.pick([
    ...(['slowBack', 'slowThere', 'slowBack', 'slowThere', 'status', 'status', 'nonsense'] as const),
    ...(['cutBefore', 'cutAfter', 'cutBody', 'hangBefore', 'hangAfter'] as const),
  ]);
  switch (type) {
    case 'slowBack':
    case 'slowThere':
      return { type, ms: random.pick(delays) };
    case 'status': {
      // A gateway that times out does not take back what the backend has done.
      const processed = random.chance(0.4);
      return { type, processed, status: random.pick(processed ? [500, 502, 504] : [401, 429, 500, 503]) };
    }
    case 'nonsense':
      return { type, body: random.pick(nonsense), processed: random.chance(0.5) };
    default:
      return { type };
  }
}

/** Something that can happen; undefined when it cannot now. */
type Draw = (world: World, random: Random) => (() => unknown) | undefined;

const visible = ({ tabs }: World) => tabs.filter(({ hidden }) => !hidden);

/** Draws a tab of these for what is done to it, and tells it. */
const inTab =
  (tabsOf: (world: World) => readonly Tab[], what: string, take: (tab: Tab, world: World) => unknown): Draw =>
  (world, random) => {
    const tabs = tabsOf(world);
    if (tabs.length === 0) return undefined;
    const tab = random.pick(tabs);
    return () => {
      if (what !== '') world.tell(`Tab ${tab.name} ${what}`);
      return take(tab, world);
    };
  };

/** The teacher does it, so that rows may stand still again. */
const moveBy = (by: 1 | -1) => (tab: Tab, world: World) => {
  world.factsOf(tab).touchedAt = world.clock.now;
  tab.move(by);
};

const told =
  (what: string, isPossible: (world: World) => boolean, take: (world: World) => unknown): Draw =>
  (world) =>
    isPossible(world)
      ? () => {
          world.tell(what);
          return take(world);
        }
      : undefined;

/** Something happens to a teacher's first section on another computer. */
const elsewhere: Draw = (world, random) => {
  const name: TeacherName = random.pick(['Noor', 'Noor', 'Mika']);
  const { backend } = world;
  const [first] = backend.sectionsOf(name);
  const { firstSectionId } = teachers[name];
  const [what, take] = random.pick<readonly [string, () => void]>([
    [`${name}'s sign-ins end by a password change elsewhere`, () => backend.endAllOf(name)],
    [`Section ${firstSectionId} is deleted on another computer`, () => backend.deleteSection(firstSectionId)],
    ...(first === undefined
      ? []
      : ([
          [
            `Detection of ${first.name} moves on another computer`,
            () => backend.moveSession(first.id, !first.isActive),
          ],
          [
            `Detection of ${first.name} moves on another computer`,
            () => backend.moveSession(first.id, !first.isActive),
          ],
          [`The devices of ${first.name} fall silent, or report again`, () => backend.moveAgents(first)],
          [`A log of ${first.name} is deleted on another computer`, () => backend.discard(first)],
        ] as const)),
  ]);
  return () => {
    world.tell(what);
    take();
  };
};

/** Students of the first sections are seen doing something. */
const detection: Draw = (world, random) => {
  const running = [...world.backend.sections.values()].filter(
    ({ isActive, students }) => isActive && students.length > 0,
  );
  if (running.length === 0) return undefined;
  const section = random.pick(running);
  const place = section.students.length > 1 && random.chance(0.5) ? 1 : 0;
  return () => {
    world.tell(`A student of ${section.name} is seen doing something`);
    world.backend.detect(section.id, place);
  };
};

/** A class is invited in another window, or something happens to a student's device. */
const device: Draw = (world, random) => {
  const { backend } = world;
  const running = [...backend.sections.values()].filter(({ isActive, students }) => isActive && students.length > 0);
  if (running.length === 0) return undefined;
  // Mostly of a class that somebody looks at.
  const shown = running.filter(({ id }) => visible(world).some(({ path }) => sectionAt(path) === id));
  const section = random.pick(shown.length > 0 && random.chance(0.8) ? shown : running);
  return () => {
    if (section.door?.code != null) return world.tell(`${section.name}: ${backend.moveDevice(section, random)}`);
    backend.invite(section);
    return world.tell(`The class of ${section.name} is invited in another window`);
  };
};

/** A poll is late, so that what it says may be outrun. */
const latePoll: Draw = (world, random) => {
  const { fates } = world.network;
  const fate: Fate = { type: 'slowBack', ms: random.pick([3_000, 11_000]) };
  if (fates.some((one) => one.for === 'status')) return undefined;
  return () => {
    world.tell(`The next status call ${inWords(fate)}`);
    fates.push({ for: 'status', fate });
  };
};

/** Detection moves elsewhere while a poll is on its way that still says what was before. */
const outrunPoll: Draw = (world, random) => {
  const late = visible(world)
    .flatMap(({ page }) => [...page.calls])
    .filter(({ kind, phase }) => kind === 'status' && phase === 'returning');
  const section = late.length === 0 ? undefined : world.backend.sections.get(random.pick(late).section ?? 0);
  if (section === undefined) return undefined;
  return () => {
    world.tell(`Detection of ${section.name} moves on another computer, and a poll does not know it`);
    world.backend.moveSession(section.id, !section.isActive);
  };
};

const draws: readonly (readonly [weight: number, draw: Draw])[] = [
  [50, inTab(visible, '', (tab, world) => world.teacher.act(tab))],
  [
    22,
    (world, random) => {
      const ms = random.pick(waits);
      return () => {
        world.tell(`${ms / 1000} s pass`);
        return world.wait(ms);
      };
    },
  ],
  [
    10,
    (world, random) => {
      const wanted = random.pick(fatesFor);
      const fate = drawFate(random);
      if (world.network.fates.length >= 4) return undefined;
      return () => {
        world.tell(`The next ${wanted === 'any' ? 'call' : `${wanted} call`} ${inWords(fate)}`);
        world.network.fates.push({ for: wanted, fate });
      };
    },
  ],
  [8, detection],
  [24, device],
  [6, latePoll],
  [30, outrunPoll],
  [4, inTab((world) => visible(world).filter((tab) => tab.canMove(-1)), 'goes back', moveBy(-1))],
  [1, inTab((world) => visible(world).filter((tab) => tab.canMove(1)), 'goes forward', moveBy(1))],
  [2, inTab(visible, 'is reloaded', (tab) => tab.reload())],
  [2, inTab(visible, 'is left to the other teacher', (tab, world) => world.teacher.change(tab))],
  [2, inTab(visible, 'is hidden', (tab) => tab.hide(false))],
  [
    1,
    inTab(
      ({ tabs }) => tabs.filter(({ frozen }) => !frozen),
      'is put to sleep',
      (tab) => tab.hide(true),
    ),
  ],
  [
    4,
    inTab(
      ({ tabs }) => tabs.filter(({ hidden }) => hidden),
      'is visible again',
      (tab, world) => world.show(tab),
    ),
  ],
  [
    1,
    inTab(
      ({ tabs }) => tabs.filter(({ storageHeld }) => !storageHeld),
      'will hear late of what the other tab stores',
      (tab) => {
        tab.storageHeld = true;
      },
    ),
  ],
  [
    1,
    told(
      'The network goes down',
      ({ network }) => network.online,
      (world) => world.goOffline(),
    ),
  ],
  [
    2,
    told(
      'The network is back',
      ({ network }) => !network.online,
      (world) => world.goOnline(),
    ),
  ],
  [
    1,
    told(
      'The next live channel is refused',
      ({ network }) => network.socketFates.length < 8,
      ({ network }) => network.socketFates.push('refused'),
    ),
  ],
  [
    1,
    told(
      'The next live channel is met with silence',
      ({ network }) => network.socketFates.length < 8,
      ({ network }) => network.socketFates.push('silent'),
    ),
  ],
  [
    1,
    inTab(
      ({ tabs }) => tabs.filter(({ page }) => page.sockets.size > 0),
      'loses its live channel',
      ({ page }, { network }) => {
        for (const socket of [...page.sockets]) network.drop(socket);
      },
    ),
  ],
  [
    1,
    told(
      'The access tokens expire',
      () => true,
      ({ backend }) => backend.expireAccessTokens(),
    ),
  ],
  [3, elsewhere],
  [4, (world) => () => world.rest()],
];

/** Draws what happens next, and lets it happen. */
export async function step(world: World, random: Random): Promise<void> {
  for (;;) {
    const [, draw] = random.weighted(draws, ([weight]) => weight);
    const take = draw(world, random);
    if (take === undefined) continue;
    await take();
    return world.settle();
  }
}
