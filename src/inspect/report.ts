import * as v from 'valibot';
import type { StateValue } from 'xstate';

const stateValue: v.GenericSchema<StateValue> = v.lazy(() =>
  v.union([v.string(), v.record(v.string(), v.optional(stateValue))]),
);

const status = v.picklist(['active', 'done', 'error', 'stopped']);

const actorState = v.object({ machine: v.string(), value: stateValue, status, context: v.unknown() });

const step = v.object({
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
  /** The context that the event led to; absent where it did not change it. */
  context: v.optional(v.unknown()),
});

const report = v.object({
  format: v.literal('vigil-report'),
  version: v.literal(1),
  /** Milliseconds since the epoch. */
  writtenAt: v.number(),
  /** What the actors whose beginnings were forgotten were like before the first step, by session. */
  before: v.record(v.string(), actorState),
  /** Oldest first. The first step of an actor that is not in `before` is its start. */
  steps: v.array(step),
});

/** What the flight recorder writes down; everything in it is masked. */
export type Report = v.InferOutput<typeof report>;
export type ReportStep = v.InferOutput<typeof step>;
export type ReportedActor = v.InferOutput<typeof actorState>;

/**
 * Reads a report's file.
 *
 * @throws an Error with one plain sentence when it is none
 */
export function readReport(text: string): Report {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), report), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const reason = issue.type === 'parse_json' ? 'it is not JSON' : `${v.getDotPath(issue)}: ${issue.message}`;
  throw new Error(`This is no report of Vigil's: ${reason}.`);
}
