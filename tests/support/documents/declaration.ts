import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Outcome, Path, Walk } from '../paths';
import type { PlainWords } from './plainWords';

/** One declaration of a chart: most charts have one, the form has ten. */
export interface Declaration {
  machine: AnyStateMachine;
  walk: Walk;
  words: PlainWords;
  /** The heading above its paths, where there are several declarations. */
  heading?: string;
}

/** The declarations of one chart. The first one's states, edges and words stand for all where they are alike. */
export type Declarations = readonly [Declaration, ...Declaration[]];

/** A rule of docs/rules.json. */
export interface Rule {
  number: string;
  rule: string;
  carriedBy: string;
}

/** The start of a path and its steps. */
export const outcomesOf = ({ start, steps }: Path): Outcome[] => [start, ...steps];

/** Every snapshot that the chart's paths come by. */
export const snapshotsOf = ({ walk }: Declaration): AnyMachineSnapshot[] =>
  walk.paths.flatMap(outcomesOf).map(({ snapshot }) => snapshot);
