import { expect, it } from 'vitest';
import { replayReport } from '../../scripts/replay/replayReport';
import { readReport } from '../../src/recorder/report';
import { bundlePage, type Finding, simulate } from './simulate';
import type { OpenPage } from './world/bundle';

const openProduct = await bundlePage();

/** The same stories at each run, unless another beginning is asked for: what is unchanged does not fail by chance. */
const firstSeed = Number(process.env.SIMULATION_SEED ?? 1);

/** How much of a processor's time `npm test` takes to look for violations: what runs beside it takes none of that. */
const PATIENCE_MS = 40_000;
/** Many times as long: only a busy machine needs it, or a story that is made short. */
const TIMEOUT_MS = 10 * PATIENCE_MS;
/** How long it may shorten the story of one. */
const SHORTENING_MS = 30_000;

/** The processor time that this process has taken so far. */
function takenMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Tells the stories of one seed after the other, until one ends in a violation or the time is over. */
async function lookForViolations(openPage: OpenPage, firstSeed: number, shorteningMs = 0) {
  const until = takenMs() + PATIENCE_MS;
  const isOver = () => takenMs() > until;
  let steps = 0;
  let seed = firstSeed;
  let finding: Finding | undefined;
  do {
    // Known also if the time is over before its stories are.
    process.stdout.write(`Simulation: seed ${seed}\n`);
    finding = await simulate({
      seed,
      openPage,
      isOver,
      shrinkingMs: 0,
      shorteningMs,
      count: () => {
        steps += 1;
      },
    });
    seed += 1;
  } while (finding === undefined && !isOver());
  return { finding, seeds: `${firstSeed} to ${seed - 1}`, steps };
}

const storyOf = ({ seed, invariant, sentence, story }: Finding) =>
  [
    `Seed ${seed}: ${sentence} (${invariant})`,
    ...story,
    `npm run simulation -- --seed ${seed} --only ${invariant} tells it again, shortens it further, and writes it for npm run replay.`,
  ].join('\n');

it(
  'whatever happens, what must hold between the charts holds',
  async () => {
    const { finding, seeds, steps } = await lookForViolations(openProduct, firstSeed, SHORTENING_MS);
    process.stdout.write(`Simulation: ${steps} steps, seeds ${seeds}, the last one as far as there was time\n`);
    expect(finding && storyOf(finding)).toBeUndefined();
  },
  TIMEOUT_MS,
);

it(
  'the world tells of two renewals at once where the browser has no locks',
  async () => {
    const openWithoutLocks: OpenPage = (globals, settings) =>
      openProduct({ ...globals, navigator: { onLine: true } }, settings);
    const { finding } = await lookForViolations(openWithoutLocks, 1);
    expect(finding).toMatchObject({ invariant: 'oneRefreshAtATime' });
    // What the pages have recorded of it can be stepped through.
    const replay = replayReport(readReport(JSON.stringify(finding?.report)));
    expect([...replay.steps, ...replay.actors].filter(({ agrees }) => !agrees)).toEqual([]);
    const pages = new Set(replay.actors.map(({ session }) => session.split(' ')[0]));
    expect([...pages]).toEqual(expect.arrayContaining(['A1', 'B1']));
  },
  TIMEOUT_MS,
);

it(
  'the world tells of a page that does not hear what another tab has stored',
  async () => {
    const openDeaf: OpenPage = (globals, settings) => {
      const { window } = globals;
      if (typeof window !== 'object' || window === null) throw new Error('A page has a window');
      const listen = Reflect.get(window, 'addEventListener').bind(window);
      const deaf = (type: string, ...rest: unknown[]) => type === 'storage' || listen(type, ...rest);
      return openProduct({ ...globals, window: Object.assign(window, { addEventListener: deaf }) }, settings);
    };
    const { finding } = await lookForViolations(openDeaf, 1);
    expect(['tabsAgreeAtRest', 'pagesFollowTheStorage', 'nothingOfAnotherTeacher']).toContain(finding?.invariant);
  },
  TIMEOUT_MS,
);
