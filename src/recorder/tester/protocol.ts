import * as v from 'valibot';
import { act } from './act';

/* Messages between a page that is tested by hand and the tester's panel. */

/** Name of the BroadcastChannel. */
export const TESTER_CHANNEL = 'vigil-tester';

const told = v.object({
  type: v.literal('page.told'),
  page: v.string(),
  /** The path that it was opened for. */
  path: v.nullable(v.string()),
  /** The calls that wait for an answer, oldest first. */
  waiting: v.array(v.string()),
  /** Whether calls wait for the tester. */
  isHolding: v.boolean(),
  isConnected: v.boolean(),
  /** Time is passing: what comes next has to wait. */
  isPassing: v.boolean(),
  /** What the page says. */
  lines: v.array(v.string()),
});

const pageMessage = v.variant('type', [
  told,
  /** What was wanted is not possible now. */
  v.object({ type: v.literal('page.refused'), page: v.string(), why: v.string() }),
  v.object({ type: v.literal('page.left'), page: v.string() }),
]);

const panelMessage = v.variant('type', [
  /** Every tested page answers with what it tells. */
  v.object({ type: v.literal('panel.opened') }),
  v.object({ type: v.literal('act.wanted'), page: v.string(), act }),
  v.object({ type: v.literal('hold.wanted'), page: v.string(), isHolding: v.boolean() }),
  /** The oldest waiting call goes to the server. */
  v.object({ type: v.literal('release.wanted'), page: v.string() }),
]);

/** What a tested page tells of itself. */
export type TestedPage = v.InferOutput<typeof told>;
export type PageMessage = v.InferOutput<typeof pageMessage>;
export type PanelMessage = v.InferOutput<typeof panelMessage>;

const reader =
  <Message>(schema: v.GenericSchema<unknown, Message>) =>
  (data: unknown): Message | undefined => {
    const parsed = v.safeParse(schema, data);
    return parsed.success ? parsed.output : undefined;
  };

/** Parse a message from the channel. They return undefined for unknown messages. */
export const readPageMessage = reader<PageMessage>(pageMessage);
export const readPanelMessage = reader<PanelMessage>(panelMessage);
