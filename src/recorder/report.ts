import * as v from 'valibot';
import type { StateValue } from 'xstate';

const stateValue: v.GenericSchema<StateValue> = v.lazy(() =>
  v.union([v.string(), v.record(v.string(), v.optional(stateValue))]),
);

const status = v.union([v.literal('active'), v.literal('done'), v.literal('error'), v.literal('stopped')]);

const context = v.record(v.string(), v.unknown());

/** How a context differs from what it was before. */
const difference = {
  changed: v.optional(context),
  /** The keys whose values have become undefined. */
  gone: v.optional(v.array(v.string())),
};

/** How many events there were, by their types. */
const counts = v.record(v.string(), v.number());

const actorState = v.object({
  machine: v.string(),
  value: stateValue,
  status,
  context,
  /** The last ones that came to it, as far as they were only counted. */
  counted: v.optional(counts),
});

export const step = v.object({
  /** Milliseconds since the epoch. */
  at: v.number(),
  /** The actor: no two that ever lived on the page have the same. */
  session: v.string(),
  /** The machine's id. */
  machine: v.string(),
  event: v.looseObject({ type: v.string() }),
  /** The states that the event led to. */
  value: stateValue,
  status,
  ...difference,
  /** What came to the actor between this step and its next one, said nothing new, and left it in the same states. */
  since: v.optional(
    v.object({
      counted: counts,
      /** When the last of it came, in milliseconds since the epoch. */
      until: v.number(),
      ...difference,
    }),
  ),
});

export const report = v.object({
  format: v.literal('vigil-report'),
  version: v.literal(2),
  /** Milliseconds since the epoch. */
  writtenAt: v.number(),
  /** The machines by their ids, as their configuration tells them: what they are drawn from. */
  definitions: v.record(v.string(), v.looseObject({})),
  /** What the actors whose beginnings were forgotten were like before the first step, by session. */
  before: v.record(v.string(), actorState),
  /** Oldest first. The first step of an actor that is not in `before` is its start. */
  steps: v.array(step),
});

/** What the flight recorder writes down; everything in it is masked. */
export type Report = v.InferOutput<typeof report>;
export type ReportStep = v.InferOutput<typeof step>;
export type ReportedActor = v.InferOutput<typeof actorState>;
export type Context = v.InferOutput<typeof context>;
export type Difference = Pick<ReportStep, 'changed' | 'gone'>;

/** A context after a difference. */
export function withDifference(before: Context, { changed = {}, gone = [] }: Difference): Context {
  const after = { ...before, ...changed };
  for (const key of gone) delete after[key];
  return after;
}

/**
 * Reads a report's file.
 *
 * @throws an Error with one plain sentence when it is none
 */
export function readReport(text: string): Report {
  const parsed = v.safeParse(report, parsedJson(text));
  if (parsed.success) return parsed.output;
  const [{ path = [], message }] = parsed.issues;
  throw notOurs(`${path.map(({ key }) => `${key}: `).join('')}${message}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs('it is not JSON');
  }
}

const notOurs = (reason: string) => new Error(`This is no report of Vigil's: ${reason}.`);
