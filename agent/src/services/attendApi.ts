import * as v from 'valibot';
import { CALL_TIMEOUT_MS } from '../constants';
import { messages } from '../messages';
import { Failure } from '../model/failure';
import type { PastPeriod } from '../model/ledger';
import type { components } from './schema';
import type { Answer, Beat, Door, KnockAs, Linked, Receipt, Told } from './types';

type Schemas = components['schemas'];

/** A report as the contract sends it. */
export type SentReport = Schemas['AttendEvent'];

const doorShape = v.object({
  section: v.string(),
  subject: v.string(),
  teacher: v.string(),
  students: v.array(v.object({ id: v.number(), name: v.string() })),
});
const linkedShape = v.object({ section: v.string(), subject: v.string(), teacher: v.string(), student: v.string() });
const knockedShape = v.object({ token: v.string() });
const beatShape = v.object({
  state: v.picklist(['knocking', 'admitted', 'refused', 'ended', 'taken_over']),
  epoch: v.string(),
  lesson: v.object({
    section: v.string(),
    teacher: v.string(),
    kept_days: v.fallback(v.optional(v.nullable(v.number())), undefined),
    asks_for_pictures: v.fallback(v.optional(v.boolean(), false), false),
  }),
  every_ms: v.pipe(v.number(), v.minValue(1000)),
  excused_until: v.fallback(v.optional(v.string()), undefined),
});
const resultsShape = v.object({
  results: v.array(
    v.object({
      id: v.nullable(v.string()),
      status: v.picklist(['recorded', 'duplicate', 'excused', 'refused']),
      picture_dropped: v.fallback(v.optional(v.boolean(), false), false),
    }),
  ),
});

const moment = v.pipe(v.string(), v.transform(Date.parse));
const period = { started_at: moment, ended_at: moment };
const receiptShape = v.pipe(
  v.object({
    section: v.string(),
    teacher: v.string(),
    periods: v.array(v.object({ ...period, state: v.picklist(['watching', 'unwatched', 'paused', 'dark', 'hidden']) })),
    excuses: v.array(v.object({ ...period, reason: v.string() })),
    logs: v.array(
      v.pipe(
        v.object({
          id: v.number(),
          activity_type: v.string(),
          details: v.string(),
          started_at: moment,
          ended_at: v.nullable(moment),
          source: v.string(),
          has_picture: v.boolean(),
          screenshot: v.fallback(v.optional(v.nullable(v.string()), null), null),
          review: v.nullable(v.object({ state: v.picklist(['seen', 'dismissed']), by: v.string() })),
          answer: v.nullable(v.string()),
        }),
        v.transform(({ id, activity_type: kind, started_at: from, ended_at: to, has_picture, screenshot, ...log }) => ({
          ...{ id: String(id), kind, from, to, hasPicture: has_picture, picture: screenshot },
          ...log,
        })),
      ),
    ),
    more: v.number(),
    deleted_by: v.nullable(moment),
    closes_at: moment,
  }),
  v.transform(
    ({ periods, excuses, deleted_by: deletedBy, closes_at: closesAt, ...receipt }): Receipt => ({
      ...receipt,
      periods: periods.map(({ state, started_at: from, ended_at: to }) => ({ state, from, to })),
      excuses: excuses.map(({ reason, started_at: from, ended_at: to }) => ({ reason, from, to })),
      ...{ deletedBy, closesAt },
    }),
  ),
);
const answerShape = v.object({ log_id: v.number(), answer: v.string() });

/** Returns the lesson behind a code. */
export async function openDoor(code: string, signal: AbortSignal): Promise<Door> {
  return read(doorShape, await post('/attend/door/', { code } satisfies Schemas['DoorCode'], { signal }));
}

/** Asks to join. Returns the token. */
export async function knock(code: string, as: KnockAs, signal: AbortSignal): Promise<string> {
  const body: Schemas['Knock'] =
    'studentId' in as ? { code, student_id: as.studentId } : { code, name: as.name.trim(), email: as.email.trim() };
  const { token } = await read(knockedShape, await post('/attend/knock/', body, { signal }));
  return token;
}

/** Returns whose link it is. Does not use it up. @param link its secret */
export async function openLink(link: string, signal: AbortSignal): Promise<Linked> {
  const body: Schemas['LinkSecret'] = { link };
  const { student, ...door } = await read(linkedShape, await post('/attend/link/', body, { signal, isLink: true }));
  return { door: { ...door, students: [] }, name: student };
}

/** Uses a link up. Returns the token. */
export async function redeemLink(link: string, signal: AbortSignal): Promise<string> {
  const body: Schemas['LinkSecret'] = { link };
  const { token } = await read(knockedShape, await post('/attend/redeem/', body, { signal, isLink: true }));
  return token;
}

export async function sendHeartbeat(
  token: string,
  { told, reason, pictures, past }: { told: Told; reason: string; pictures: boolean; past: PastPeriod[] },
  signal: AbortSignal,
): Promise<Beat & { epoch: string }> {
  const body: Schemas['AttendeeState'] = {
    state: told,
    ...(reason === '' ? {} : { reason }),
    ...(pictures ? { sends_pictures: true } : {}),
    ...(past.length === 0 ? {} : { past }),
  };
  // A page that is closed is hidden first, and its last heartbeat says so.
  const answer = await read(beatShape, await post('/attend/heartbeat/', body, { token, signal, keepalive: true }));
  const { state, lesson, every_ms, epoch, excused_until } = answer;
  const excusedUntil = excused_until === undefined ? null : Date.parse(excused_until);
  const { section, teacher, kept_days: keptDays, asks_for_pictures: asksForPictures } = lesson;
  return {
    ...{ admission: state, every: every_ms, epoch, excusedUntil },
    lesson: { section, teacher, keptDays, asksForPictures },
  };
}

/** What becomes of a report. */
export interface Outcome {
  status: 'sent' | 'excused' | 'dropped';
  /** The server has not kept its picture. */
  isPictureDropped: boolean;
}
const outcomes = { recorded: 'sent', duplicate: 'sent', excused: 'excused', refused: 'dropped' } as const;

/** Returns what became of each report, by id. */
export async function sendReports(
  token: string,
  events: SentReport[],
  signal: AbortSignal,
): Promise<Map<string, Outcome>> {
  const { results } = await read(resultsShape, await post('/attend/reports/', { events }, { token, signal }));
  return new Map(
    results.flatMap(({ id: one, status, picture_dropped: isPictureDropped }): [string, Outcome][] =>
      one === null ? [] : [[one, { status: outcomes[status], isPictureDropped }]],
    ),
  );
}

/** Returns what was recorded of the student, once the lesson is over. */
export async function fetchReceipt(token: string, signal: AbortSignal): Promise<Receipt> {
  return read(receiptShape, await ask('GET', '/attend/receipt/', undefined, { token, signal }));
}

export async function sendAnswer(
  token: string,
  { logId, text }: { logId: string; text: string },
  signal: AbortSignal,
): Promise<Answer> {
  const body: Schemas['NewAnswer'] = { log_id: Number(logId), text };
  const { log_id, answer } = await read(answerShape, await post('/attend/answer/', body, { token, signal }));
  return { logId: String(log_id), answer };
}

export async function sendLeave(token: string, signal: AbortSignal): Promise<void> {
  await post('/attend/leave/', {}, { token, signal });
}

interface Options {
  token?: string;
  signal: AbortSignal;
  keepalive?: boolean;
  /** The server says why a link does not work. */
  isLink?: boolean;
}

/** @throws {Failure} */
const post = (path: string, body: object, options: Options) => ask('POST', path, body, options);

/** @throws {Failure} */
async function ask(
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  { token, signal, keepalive = false, isLink = false }: Options,
) {
  const response = await fetch(location.origin + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Attend ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    cache: 'no-store',
    keepalive,
  }).catch(() => {
    throw new Failure({ kind: 'unanswered', sentence: messages.unanswered });
  });
  if (response.ok) return response;
  if (response.status === 401 || response.status === 404 || response.status === 410) {
    throw new Failure({ kind: 'unknown', sentence: isLink ? await detailOf(response) : messages.code.unknown });
  }
  if (response.status === 429) throw new Failure({ kind: 'unanswered', sentence: messages.tooMany });
  if (response.status >= 500 || response.status === 408) {
    throw new Failure({ kind: 'unanswered', sentence: messages.unanswered });
  }
  throw new Failure({ kind: 'refused', sentence: await detailOf(response) });
}

/** Returns the server's sentence, or ours. */
async function detailOf(response: Response): Promise<string> {
  const shape = v.object({ detail: v.string() });
  const body: unknown = await response.json().catch(() => undefined);
  return v.is(shape, body) ? body.detail : messages.failed;
}

/** @throws {Failure} if the answer is not what the contract says, or was cut off */
async function read<T>(shape: v.GenericSchema<unknown, T>, response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = v.safeParse(shape, body);
  if (!parsed.success) throw new Failure({ kind: 'failed', sentence: messages.failed });
  return parsed.output;
}
