import * as v from 'valibot';
import { offer } from './offers';
import { report, step } from './report';

/* Messages between a watched page and the inspector page. */

/** Name of the BroadcastChannel. */
export const CHANNEL = 'vigil-inspect';

/** Sent by an inspector that opens. Every watched page answers with its report so far. */
export const INSPECTOR_OPENED = 'inspector.opened';

const message = v.variant('type', [
  /** Answers an inspector that has opened. */
  v.object({
    type: v.literal('report.written'),
    page: v.string(),
    report,
    /** By session id. */
    offers: v.record(v.string(), v.array(offer)),
  }),
  v.object({
    type: v.literal('step.taken'),
    page: v.string(),
    step,
    offers: v.array(offer),
    /** The machine's configuration, sent with an actor's first step. */
    definition: v.optional(v.looseObject({})),
  }),
  /** The watched page was closed, and its actors with it. */
  v.object({ type: v.literal('page.left'), page: v.string() }),
]);

/** A message from a watched page. `page` tells several watched pages apart. */
export type InspectMessage = v.InferOutput<typeof message>;

/** Parses a message from the channel. Returns undefined for unknown messages. */
export function readMessage(data: unknown): InspectMessage | undefined {
  const parsed = v.safeParse(message, data);
  return parsed.success ? parsed.output : undefined;
}
