import { reviewStates } from '@vigil/contract/values';
import * as v from 'valibot';
import { studentKeyOf } from '../../studentKeys';
import { idOr, isRecord, shownText } from '../app/reading';
import { idShape, isHandle, lineShape, listOf, timeOf, timeShape } from '../app/shapes';
import type { DetectionLog, Review } from '../app/types';

const reviewShape = v.pipe(
  v.object({ state: v.picklist(reviewStates), note: lineShape, reviewed_at: v.optional(timeShape, null) }),
  v.transform(({ state, note, reviewed_at }): Review => ({ state, note, reviewedAt: reviewed_at })),
);

const reviewOrNone = v.fallback(v.nullable(reviewShape), null);

export const replyShape = v.object({ id: idShape, reply: v.nullable(lineShape), review: v.nullable(reviewShape) });

export const reviewsShape = listOf(v.object({ id: idShape, review: v.nullable(reviewShape) }));

/**
 * Parses a log with either spelling of time and student (section 3). Hand-written, since there may be 100,000: requires
 * nothing, and treats unreadable fields as missing.
 */
function readLog(log: unknown, base: URL): DetectionLog | null {
  if (!isRecord(log)) return null;
  const student = isRecord(log.student) ? log.student : {};
  const email = shownText(log.student_email) || shownText(student.email);
  return {
    id: idOr(log.id, ''),
    time: timeOf(log.timestamp) ?? timeOf(log.created_at),
    studentName: shownText(log.student_name) || shownText(student.name),
    studentEmail: isHandle(email) ? '' : email,
    ...(isHandle(email) && { studentKey: studentKeyOf(email, '') }),
    activityType: shownText(log.activity_type) || null,
    details: shownText(log.details),
    screenshot: safeScreenshot(log.screenshot, base),
    sessionId: idOr(log.session_id, null),
    source: shownText(log.source),
    ...(typeof log.clock_off_seconds === 'number' && { clockOffSeconds: log.clock_off_seconds }),
    // Undefined means no extension; an unreadable value means no review yet.
    review: log.review ? v.parse(reviewOrNone, log.review) : log.review === undefined ? undefined : null,
    ...(log.answer !== undefined && answerOf(log)),
  };
}

function answerOf({ answer, answered_at, reply }: Record<string, unknown>) {
  const answeredAt = timeOf(answered_at);
  if (shownText(answer) === '') return {};
  return {
    answer: shownText(answer),
    ...(answeredAt !== null && { answeredAt }),
    ...(shownText(reply) !== '' && { reply: shownText(reply) }),
  };
}

/** A path on the backend's own host that needs no parsing: parsing 100,000 URLs takes a second. */
const ownPath = /^\/(?!\/)[\w/?=&%.-]*$/;

/**
 * Returns an address that is safe to show, or null. Allows https, the backend's origin and image data (findings,
 * security 7).
 */
function safeScreenshot(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (ownPath.test(value)) return base.origin + value;
  if (/^data:image\/(png|jpe?g|gif|webp)[;,]/i.test(value)) return value;
  const url = addressOf(value, base.href);
  if (url === null) return null;
  const isOwn = url.protocol === 'http:' && url.origin === base.origin;
  return url.protocol === 'https:' || isOwn ? url.href : null;
}

/** Parses an address. Not every supported browser has `URL.canParse`. */
export function addressOf(value: string, base: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

const rawList = v.custom<unknown[]>(Array.isArray);
const optional = v.optional(v.unknown(), null);

/** Parses a list, or an object with `results` and metadata. Skips unreadable logs rather than failing. */
export const logsPageOf = (base: URL) =>
  v.pipe(
    v.union([
      v.pipe(
        rawList,
        v.transform((results) => ({ results, next: null, count: null, newer: null, deleted: null })),
      ),
      v.object({ results: rawList, next: optional, count: optional, newer: optional, deleted: optional }),
    ]),
    v.transform(({ results, next, count, newer, deleted }) => ({
      logs: results.map((log) => readLog(log, base)).filter((log) => log !== null),
      next,
      count: typeof count === 'number' ? count : 0,
      newer,
      deletedIds: Array.isArray(deleted) ? deleted.map((id) => idOr(id, '')) : [],
    })),
  );
