import * as v from 'valibot';
import type { StateValue } from 'xstate';

const stateValue: v.GenericSchema<StateValue> = v.lazy(() =>
  v.union([v.string(), v.record(v.string(), v.optional(stateValue))]),
);

const status = v.union([v.literal('active'), v.literal('done'), v.literal('error'), v.literal('stopped')]);

const context = v.record(v.string(), v.unknown());

/** Difference between two contexts. */
const difference = {
  changed: v.optional(context),
  /** Keys that became undefined. */
  gone: v.optional(v.array(v.string())),
};

/** Number of events by type. */
const counts = v.record(v.string(), v.number());

const relation = {
  /** What its parent calls the actor: `detection 7` is that of section 7. */
  id: v.optional(v.string()),
  /** Its parent's session. */
  parent: v.optional(v.string()),
};

const actorState = v.object({
  ...relation,
  machine: v.string(),
  value: stateValue,
  status,
  context,
  /** Events counted after the last kept step. */
  counted: v.optional(counts),
});

export const step = v.object({
  /** Milliseconds since the epoch. */
  at: v.number(),
  /** The actor's id, unique on the page. */
  session: v.string(),
  /** The machine's id. */
  machine: v.string(),
  event: v.looseObject({ type: v.string() }),
  /** In an actor's first step. */
  ...relation,
  /** The states after the event. */
  value: stateValue,
  status,
  ...difference,
  /** Events between this step and the next that added nothing new and stayed in the same states. */
  since: v.optional(
    v.object({
      counted: counts,
      /** Time of the last of them, in milliseconds since the epoch. */
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
  /** Machine configurations by machine id. Charts are drawn from them. */
  definitions: v.record(v.string(), v.looseObject({})),
  /** State before the first step of actors whose earlier steps were dropped, by actor id. */
  before: v.record(v.string(), actorState),
  /** Oldest first. An actor that is not in `before` starts with its first step. */
  steps: v.array(step),
});

/** A masked report of the flight recorder. */
export type Report = v.InferOutput<typeof report>;
export type ReportStep = v.InferOutput<typeof step>;
export type ReportedActor = v.InferOutput<typeof actorState>;
export type Relation = Pick<ReportedActor, 'id' | 'parent'>;
export type Context = v.InferOutput<typeof context>;
export type Difference = Pick<ReportStep, 'changed' | 'gone'>;

/** Applies a difference to a context. */
export function withDifference(before: Context, { changed = {}, gone = [] }: Difference): Context {
  const after = { ...before, ...changed };
  for (const key of gone) delete after[key];
  return after;
}

/**
 * Parses a report file.
 *
 * @throws an Error with one plain sentence if the file is not a report
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
