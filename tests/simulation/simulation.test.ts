import { describe, expect, it } from 'vitest';
import { isLong } from '../../server/test/support/long';
import { bundlePage, inWords, runStories } from './simulate';
import type { Mistake, OpenPage } from './world/bundle';
import { Random } from './world/random';
import { weighedNames } from './world/teacher';
import { World } from './world/world';

const openPage = await bundlePage();

/** The same stories in every run, unless another seed is asked for: unchanged code does not fail by chance. */
const firstSeed = Number(process.env.SIMULATION_SEED ?? 1);
/** About 10 s on an idle core. */
const STEPS = 240;
/** Far more than are needed. */
const STEPS_TO_FIND = 1_200;
/** So many must do to find any mistake that was made before. */
const STEPS_TO_FIND_MISTAKES = 2_400;
/** At that many seconds a step. */
const MISTAKE_TIMEOUT_MS = 1_800_000;

/** Kinds of mistakes that were once made, and the rules that find them. */
const mistakes: readonly (readonly [what: string, rules: readonly string[], Mistake])[] = [
  [
    'no rest between Stop and Start',
    ['oppositesRest'],
    {
      file: 'src/machines/lesson/offerMachine.ts',
      right: "on: { 'offer.turned': 'resting' },",
      wrong: '',
    },
  ],
  [
    'a poll that was asked before the last change is believed',
    ['badgeKeepsTheNews'],
    {
      file: 'src/machines/lesson/detectionMachine.ts',
      right: "on: { 'status.said': { guard: 'isOvertaking', target: 'overtaken' } },",
      wrong: '',
    },
  ],
  [
    'Undo forgets on the screen only',
    ['undoneIsSent'],
    {
      file: 'src/machines/records/reviewsMachine.ts',
      right: "actions: ['unmark', 'saveUndo'] },",
      wrong: "actions: 'unmark' },",
    },
  ],
  [
    'a paused device counts as watching',
    // Quiet is claimed of students whom nobody watches, too.
    ['attendanceAtRest', 'lookNowAtRest'],
    {
      file: 'src/machines/attendance/attendance.ts',
      right: "state === 'watching' ?",
      wrong: "state === 'watching' || state === 'paused' ?",
    },
  ],
];
/** Only a busy machine needs that long. */
const TIMEOUT_MS = 400_000;

/** Names of the teachers' sections, and of a button that names its field. */
const composed = /Algebra|Botany|password/;

it('every name that the simulated teacher prefers stands in the texts of the product', () => {
  const files = import.meta.glob<string>(
    ['../../src/**/words.ts', '../../src/publicMessages.ts', '../../languages/terms/en.ts'],
    {
      ...{ query: '?raw', import: 'default', eager: true },
    },
  );
  const texts = Object.values(files)
    .join('\n')
    .replaceAll(/\$\{.*?\}/g, '7');
  const quote = '[\'"`]';
  const isText = ({ source }: RegExp) => new RegExp(source.replace(/^\^/, quote).replace(/\$$/, quote)).test(texts);
  expect(weighedNames.filter((name) => !composed.test(name.source) && !isText(name))).toEqual([]);
});

it('the real pages keep their rules whatever happens', { timeout: TIMEOUT_MS }, async () => {
  const { finding, seeds, steps } = await runStories(openPage, firstSeed, (taken) => taken >= STEPS);
  process.stdout.write(`Simulation: ${steps} steps, seeds ${seeds}\n`);
  expect(finding && inWords(finding)).toBeUndefined();
});

it('a failed start is told by a notice, and a start or stop whose answer is lost by the badge', {
  timeout: TIMEOUT_MS,
}, async () => {
  const world = new World(openPage, new Random(1));
  const { access, refresh, user } = world.backend.signInBefore('Noor');
  world.storage.put({ accessToken: access, refreshToken: refresh, user: JSON.stringify(user) });
  const [tab] = world.tabs;
  if (tab === undefined) throw new Error('The world has no tab');
  tab.history = [{ path: '/sections/101', state: null }];
  // Unlike in some stories, no lesson is under way yet.
  world.backend.moveSession(101, false);
  await world.begin();
  world.network.fates = [
    { for: 'start', fate: { type: 'status', status: 503, processed: false } },
    { for: 'start', fate: { type: 'cutAfter' } },
    { for: 'stop', fate: { type: 'status', status: 502, processed: true } },
  ];
  for (const name of ['Start Detection', 'Start Detection', 'Stop Detection']) {
    await world.teacher.pressIfThere(tab, name);
    await world.wait(5_000);
  }
  const { writes } = world.factsOf(tab);
  world.close();
  expect(writes).toMatchObject([
    { kind: 'start', mayHaveFailed: true, told: true },
    { kind: 'start', mayHaveFailed: true, told: true },
    { kind: 'stop', mayHaveFailed: true, told: true },
  ]);
});

// Each takes minutes: `npm run test:long`.
describe.runIf(isLong)('the search finds', () => {
  it.each(mistakes)('%s', { timeout: MISTAKE_TIMEOUT_MS }, async (what, rules, mistake) => {
    const openMistaken = await bundlePage(mistake);
    const { finding, steps } = await runStories(openMistaken, firstSeed, (taken) => taken >= STEPS_TO_FIND_MISTAKES);
    process.stdout.write(`Simulation: ${what} is found after ${steps} steps\n`);
    expect(rules).toContain(finding?.rule);
  });
});

it('two token refreshes at once are found where the browser has no locks', { timeout: TIMEOUT_MS }, async () => {
  const openWithoutLocks: OpenPage = (window, globals) =>
    openPage(window, { ...globals, navigator: { onLine: true, userAgent: '', platform: '', languages: ['en'] } });
  // The first seed whose story comes to it within a few steps.
  const { finding } = await runStories(openWithoutLocks, 12, (taken) => taken >= STEPS_TO_FIND);
  expect(finding).toMatchObject({ rule: 'oneRefreshAtATime' });
});
