import type { components } from '@vigil/contract';
import { deviceKinds, reviewStates, watchStates } from '@vigil/contract/values';
import type { Language } from '@vigil/languages';
import * as v from 'valibot';
import { CALL_TIMEOUT_MS } from '../constants';
import { Failure, type Sentence } from '../failure';
import type { Answer, Beat, KnockAs, Linked, Opened, PastPeriod, Receipt, Told } from './types';

type Schemas = components['schemas'];

/** A report as the contract sends it. */
export type SentReport = Schemas['AttendEvent'];

const doorShape = v.object({
  section: v.string(),
  subject: v.string(),
  teacher: v.string(),
  students: v.array(v.object({ id: v.number(), name: v.string() })),
  seat: v.fallback(v.optional(v.object({ student: v.string() })), undefined),
});
const linkedShape = v.object({
  section: v.string(),
  subject: v.string(),
  teacher: v.string(),
  student: v.string(),
  is_joined: v.fallback(v.optional(v.boolean(), false), false),
  is_badge: v.fallback(v.optional(v.boolean(), false), false),
  is_running: v.fallback(v.optional(v.boolean(), true), true),
});
const moment = v.pipe(v.string(), v.transform(Date.parse));
const deviceKindShape = v.picklist(deviceKinds);

const knockedShape = v.object({ token: v.string() });
const beatShape = v.object({
  state: v.picklist(['knocking', 'admitted', 'refused', 'ended', 'taken_over']),
  epoch: v.string(),
  lesson: v.object({
    section: v.string(),
    teacher: v.string(),
    ends_in_ms: v.fallback(v.optional(v.nullable(v.number()), null), null),
    deleted_by: v.fallback(v.optional(v.nullable(moment)), undefined),
    asks_for_pictures: v.fallback(v.optional(v.boolean(), false), false),
    ignored_kinds: v.pipe(
      v.fallback(v.optional(v.array(v.string()), []), []),
      v.transform((kinds) => kinds.filter((kind) => v.is(deviceKindShape, kind))),
    ),
  }),
  every_ms: v.pipe(v.number(), v.minValue(1000)),
  excused_until: v.fallback(v.optional(v.string()), undefined),
  paused: v.fallback(v.optional(v.nullable(v.string()), null), null),
  number: v.fallback(v.optional(v.nullable(v.string()), null), null),
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

const period = { started_at: moment, ended_at: moment };
const receiptShape = v.pipe(
  v.object({
    section: v.string(),
    teacher: v.string(),
    periods: v.array(v.object({ ...period, state: v.picklist(watchStates) })),
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
          review: v.nullable(v.object({ state: v.picklist(reviewStates), by: v.nullable(v.string()) })),
          answer: v.nullable(v.string()),
          reply: v.fallback(
            v.optional(v.nullable(v.object({ text: v.string(), by: v.nullable(v.string()) })), null),
            null,
          ),
        }),
        v.transform(({ id, activity_type: kind, started_at: from, ended_at: to, has_picture, screenshot, ...log }) => ({
          ...{ id: String(id), kind, from, to, hasPicture: has_picture, picture: screenshot },
          ...log,
        })),
      ),
    ),
    more: v.number(),
    deleted_by: v.nullable(moment),
  }),
  v.transform(
    ({ periods, excuses, deleted_by: deletedBy, ...receipt }): Receipt => ({
      ...receipt,
      periods: periods.map(({ state, started_at: from, ended_at: to }) => ({ state, from, to })),
      excuses: excuses.map(({ reason, started_at: from, ended_at: to }) => ({ reason, from, to })),
      deletedBy,
    }),
  ),
);
const answerShape = v.object({ log_id: v.number(), answer: v.string() });

/** Returns the lesson behind a code. @param token of the browser's last seat */
export async function openDoor(code: string, token: string | undefined, signal: AbortSignal): Promise<Opened> {
  const body: Schemas['DoorCode'] = { code, ...(token !== undefined && { token }) };
  const { seat, ...door } = read(doorShape, await post('/attend/door/', body, { signal }));
  return { door, seat: seat?.student ?? null };
}

/** While the door is busy, a call is heard with a proof of work. */
class BusyDoor extends Failure {
  constructor(readonly price: v.InferOutput<typeof priceShape>) {
    super({ kind: 'unanswered', sentence: 'unanswered' });
  }
}

/**
 * Asks to join, and does the work that a busy door asks for. Returns the token: the given one, or the server's where it makes them.
 * @param made token of this device, with which a repeated request gets the same seat
 */
export async function knock(code: string, as: KnockAs, made: string, signal: AbortSignal): Promise<string> {
  const who = 'studentId' in as ? { student_id: as.studentId } : { name: as.name.trim(), email: as.email.trim() };
  const body: Schemas['Knock'] = { code, token: made, ...who };
  const attempt = (proof?: Schemas['KnockProof']) =>
    post('/attend/knock/', { ...body, ...(proof && { proof }) } satisfies Schemas['Knock'], { signal });
  const pay = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof BusyDoor)) throw error;
    const { challenge, bits } = error.price;
    // Few doors are busy: the page is lighter without it.
    const { solve } = await import('./knockPrice').catch(() => {
      throw unanswered();
    });
    return attempt({ challenge, answer: await solve(challenge, bits, signal) });
  };
  const { token } = read(knockedShape, await attempt().catch(pay).catch(pay));
  return token;
}

/** Returns whose link or badge it is. Does not use it up. @param link its secret @param token of the browser's last seat */
export async function openLink(link: string, token: string | undefined, signal: AbortSignal): Promise<Linked> {
  const body: Schemas['LinkSecret'] = { link, ...(token !== undefined && { token }) };
  const { student, is_joined, is_badge, is_running, ...door } = read(
    linkedShape,
    await post('/attend/link/', body, { signal, isLink: true }),
  );
  return {
    door: { ...door, students: [] },
    seat: is_joined ? student : null,
    ...{ name: student, isBadge: is_badge, isRunning: is_running },
  };
}

/** Uses a link up, or a badge. Returns the token. @param made as in `knock` */
export async function redeemLink(link: string, made: string, signal: AbortSignal): Promise<string> {
  const body: Schemas['LinkSecret'] = { link, token: made };
  const { token } = read(knockedShape, await post('/attend/redeem/', body, { signal, isLink: true }));
  return token;
}

export async function sendHeartbeat(
  token: string,
  {
    told,
    reason,
    pictures,
    past,
    language,
  }: { told: Told; reason: string; pictures: boolean; past: PastPeriod[]; language: Language },
  signal: AbortSignal,
): Promise<Beat & { epoch: string }> {
  const body: Schemas['AttendeeState'] = {
    state: told,
    language,
    ...(reason === '' ? {} : { reason }),
    ...(pictures ? { sends_pictures: true } : {}),
    ...(past.length === 0 ? {} : { past }),
  };
  // A page that is closed is hidden first, and its last heartbeat says so.
  const answer = read(beatShape, await post('/attend/heartbeat/', body, { token, signal, keepalive: true }));
  const { state, lesson, every_ms, epoch, excused_until, paused: pausedFor, number } = answer;
  const excusedUntil = excused_until === undefined ? null : Date.parse(excused_until);
  const {
    section,
    teacher,
    deleted_by: deletedBy,
    asks_for_pictures: asksForPictures,
    ignored_kinds: ignored,
  } = lesson;
  return {
    ...{ admission: state, every: every_ms, epoch, excusedUntil, pausedFor, endsIn: lesson.ends_in_ms, number },
    lesson: { section, teacher, deletedBy, asksForPictures, ignored },
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
  const { results } = read(resultsShape, await post('/attend/reports/', { events }, { token, signal }));
  return new Map(
    results.flatMap(({ id: one, status, picture_dropped: isPictureDropped }): [string, Outcome][] =>
      one === null ? [] : [[one, { status: outcomes[status], isPictureDropped }]],
    ),
  );
}

/** Returns what was recorded of the student, once the lesson is over. */
export async function fetchReceipt(token: string, signal: AbortSignal): Promise<Receipt> {
  return read(receiptShape, await ask('GET', '/attend/receipt/', undefined, { token, signal, isReceipt: true }));
}

export async function sendAnswer(
  token: string,
  { logId, text }: { logId: string; text: string },
  signal: AbortSignal,
): Promise<Answer> {
  const body: Schemas['NewAnswer'] = { log_id: Number(logId), text };
  const { log_id, answer } = read(answerShape, await post('/attend/answer/', body, { token, signal, isReceipt: true }));
  return { logId: String(log_id), answer };
}

export async function sendLeave(token: string, signal: AbortSignal): Promise<void> {
  await post('/attend/leave/', {}, { token, signal });
}

interface Options {
  token?: string;
  signal: AbortSignal;
  keepalive?: boolean;
  /** It is about a link or a badge, not a code or a seat. */
  isLink?: boolean;
  /** It is about the receipt of a lesson. */
  isReceipt?: boolean;
}

/** @throws {Failure} */
const post = (path: string, body: object, options: Options) => ask('POST', path, body, options);

/** A refusal as the contract has it: a sentence, or sentences by field. */
const detailShape = v.object({
  detail: v.string(),
  link_ended: v.fallback(v.optional(v.picklist(['over', 'used', 'replaced', 'revoked'])), undefined),
});
const fieldsShape = v.record(v.string(), v.tupleWithRest([v.string()], v.string()));
/** What the student reads about a field that the server has refused. */
const fieldSentences = new Map<string, Sentence>([
  ['code', 'malformed'],
  ['student_id', 'notListed'],
  ['name', 'nameless'],
  ['email', 'emailInvalid'],
  ['text', 'noAnswer'],
]);
/** And about what does not exist, or has become somebody else's. */
const codeSentences = { unknown: 'unknownCode', conflict: 'otherSeat' } as const;
const linkSentences = { unknown: 'linkUnknown', conflict: 'noLesson' } as const;
const endedSentences = {
  over: 'linkOver',
  used: 'linkUsed',
  replaced: 'linkReplaced',
  revoked: 'linkRevoked',
} as const;
/** As is the price of a knock. */
const priceShape = v.object({ challenge: v.string(), bits: v.pipe(v.number(), v.maxValue(20)) });

/**
 * Returns the body of a success.
 *
 * While the server is replaced or not reached, a proxy may answer for it, with a text, a page or JSON of its own. Only a
 * refusal in the contract's shape is a verdict on the code, the link or the token.
 *
 * @throws {Failure}
 */
async function ask(
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  { token, signal, keepalive = false, isLink = false, isReceipt = false }: Options,
): Promise<unknown> {
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
    throw unanswered();
  });
  const { ok, status, headers } = response;
  const answer: unknown = await response.json().catch(() => undefined);
  if (ok) return answer;
  if (status === 428 && v.is(priceShape, answer)) throw new BusyDoor(answer);
  if (status === 429) throw unanswered(headers, 'tooMany');
  if (status === 400 && v.is(fieldsShape, answer)) {
    const [field = ''] = Object.keys(answer);
    throw new Failure({ kind: 'refused', field, sentence: fieldSentences.get(field) ?? 'failed' });
  }
  if (status >= 500 || status === 408 || !v.is(detailShape, answer)) throw unanswered(headers);
  if (isReceipt && status === 409) throw new Failure({ kind: 'running', sentence: 'failed' });
  const isUnknown = status === 401 || status === 404 || status === 410;
  const refusal = isLink ? linkSentences : codeSentences;
  const ended = answer.link_ended === undefined ? undefined : endedSentences[answer.link_ended];
  const sentence = ended ?? (isUnknown ? refusal.unknown : status === 409 ? refusal.conflict : 'failed');
  throw new Failure({ kind: isUnknown ? 'unknown' : 'refused', sentence });
}

function unanswered(headers?: Headers, sentence: Sentence = 'unanswered'): Failure {
  const retryAfterMs = headers && retryAfterIn(headers);
  return new Failure({ kind: 'unanswered', sentence, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** Parses `Retry-After`, in seconds or as a date of the clock that wrote `Date`. */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return ms >= 0 ? ms : undefined;
}

/** @throws {Failure} if the answer is not what the contract says, or was cut off */
function read<T>(shape: v.GenericSchema<unknown, T>, answer: unknown): T {
  const parsed = v.safeParse(shape, answer);
  if (!parsed.success) throw unanswered();
  return parsed.output;
}
