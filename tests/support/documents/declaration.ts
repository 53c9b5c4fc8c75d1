import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Outcome, Path, Walk } from '../paths';
import type { PlainWords } from './plainWords';

/** A declaration of a chart. Most charts have one, the form has ten. */
export interface Declaration {
  machine: AnyStateMachine;
  walk: Walk;
  words: PlainWords;
  /** Heading above its paths, if there are several declarations. */
  heading?: string;
}

/** A chart's declarations. The first one's states, edges and words stand for all where they agree. */
export type Declarations = readonly [Declaration, ...Declaration[]];

/** A rule of docs/rules.json. */
export interface Rule {
  number: string;
  rule: string;
  carriedBy: string;
}

/** Returns a path's start and steps. */
export const outcomesOf = ({ start, steps }: Path): Outcome[] => [start, ...steps];

/** Returns every snapshot on the chart's paths. */
export const snapshotsOf = ({ walk }: Declaration): AnyMachineSnapshot[] =>
  walk.paths.flatMap(outcomesOf).map(({ snapshot }) => snapshot);
