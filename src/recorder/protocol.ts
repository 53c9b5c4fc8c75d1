import * as v from 'valibot';
import { report, step } from './report';

/* What goes between a page that is watched and the page that shows it. */

/** The BroadcastChannel that both sides use. */
export const CHANNEL = 'vigil-inspect';

/** The inspector asks every page that is watched for what happened before it listened. */
export const INSPECTOR_OPENED = 'inspector.opened';

const message = v.variant('type', [
  /** The answer to an inspector that has opened. */
  v.object({ type: v.literal('report.written'), page: v.string(), report }),
  v.object({
    type: v.literal('step.taken'),
    page: v.string(),
    step,
    /** The machine's configuration; comes with its start. */
    definition: v.optional(v.looseObject({})),
  }),
  /** The watched page has gone, and all its actors with it. */
  v.object({ type: v.literal('page.left'), page: v.string() }),
]);

/** A message of a page that is watched. Two pages may be watched at once: each names itself. */
export type InspectMessage = v.InferOutput<typeof message>;

/** A message as it came through the channel; undefined for one of another kind. */
export function readMessage(data: unknown): InspectMessage | undefined {
  const parsed = v.safeParse(message, data);
  return parsed.success ? parsed.output : undefined;
}
