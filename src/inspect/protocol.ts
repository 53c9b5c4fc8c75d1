import * as v from 'valibot';
import { type AnyStateMachine, createMachine } from 'xstate';
import { stateValue, status } from './report';

/*
 * What goes from a page that is watched to the page that shows it: the inspection protocol of Stately, of which only
 * what is shown is read here, and a word of greeting on either side.
 */

/** The BroadcastChannel that both sides use. */
export const CHANNEL = 'vigil-inspect';

const snapshot = v.object({
  status,
  /** The states of a machine; promises and callbacks have none. */
  value: v.optional(stateValue),
  context: v.optional(v.unknown()),
});

const message = v.variant('type', [
  v.object({
    type: v.literal('@xstate.actor'),
    sessionId: v.string(),
    /** The machine's configuration, as JSON. It holds no functions, and none are needed to draw it. */
    definition: v.pipe(
      v.string(),
      v.transform((definition): AnyStateMachine => createMachine(JSON.parse(definition))),
    ),
    snapshot,
  }),
  v.object({
    type: v.literal('@xstate.snapshot'),
    sessionId: v.string(),
    event: v.looseObject({ type: v.string() }),
    /** Milliseconds since the epoch. */
    createdAt: v.pipe(v.string(), v.transform(Number), v.number()),
    snapshot,
  }),
  /** The watched page has gone, and all its actors with it: their ids begin with its own. */
  v.object({ type: v.literal('page.left'), page: v.string() }),
]);

/** A message of a page that is watched. */
export type InspectMessage = v.InferOutput<typeof message>;

/** The inspector asks every page that is watched for what happened before it listened. */
export const INSPECTOR_OPENED = 'inspector.opened';

/** A message as it came through the channel; undefined for one that is not shown. */
export function readMessage(data: unknown): InspectMessage | undefined {
  try {
    const parsed = v.safeParse(message, data);
    return parsed.success ? parsed.output : undefined;
  } catch {
    // A definition that is none.
    return undefined;
  }
}
