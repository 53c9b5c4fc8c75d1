import * as v from 'valibot';
import { DELETIONS_AT_ONCE, LOGS_PAGE_SIZE, LOGS_TOLD_AT_ONCE, MAX_REVIEWED_LOGS } from '../../constants';
import { messages } from '../../messages';
import { kindOf, mayHaveHappened, type Problem, ProblemError, problemOf } from '../../problem';
import type { AccountService } from '../account/accountService';
import { type ApiClient, call, type Failure, ofSection, sentenceIn, uncached } from '../app/apiClient';
import { idOr, isRecord, shownText } from '../app/reading';
import { clockOffset } from '../app/serverClock';
import { acknowledged, idShape, lineShape, listOf, pageOf, statusShape, timeOf, timeShape } from '../app/shapes';
import type {
  DetectionLog,
  Lesson,
  LogsAnswer,
  LogsChange,
  LogsOutcome,
  Noted,
  Review,
  StatusAnswer,
} from '../app/types';

const reviewShape = v.pipe(
  v.object({ state: v.picklist(['seen', 'dismissed']), note: lineShape, reviewed_at: v.optional(timeShape, null) }),
  v.transform(({ state, note, reviewed_at }): Review => ({ state, note, reviewedAt: reviewed_at })),
);

const reviewOrNone = v.fallback(v.nullable(reviewShape), null);

const reviewsShape = listOf(v.object({ id: idShape, review: v.nullable(reviewShape) }));

/**
 * Parses a log with either spelling of time and student (section 3). Hand-written, since there may be 100,000: requires
 * nothing, and treats unreadable fields as missing.
 */
function readLog(log: unknown, base: URL): DetectionLog | null {
  if (!isRecord(log)) return null;
  const student = isRecord(log.student) ? log.student : {};
  return {
    id: idOr(log.id, ''),
    time: timeOf(log.timestamp) ?? timeOf(log.created_at),
    studentName: shownText(log.student_name) || shownText(student.name),
    studentEmail: shownText(log.student_email) || shownText(student.email),
    activityType: shownText(log.activity_type) || null,
    details: shownText(log.details),
    screenshot: safeScreenshot(log.screenshot, base),
    sessionId: idOr(log.session_id, null),
    source: shownText(log.source),
    ...(typeof log.clock_off_seconds === 'number' && { clockOffSeconds: log.clock_off_seconds }),
    // Undefined means no extension; an unreadable value means no review yet.
    review: log.review ? v.parse(reviewOrNone, log.review) : log.review === undefined ? undefined : null,
    ...(log.answer !== undefined && shownText(log.answer) !== '' && { answer: shownText(log.answer) }),
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
function addressOf(value: string, base: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

const rawList = v.custom<unknown[]>(Array.isArray);
const optional = v.optional(v.unknown(), null);

/** Parses a list, or an object with `results` and metadata. Skips unreadable logs rather than failing. */
const logsPageOf = (base: URL) =>
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

/** Newest first; logs without a readable time last. */
const newestFirst = (a: DetectionLog, b: DetectionLog) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || 0;

/**
 * Merges pages of logs, newest first and without duplicates: new logs push old ones onto the next page while paging.
 * Logs without an id get one for their row.
 */
function createGathering() {
  const logs: DetectionLog[] = [];
  const places = new Map<string, number>();
  let isSorted = true;
  return {
    add(page: readonly DetectionLog[]) {
      for (const log of page) {
        const id = log.id === '' ? `row ${logs.length}` : log.id;
        const last = logs.at(-1);
        const place = places.get(id) ?? logs.length;
        if (place === logs.length && last !== undefined && newestFirst(last, log) > 0) isSorted = false;
        logs[place] = log.id === '' ? { ...log, id } : log;
        places.set(id, place);
      }
    },
    get logs() {
      return isSorted ? logs.slice() : logs.toSorted(newestFirst);
    },
  };
}

type OnPart = (logs: DetectionLog[], missing: number) => void;

/** Publishes a very long list in growing parts, the first page first. */
async function tellInParts(logs: readonly DetectionLog[], onPart: OnPart): Promise<void> {
  if (logs.length <= LOGS_TOLD_AT_ONCE) return;
  for (let count = LOGS_PAGE_SIZE; count < logs.length; count += LOGS_TOLD_AT_ONCE) {
    onPart(logs.slice(0, count), logs.length - count);
    await breath();
  }
}

/** Yields to rendering. Not a timer: hidden pages throttle those to a minute. */
const breath = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const lessonShape = v.pipe(
  v.object({
    id: idShape,
    started_at: v.pipe(timeShape, v.number()),
    ended_at: timeShape,
    watched_seconds: optional,
  }),
  v.transform(
    ({ id, started_at, ended_at, watched_seconds }): Lesson => ({
      ...{ id, startedAt: started_at, endedAt: ended_at },
      ...(typeof watched_seconds === 'number' && { watchedFor: watched_seconds * 1000 }),
    }),
  ),
);
const lessonsPage = pageOf(lessonShape);

const logsFailed: Failure = ({ status, body }) => {
  // The sentence already says that nothing came back.
  if (status === 0) return { sentence: messages.logs.failed(messages.logs.noReason), kind: 'unanswered' };
  return messages.logs.failed(sentenceIn(body, 'detail', 'error', 'message') ?? messages.logs.status(status));
};

/** Ignores 404: another window or the browser's own resend after a broken connection may have deleted it. */
async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (kindOf(error) !== 'notFound') throw error;
  }
}

/** Error text of a failed review. */
const reviewFailed =
  (count: number): Failure =>
  ({ status }) =>
    status === 404 ? messages.review.gone(count) : messages.review.failed;

/**
 * Performs parts of a change, a few at a time, until one fails.
 *
 * @returns what was done, and the first failure
 * @throws the first failure if nothing was done
 */
async function inParts<Part, Done>(
  parts: readonly Part[],
  atOnce: number,
  perform: (part: Part) => Promise<Done>,
): Promise<{ done: Done[]; problem: Problem | null }> {
  const done: Done[] = [];
  const failures: unknown[] = [];
  const waiting = parts.values();
  const work = async () => {
    for (const part of waiting) {
      try {
        done.push(await perform(part));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length === 0) return { done, problem: null };
  if (done.length === 0) throw failures[0];
  return { done, problem: problemOf(failures[0]) };
}

/** Describes what part of a change failed. An ended session has a message of its own. */
const inPart = (problem: Problem | null, sentence: string): Problem | null =>
  problem === null || problem.kind === 'sessionExpired' ? problem : { ...problem, sentence };

export type DetectionService = ReturnType<typeof createDetectionService>;

/**
 * Creates the detection calls (sections 7 and 8). Each takes an abort signal and throws a {@link ProblemError} with the
 * sentence from the specification.
 */
export function createDetectionService({ client, baseUrl, fetchWith }: ApiClient, account: AccountService) {
  const logsPage = logsPageOf(new URL(baseUrl));

  /** Returns the first address of a section's list. */
  const startOf = (list: string, sectionId: string) =>
    `${baseUrl.replace(/\/$/, '')}${list}?section=${Number(sectionId)}`;

  /**
   * Follows `next` from an address to the last page.
   *
   * @param fetchPage the contract's call, which takes the address from the options
   */
  async function* pagesFrom<Page extends { next: unknown }>(
    address: string,
    sectionId: string,
    fetchPage: (options: {
      params: { query: { section: number } };
      fetch: (request: Request) => Promise<Response>;
    }) => Promise<Page>,
  ): AsyncGenerator<Page & { next: string | null }> {
    const followed = new Set<string>();
    let next: string | null = address;
    while (next !== null && !followed.has(next)) {
      const asked: string = next;
      followed.add(asked);
      const fetch = (request: Request) => fetchWith({})(new Request(asked, request));
      const page = await fetchPage({ params: { query: { section: Number(sectionId) } }, fetch });
      next = ownAddress(page.next, asked, baseUrl);
      yield { ...page, next };
    }
  }

  /** Collects the logs from an address on, with the pages' metadata. */
  async function gatherLogs(address: string, sectionId: string, signal: AbortSignal, onPart?: OnPart) {
    const gathering = createGathering();
    const deletedIds: string[] = [];
    let first: { newer: string | null; count: number } | undefined;
    const pages = pagesFrom(address, sectionId, (options) =>
      call(client.GET('/detection/logs/', { ...options, signal }), logsPage, logsFailed, ofSection),
    );
    for await (const page of pages) {
      const isOneList = first === undefined && page.next === null;
      gathering.add(page.logs);
      deletedIds.push(...page.deletedIds);
      first ??= { newer: ownAddress(page.newer, address, baseUrl), count: page.count };
      const { logs } = gathering;
      if (page.next !== null && first.count > logs.length) onPart?.(logs, first.count - logs.length);
      if (isOneList && onPart) await tellInParts(logs, onPart);
    }
    return { logs: gathering.logs, deletedIds, newer: first?.newer ?? null };
  }

  /** Section 7: re-checks the current user before a start or stop. Without an answer nothing is sent (`unsent`). */
  const checkUser = async (signal: AbortSignal, failure: string) => {
    try {
      await account.fetchCurrentUser(signal, { failure });
    } catch (error) {
      if (!(error instanceof ProblemError) || !mayHaveHappened(error.problem.kind)) throw error;
      throw new ProblemError({ ...error.problem, kind: 'unsent' });
    }
  };

  return {
    /**
     * Starts detection after re-checking the user.
     *
     * @param onSend called for each attempt of the start itself
     * @param minutes until the lesson ends itself; null for no end time; undefined where lessons cannot
     */
    async startDetection(
      sectionId: string,
      signal: AbortSignal,
      onSend?: () => void,
      minutes?: number | null,
    ): Promise<void> {
      const failure = messages.detection.startFailed;
      await checkUser(signal, failure);
      const end = minutes !== undefined && { minutes };
      const body = { section_id: Number(sectionId), is_active: true, ...end } as const;
      const options = { body, signal, fetch: fetchWith({ onSend }) };
      await call(client.POST('/detection/sessions/start/', options), acknowledged, failure, ofSection);
    },

    /**
     * Stops detection after re-checking the user.
     *
     * @param onSend called for each attempt of the stop itself
     */
    async stopDetection(sectionId: string, signal: AbortSignal, onSend?: () => void): Promise<void> {
      const failure = messages.detection.stopFailed;
      await checkUser(signal, failure);
      const body = { section_id: Number(sectionId) };
      const options = { body, signal, fetch: fetchWith({ onSend }) };
      await call(client.POST('/detection/sessions/stop/', options), acknowledged, failure, ofSection);
    },

    /** Moves the end of the running lesson, if the backend lets lessons end themselves. */
    async extendLesson(sectionId: string, minutes: number, signal: AbortSignal): Promise<void> {
      const failure: Failure = ({ status, body }) =>
        (status === 409 ? sentenceIn(body, 'detail') : undefined) ?? messages.detection.extendFailed(minutes);
      const body = { section_id: Number(sectionId), minutes };
      await call(client.POST('/detection/sessions/extend/', { body, signal }), acknowledged, failure, ofSection);
    },

    /** @returns whether detection is active, and since when if the backend reports it */
    async fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer> {
      const params = { path: { sectionId: Number(sectionId) } };
      const request = client.GET('/detection/sessions/status/{sectionId}/', { ...uncached, params, signal });
      const answer = await call(request, statusShape, messages.detection.statusFailed, ofSection);
      return { ...answer, saidAt: Date.now(), clockOffset: clockOffset() };
    },

    /**
     * Saves a review of these logs, if the backend keeps reviews. Existing notes stay unless a note is given.
     *
     * @throws if none was saved
     */
    async reviewLogs(logIds: readonly string[], noted: Noted, signal: AbortSignal): Promise<LogsOutcome> {
      const starts = Array.from(
        { length: Math.ceil(logIds.length / MAX_REVIEWED_LOGS) },
        (_, i) => i * MAX_REVIEWED_LOGS,
      );
      const { done, problem } = await inParts(starts, 1, (start) => {
        const ids = logIds.slice(start, start + MAX_REVIEWED_LOGS).map(Number);
        const request = client.POST('/detection/logs/review/', { body: { ids, ...noted }, signal });
        return call(request, reviewsShape, reviewFailed(ids.length), ofSection);
      });
      const reviews = Object.fromEntries(done.flat().map(({ id, review }) => [id, review]));
      const left = inPart(problem, messages.review.partlyFailed(logIds.length - done.flat().length, logIds.length));
      return { change: { kind: 'reviewed', reviews }, left };
    },

    /**
     * Deletes logs with their pictures, if the backend can. A missing log counts as deleted.
     *
     * @throws if none was deleted
     */
    async deleteLogs(logIds: readonly string[], signal: AbortSignal): Promise<LogsOutcome> {
      const failure = messages.review.deleteFailed(logIds.length);
      const { done: ids, problem } = await inParts(logIds, DELETIONS_AT_ONCE, async (id) => {
        const request = client.DELETE('/detection/logs/{id}/', { params: { path: { id: Number(id) } }, signal });
        await unlessGone(call(request, acknowledged, failure, ofSection));
        return id;
      });
      const left = inPart(problem, messages.review.partlyDeleted(logIds.length - ids.length, logIds.length));
      return { change: { kind: 'deleted', ids }, left };
    },

    /**
     * Fetches all logs of a section, newest first, or the changes since the last answer. Leaves none out, so that the
     * count is correct.
     *
     * @param newer the address of changes from the last answer, if it had one
     * @param onPart called with the logs fetched so far, and how many are missing if known
     */
    async fetchLogs(
      sectionId: string,
      newer: string | null,
      signal: AbortSignal,
      onPart?: OnPart,
    ): Promise<LogsAnswer> {
      if (newer !== null) {
        try {
          return { kind: 'newer', ...(await gatherLogs(newer, sectionId, signal)) };
        } catch (error) {
          // The address has expired: fetch everything.
          if (kindOf(error) !== 'refused') throw error;
        }
      }
      const all = await gatherLogs(startOf('/detection/logs/', sectionId), sectionId, signal, onPart);
      return { kind: 'all', logs: all.logs, newer: all.newer };
    },

    /** Fetches all lessons of a section, newest first. `notFound` if the backend keeps none. */
    async fetchLessons(sectionId: string, signal: AbortSignal): Promise<Lesson[]> {
      const lessons: Lesson[] = [];
      const pages = pagesFrom(startOf('/detection/sessions/', sectionId), sectionId, (options) =>
        call(
          client.GET('/detection/sessions/', { ...options, signal }),
          lessonsPage,
          messages.lessons.failed,
          ofSection,
        ),
      );
      for await (const { results } of pages) lessons.push(...results);
      return lessons.sort((a, b) => b.startedAt - a.startedAt);
    },

    /** Deletes an ended lesson with its logs and pictures. A missing lesson counts as deleted. */
    async deleteLesson(lessonId: string, signal: AbortSignal): Promise<LogsChange> {
      const params = { path: { id: Number(lessonId) } };
      const failure: Failure = ({ body }) =>
        sentenceIn(body, 'detail', 'error', 'message') ?? messages.deleteLesson.failed;
      const request = client.DELETE('/detection/sessions/{id}/', { params, signal });
      await unlessGone(call(request, acknowledged, failure, ofSection));
      return { kind: 'lessonDeleted', lessonId };
    },
  };
}

/**
 * Resolves the address of the next page if it is on the backend's host; the access token goes nowhere else. Ignores the
 * scheme, because a backend behind a proxy may believe it runs on plain http.
 */
function ownAddress(given: unknown, address: string, baseUrl: string): string | null {
  const url = typeof given === 'string' ? addressOf(given, address) : null;
  return url !== null && url.host === new URL(baseUrl).host ? new URL(url.pathname + url.search, baseUrl).href : null;
}
