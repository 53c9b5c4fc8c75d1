import * as v from 'valibot';
import { DELETIONS_AT_ONCE, MAX_REVIEWED_LOGS } from '../../constants';
import { messages } from '../../messages';
import { kindOf, type Problem, problemOf } from '../../problem';
import { type ApiClient, call, type Failure, ofSection, sentenceIn } from '../app/apiClient';
import { shownText } from '../app/reading';
import { acknowledged, idShape, lineShape, pageOf, timeOf, timeShape } from '../app/shapes';
import type { Lesson, LogsAnswer, LogsChange, LogsOutcome, Noted } from '../app/types';
import { createGathering, type OnPart, tellInParts } from './gathering';
import { addressOf, logsPageOf, replyShape, reviewsShape } from './logShape';

const lessonShape = v.pipe(
  v.object({
    id: idShape,
    started_at: v.pipe(timeShape, v.number()),
    ended_at: timeShape,
    watched_seconds: v.optional(v.unknown(), null),
    started_by: lineShape,
    stopped_by: lineShape,
    title: v.optional(v.unknown()),
    note: v.optional(v.unknown()),
    deleted_by: v.optional(v.unknown()),
  }),
  v.transform(
    ({ id, started_at, ended_at, watched_seconds, started_by, stopped_by, title, note, deleted_by }): Lesson => ({
      ...{ id, startedAt: started_at, endedAt: ended_at },
      ...(typeof watched_seconds === 'number' && { watchedFor: watched_seconds * 1000 }),
      ...(started_by !== '' && { startedBy: started_by }),
      ...(stopped_by !== '' && { stoppedBy: stopped_by }),
      ...(title !== undefined && { title: shownText(title), note: shownText(note) }),
      ...(deleted_by !== undefined && { deletedBy: timeOf(deleted_by) }),
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

export type RecordsService = ReturnType<typeof createRecordsService>;

/**
 * Creates the calls about what was recorded in a section (sections 7 and 8). Each takes an abort signal and throws a
 * `ProblemError` with the sentence from the specification.
 */
export function createRecordsService({ client, baseUrl, fetchWith }: ApiClient) {
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

  return {
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

    /** Stores a reply to a student's answer, for the student to read. An empty text takes it back. */
    async replyToAnswer(logId: string, text: string, signal: AbortSignal): Promise<LogsChange> {
      const failure: Failure = ({ status, body }) =>
        status === 404 ? messages.review.gone(1) : (sentenceIn(body, 'detail') ?? messages.reply.failed);
      const request = client.POST('/detection/logs/reply/', { body: { id: Number(logId), text }, signal });
      const { id, reply, review } = await call(request, replyShape, failure, ofSection);
      return { kind: 'replied', id, reply: reply ?? undefined, review };
    },

    /** Names a lesson, and notes something about it. */
    async describeLesson(lessonId: string, body: { title: string; note: string }, signal: AbortSignal): Promise<void> {
      const params = { path: { id: Number(lessonId) } };
      const failure: Failure = ({ body }) => sentenceIn(body, 'detail') ?? messages.describeLesson.failed;
      const request = client.POST('/detection/sessions/{id}/describe/', { params, body, signal });
      await call(request, acknowledged, failure, ofSection);
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
