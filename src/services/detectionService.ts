import * as v from 'valibot';
import { LOGS_PAGE_SIZE, LOGS_TOLD_AT_ONCE, MAX_REVIEWED_LOGS } from '../constants';
import { messages } from '../messages';
import { kindOf, mayHaveHappened, ProblemError } from '../model/app/problem';
import type { AccountService } from './accountService';
import { type ApiClient, call, type Failure, ofSection, sentenceIn, uncached } from './apiClient';
import { idOr, isRecord, shownText } from './reading';
import { clockOffset } from './serverClock';
import { acknowledged, idShape, lineShape, listOf, pageOf, statusShape, timeOf, timeShape } from './shapes';
import type { DetectionLog, Lesson, LogsAnswer, LogsChange, Noted, Review, StatusAnswer } from './types';

const reviewShape = v.pipe(
  v.object({ state: v.picklist(['seen', 'dismissed']), note: lineShape, reviewed_at: v.optional(timeShape, null) }),
  v.transform(({ state, note, reviewed_at }): Review => ({ state, note, reviewedAt: reviewed_at })),
);

const reviewOrNone = v.fallback(v.nullable(reviewShape), null);

const reviewsShape = listOf(v.object({ id: idShape, review: v.nullable(reviewShape) }));

/**
 * Reads a log, in which both spellings of time and student occur (section 3). By hand, because there may be a hundred
 * thousand of them: nothing but their fields is demanded, and a field that cannot be read is a missing one.
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
    // Undefined, the extension is absent; anything else that cannot be read is no review yet.
    review: log.review ? v.parse(reviewOrNone, log.review) : log.review === undefined ? undefined : null,
  };
}

/** An address on the backend's own host that needs no reading: of a hundred thousand logs, reading it would take a second. */
const ownPath = /^\/(?!\/)[\w/?=&%.-]*$/;

/** Only https, the backend's own origin and pictures as data are shown: nothing that could run (findings, security 7). */
function safeScreenshot(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (ownPath.test(value)) return base.origin + value;
  if (/^data:image\/(png|jpe?g|gif|webp)[;,]/i.test(value)) return value;
  const url = addressOf(value, base.href);
  if (url === null) return null;
  const isOwn = url.protocol === 'http:' && url.origin === base.origin;
  return url.protocol === 'https:' || isOwn ? url.href : null;
}

/** By trying, because not every supported browser has `URL.canParse`. */
function addressOf(value: string, base: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

const rawList = v.custom<unknown[]>(Array.isArray);
const optional = v.optional(v.unknown(), null);

/**
 * A list, or an object with a list as its `results`, and what else it may tell. One unreadable log is left out, so that
 * it does not hide the others.
 */
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

/** Newest first; a log without a readable time comes last. */
const newestFirst = (a: DetectionLog, b: DetectionLog) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || 0;

/**
 * Gathers the logs of several pages, newest first, every log once: one that newer logs have pushed onto the next page
 * meanwhile comes twice. A log without an id still needs one of its own, for the row that shows it.
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

/** Of very many logs that came at once, the first are told before the others: a page of them, and then more and more. */
async function tellInParts(logs: readonly DetectionLog[], onPart: OnPart): Promise<void> {
  if (logs.length <= LOGS_TOLD_AT_ONCE) return;
  for (let count = LOGS_PAGE_SIZE; count < logs.length; count += LOGS_TOLD_AT_ONCE) {
    onPart(logs.slice(0, count), logs.length - count);
    await breath();
  }
}

/** Lets the browser show what has come meanwhile. No timer: those of a hidden page may wait for a minute. */
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
  v.object({ id: idShape, started_at: v.pipe(timeShape, v.number()), ended_at: timeShape }),
  v.transform(({ id, started_at, ended_at }): Lesson => ({ id, startedAt: started_at, endedAt: ended_at })),
);
const lessonsPage = pageOf(lessonShape);

const logsFailed: Failure = ({ status, body }) => {
  // Says by itself that nothing came back.
  if (status === 0) return { sentence: messages.logs.failed(messages.logs.noReason), kind: 'unanswered' };
  return messages.logs.failed(sentenceIn(body, 'detail', 'error', 'message') ?? messages.logs.status(status));
};

/** What is to be deleted may be gone: by another window, or by this very call, which browsers repeat when its connection broke. */
async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (kindOf(error) !== 'notFound') throw error;
  }
}

/** What is said of a review that failed. */
const reviewFailed: Failure = ({ status }) => (status === 404 ? messages.review.gone : messages.review.failed);

export type DetectionService = ReturnType<typeof createDetectionService>;

/**
 * The detection area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 */
export function createDetectionService({ client, baseUrl, fetchWith }: ApiClient, account: AccountService) {
  const logsPage = logsPageOf(new URL(baseUrl));

  /** Where a list of a section begins. */
  const startOf = (list: string, sectionId: string) =>
    `${baseUrl.replace(/\/$/, '')}${list}?section=${Number(sectionId)}`;

  /**
   * The pages of a list of a section from an address on: an answer with `next` is followed to its end.
   *
   * @param fetchPage the contract's call with these options, which ask at the address that the page before it gave
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

  /** The logs from an address on, with what else the pages tell of them. */
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

  /** Section 7: the current user is checked again before a start or stop, which is not sent (`unsent`) without an answer. */
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
     * Starts the section's session once the current user is checked.
     *
     * @param onSend is called each time that the start itself is sent
     */
    async startDetection(sectionId: string, signal: AbortSignal, onSend?: () => void): Promise<void> {
      const failure = messages.detection.startFailed;
      await checkUser(signal, failure);
      const body = { section_id: Number(sectionId), is_active: true } as const;
      const options = { body, signal, fetch: fetchWith({ onSend }) };
      await call(client.POST('/detection/sessions/start/', options), acknowledged, failure, ofSection);
    },

    /** Stops it likewise. @param onSend as of a start */
    async stopDetection(sectionId: string, signal: AbortSignal, onSend?: () => void): Promise<void> {
      const failure = messages.detection.stopFailed;
      await checkUser(signal, failure);
      const body = { section_id: Number(sectionId) };
      const options = { body, signal, fetch: fetchWith({ onSend }) };
      await call(client.POST('/detection/sessions/stop/', options), acknowledged, failure, ofSection);
    },

    /** @returns whether the section's session is active, and since when if the backend says so */
    async fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer> {
      const params = { path: { sectionId: Number(sectionId) } };
      const request = client.GET('/detection/sessions/status/{sectionId}/', { ...uncached, params, signal });
      const answer = await call(request, statusShape, messages.detection.statusFailed, ofSection);
      return { ...answer, saidAt: Date.now(), clockOffset: clockOffset() };
    },

    /** Notes what the teacher makes of these logs, with a backend that keeps reviews. Without a note, notes stay. */
    async reviewLogs(logIds: readonly string[], noted: Noted, signal: AbortSignal): Promise<LogsChange> {
      const body = { ids: logIds.slice(0, MAX_REVIEWED_LOGS).map(Number), ...noted };
      const request = client.POST('/detection/logs/review/', { body, signal });
      const reviews = await call(request, reviewsShape, reviewFailed, ofSection);
      return { kind: 'reviewed', reviews: Object.fromEntries(reviews.map(({ id, review }) => [id, review])) };
    },

    /** Deletes a log with its picture, with a backend that can. One that is gone already is deleted. */
    async deleteLog(id: string, signal: AbortSignal): Promise<LogsChange> {
      const request = client.DELETE('/detection/logs/{id}/', { params: { path: { id: Number(id) } }, signal });
      await unlessGone(call(request, acknowledged, messages.review.deleteFailed, ofSection));
      return { kind: 'deleted', id };
    },

    /**
     * Every log of the section, newest first, or what has changed of them. None is left out, so that the count is true.
     *
     * @param newer the address of what has changed, if the last answer gave one
     * @param onPart is given what has been fetched of them so far, and how many are missing, where the backend says so
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
          // The address is no longer good.
          if (kindOf(error) !== 'refused') throw error;
        }
      }
      const all = await gatherLogs(startOf('/detection/logs/', sectionId), sectionId, signal, onPart);
      return { kind: 'all', logs: all.logs, newer: all.newer };
    },

    /** Every lesson of the section, newest first; of a backend that keeps none, `notFound`. */
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

    /** Deletes a lesson that has ended, with its logs and their pictures. One that is gone already is deleted. */
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
 * The address that an answer from `address` gives of more, when it is the backend's own: the access token goes
 * nowhere else. A backend behind a proxy may take itself for plain http; the host counts, and it is asked the way every
 * call is.
 */
function ownAddress(given: unknown, address: string, baseUrl: string): string | null {
  const url = typeof given === 'string' ? addressOf(given, address) : null;
  return url !== null && url.host === new URL(baseUrl).host ? new URL(url.pathname + url.search, baseUrl).href : null;
}
