import { bundlePage, type OpenPage } from './world/bundle';
import { Random } from './world/random';
import { step } from './world/steps';
import { Violation, World } from './world/world';

/** Steps of one story, which then comes to rest. */
const STEPS = 60;

export { bundlePage };

export interface Finding {
  seed: number;
  rule: string;
  sentence: string;
  story: string[];
}

/** Runs the story of one seed. */
export async function runStory(openPage: OpenPage, seed: number): Promise<{ steps: number; finding?: Finding }> {
  const random = new Random(seed);
  const world = new World(openPage, random);
  const unhandled = (error: unknown) => world.fault(error);
  process.on('unhandledRejection', unhandled);
  let steps = 0;
  try {
    await world.begin();
    for (; steps < STEPS; steps += 1) await step(world, random);
    await world.rest();
    await world.compareWithFresh();
    return { steps };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { steps, finding: { seed, rule: error.rule, sentence: error.sentence, story: world.story } };
  } finally {
    world.close();
    process.off('unhandledRejection', unhandled);
  }
}

/**
 * Runs the stories of consecutive seeds until one breaks a rule.
 *
 * @param isOver returns whether to stop after this number of steps
 */
export async function runStories(openPage: OpenPage, firstSeed: number, isOver: (steps: number) => boolean) {
  let steps = 0;
  let seed = firstSeed;
  for (; !isOver(steps); seed += 1) {
    const result = await runStory(openPage, seed);
    steps += result.steps;
    if (result.finding) return { finding: result.finding, seeds: `${firstSeed} to ${seed}`, steps };
  }
  return { finding: undefined, seeds: `${firstSeed} to ${seed - 1}`, steps };
}

export const inWords = ({ seed, rule, sentence, story }: Finding) =>
  [...story, `Seed ${seed}: ${sentence} (${rule})`, `npm run simulation -- --seed ${seed} repeats it.`].join('\n');
