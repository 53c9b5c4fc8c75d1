import * as v from 'valibot';
import type { StateValue } from 'xstate';

export const stateValue: v.GenericSchema<StateValue> = v.lazy(() =>
  v.union([v.string(), v.record(v.string(), v.optional(stateValue))]),
);

export const status = v.union([v.literal('active'), v.literal('done'), v.literal('error'), v.literal('stopped')]);

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

/** The innermost states, as `session.active.watching, statusPolling.round.answered`. */
export const statesInWords = (value: StateValue): string => leavesOf(value).join(', ');

const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [] : leavesOf(inner).map((leaf) => `${key}.${leaf}`),
      );

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
