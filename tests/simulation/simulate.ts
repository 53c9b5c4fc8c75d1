import fc from 'fast-check';
import type { Report } from '../../src/recorder/report';
import { bundlePage, type OpenPage } from './world/bundle';
import { beginnings, drawSteps, type Step } from './world/steps';
import { Violation, World } from './world/world';

/** Drawn for one story, at most; three of four can be taken. */
const MOST_DRAWN = 250;
/** Stories of one seed. */
const STORIES = 40;
/** How long fast-check may shorten a story; what it leaves is shortened step by step. */
const SHRINKING_MS = 5_000;

export interface Finding {
  seed: number;
  invariant: string;
  sentence: string;
  story: string[];
  /** What the flight recorders of all pages have written, in one: `npm run replay` steps through it. */
  report: Report & { story: string[] };
}

export interface SimulationSettings {
  seed: number;
  openPage: OpenPage;
  /** Whether a violation counts; each does when left out. */
  only?: ((invariant: string, sentence: string) => boolean) | undefined;
  /** How long fast-check may shorten a story. */
  shrinkingMs?: number;
  /** How long what it leaves may be shortened further; as long as it takes when left out. */
  shorteningMs?: number;
  /** Whether the time is over, so that no further story is begun; it never is when left out. */
  isOver?(): boolean;
  /** Called at every step. */
  count(): void;
}

export { bundlePage };

/** Which addresses the tabs open, and whether Noor is signed in. */
type Beginning = [a: string, b: string, signedIn: boolean];

/** A story that ends in a violation. */
interface Failed {
  beginning: Beginning;
  steps: readonly Step[];
  violation: Violation;
  world: World;
}

/** Tells as many stories as wanted, all drawn from one seed; when one ends in a violation, the shortest that does so. */
export async function simulate(settings: SimulationSettings): Promise<Finding | undefined> {
  const { seed, openPage, only, count, isOver = () => false } = settings;
  const { shrinkingMs = SHRINKING_MS, shorteningMs = Number.POSITIVE_INFINITY } = settings;
  let failed: Failed | undefined;
  let shrinksUntil = Number.POSITIVE_INFINITY;
  let present: World | undefined;

  /** Tells one story; undefined when all that must hold holds. */
  const tell = async (beginning: Beginning, go: (world: World) => Promise<void>): Promise<Failed | undefined> => {
    // While a story is being shortened, another violation than the one it is about is another story.
    const about = failed?.violation.invariant;
    const world = new World({
      openPage,
      only: (name, sentence) => (about ?? name) === name && (only?.(name, sentence) ?? true),
    });
    present = world;
    const [a, b, signedIn] = beginning;
    try {
      await world.begin([a, b], signedIn);
      await go(world);
      await world.rest();
      await world.compareWithFresh();
      return undefined;
    } catch (violation) {
      if (!(violation instanceof Violation)) throw violation;
      return { beginning, steps: [...world.taken], violation, world };
    } finally {
      world.close();
    }
  };

  const property = fc.asyncProperty(
    fc.tuple(fc.constantFrom(...beginnings), fc.constantFrom(...beginnings), fc.boolean()),
    fc.commands([fc.oneof(...drawSteps(count))], { maxCommands: MOST_DRAWN, size: 'max' }),
    async (beginning, steps) => {
      if (failed === undefined ? isOver() : performance.now() > shrinksUntil) return;
      const found = await tell(beginning, (world) =>
        fc.asyncModelRun(() => ({ model: { world }, real: world }), steps),
      );
      if (found === undefined) return;
      if (failed === undefined) shrinksUntil = performance.now() + shrinkingMs;
      failed = found;
      throw found.violation;
    },
  );

  const unhandled = (error: unknown) => present?.fault(error);
  process.on('unhandledRejection', unhandled);
  try {
    const details = await fc.check(property, { seed, numRuns: STORIES, unbiased: true });
    if (failed === undefined) {
      if (details.failed) throw details.errorInstance;
      return undefined;
    }
    const shortensUntil = performance.now() + shorteningMs;
    const { violation, world } = await shorten(failed, shortensUntil, async (beginning, steps) =>
      tell(beginning, async (world) => {
        for (const step of steps) if (step.check({ world })) await step.run({ world }, world);
      }),
    );
    const story = world.story.lines;
    return { seed, invariant: violation.invariant, sentence: violation.sentence, story, report: reportOf(world) };
  } finally {
    process.off('unhandledRejection', unhandled);
  }
}

/** The recordings of all pages as one, in the order of time; each actor's session begins with its page, as A1, B1, A2. */
function reportOf({ loads, story }: World): Finding['report'] {
  const reports = [...loads].map(([id, page]): Report => {
    const report = page.report();
    const nameOf = (session: string) => `${id} ${session}`;
    return {
      ...report,
      before: Object.fromEntries(Object.entries(report.before).map(([session, state]) => [nameOf(session), state])),
      steps: report.steps.map((step) => ({ ...step, session: nameOf(step.session) })),
    };
  });
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('There are two tabs');
  return {
    ...first,
    definitions: Object.assign({}, ...reports.map(({ definitions }) => definitions)),
    before: Object.assign({}, ...reports.map(({ before }) => before)),
    steps: [first, ...others].flatMap(({ steps }) => steps).sort((one, other) => one.at - other.at),
    story: story.lines,
  };
}

/** Leaves out of a story what it does not need, as far as there is time: first many steps at once, in the end one by one. */
async function shorten(
  failed: Failed,
  until: number,
  retell: (beginning: Beginning, steps: readonly Step[]) => Promise<Failed | undefined>,
): Promise<Failed> {
  let shortest = failed;
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let hasShortened = true; hasShortened; ) {
      hasShortened = false;
      for (let from = shortest.steps.length - size; from > -size; from -= size) {
        if (performance.now() > until) return shortest;
        const kept = shortest.steps.filter((_, index) => index < from || index >= from + size);
        const found = await retell(shortest.beginning, kept);
        if (found === undefined) continue;
        shortest = found;
        hasShortened = true;
        from = Math.min(from, shortest.steps.length);
      }
    }
  }
  return shortest;
}
