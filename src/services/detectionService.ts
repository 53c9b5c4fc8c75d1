import * as v from 'valibot';
import { messages } from '../messages';
import { ProblemError } from '../problem';
import { type AccountService, sessionExpired } from './accountService';
import { type ApiClient, answerOf, refusal, sentenceIn } from './apiClient';
import { idShape, itemsIn, lineShape } from './shapes';
import type { DetectionLog } from './types';

const optionalText = v.optional(v.fallback(v.nullable(v.string()), null), null);

/** Both spellings of time and student occur (section 3). */
const logShape = (baseUrl: string): v.GenericSchema<unknown, DetectionLog> =>
  v.pipe(
    v.object({
      id: v.optional(v.fallback(idShape, ''), ''),
      timestamp: v.optional(v.unknown()),
      created_at: v.optional(v.unknown()),
      student_name: optionalText,
      student_email: optionalText,
      student: v.optional(v.fallback(v.object({ name: lineShape, email: lineShape }), { name: '', email: '' })),
      activity_type: optionalText,
      details: v.optional(lineShape, ''),
      screenshot: optionalText,
    }),
    v.transform((log) => ({
      id: log.id,
      time: timeOf(log.timestamp) ?? timeOf(log.created_at),
      studentName: log.student_name || log.student?.name || '',
      studentEmail: log.student_email || log.student?.email || '',
      activityType: log.activity_type === '' ? null : log.activity_type,
      details: log.details,
      screenshot: safeScreenshot(log.screenshot, baseUrl),
    })),
  );

/** Milliseconds since the epoch of an ISO text or of a number, or null when it says no time. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

/** Only https, the backend's own origin and pictures as data are shown: nothing that could run (findings, security 7). */
function safeScreenshot(value: string | null, baseUrl: string): string | null {
  if (value === null || value === '') return null;
  if (/^data:image\/(png|jpe?g|gif|webp)[;,]/i.test(value)) return value;
  if (!URL.canParse(value, baseUrl)) return null;
  const url = new URL(value, baseUrl);
  const isOwn = url.protocol === 'http:' && url.origin === new URL(baseUrl).origin;
  return url.protocol === 'https:' || isOwn ? url.href : null;
}

/** Newest first; a log without a readable time comes last. */
const newestFirst = (a: DetectionLog, b: DetectionLog) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || 0;

/**
 * Every log once: one that newer logs have pushed onto the next page meanwhile comes twice. A log without an id still
 * needs one of its own, for the row that shows it.
 */
function distinct(logs: DetectionLog[]): DetectionLog[] {
  const withIds = logs.map((log, index) => (log.id === '' ? { ...log, id: `row ${index}` } : log));
  return [...new Map(withIds.map((log) => [log.id, log])).values()];
}

/**
 * The detection area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 */
export function createDetectionService(api: ApiClient, account: AccountService) {
  const { client, baseUrl } = api;
  const shape = logShape(baseUrl);

  /** Section 7: before a session is started or stopped the current user is checked again. */
  const recheckUser = async (failure: string, signal: AbortSignal) => {
    try {
      await account.fetchCurrentUser(signal);
    } catch (error) {
      throw error instanceof ProblemError && error.problem.kind === 'sessionExpired' ? error : refusal(failure);
    }
  };

  return {
    async startDetection(sectionId: string, signal: AbortSignal): Promise<void> {
      await recheckUser(messages.detection.startFailed, signal);
      const body = { section_id: Number(sectionId), is_active: true } as const;
      const answer = await answerOf(client.POST('/detection/sessions/start/', { body, signal, parseAs: 'text' }));
      if (answer.status === 401) throw sessionExpired();
      if (!answer.ok) throw refusal(messages.detection.startFailed);
    },

    async stopDetection(sectionId: string, signal: AbortSignal): Promise<void> {
      await recheckUser(messages.detection.stopFailed, signal);
      const body = { section_id: Number(sectionId) };
      const answer = await answerOf(client.POST('/detection/sessions/stop/', { body, signal, parseAs: 'text' }));
      if (answer.status === 401) throw sessionExpired();
      if (!answer.ok) throw refusal(messages.detection.stopFailed);
    },

    /** @returns whether the section's session is active */
    async fetchStatus(sectionId: string, signal: AbortSignal): Promise<boolean> {
      const params = { path: { sectionId: Number(sectionId) } };
      const answer = await answerOf(
        client.GET('/detection/sessions/status/{sectionId}/', { params, signal, parseAs: 'text' }),
      );
      if (answer.status === 401) throw sessionExpired();
      const parsed = v.safeParse(v.object({ is_active: v.boolean() }), answer.body);
      if (!answer.ok || !parsed.success) throw refusal(messages.detection.statusFailed);
      return parsed.output.is_active;
    },

    /** Every log of the section, newest first. An answer with `next` is followed to its end, so that the count is true. */
    async fetchLogs(sectionId: string, signal: AbortSignal): Promise<DetectionLog[]> {
      const params = { query: { section: Number(sectionId) } };
      const logs: DetectionLog[] = [];
      let address = `${baseUrl.replace(/\/$/, '')}/detection/logs/`;
      const followed = new Set<string>();
      let answer = await answerOf(client.GET('/detection/logs/', { params, signal, parseAs: 'text' }));
      for (;;) {
        if (answer.status === 401) throw sessionExpired();
        const page = answer.ok ? itemsIn(answer.body, shape) : undefined;
        if (page === undefined) {
          const reason = sentenceIn(answer.body, 'detail', 'error', 'message') ?? reasonOf(answer.status);
          throw refusal(messages.logs.failed(reason));
        }
        logs.push(...page);
        const next = nextPage(answer.body, address, baseUrl);
        if (next === null || followed.has(next)) return distinct(logs.sort(newestFirst));
        followed.add(next);
        address = next;
        answer = await answerOf(fetchText(api, next, signal));
      }
    },
  };
}

const reasonOf = (status: number) => (status === 0 ? messages.logs.noReason : messages.logs.status(status));

/**
 * The address of the rest, as the page at `address` gives it, when it is the backend's own: the access token goes
 * nowhere else. A backend behind a proxy may take itself for plain http; the host counts, and it is asked the way every
 * call is.
 */
function nextPage(body: unknown, address: string, baseUrl: string): string | null {
  const next: unknown = typeof body === 'object' && body !== null && 'next' in body ? body.next : null;
  if (typeof next !== 'string' || !URL.canParse(next, address)) return null;
  const { host, pathname, search } = new URL(next, address);
  return host === new URL(baseUrl).host ? new URL(pathname + search, baseUrl).href : null;
}

async function fetchText(api: ApiClient, url: string, signal: AbortSignal) {
  const response = await api.fetch(new Request(url, { signal }));
  const text = await response.text();
  return { response, data: text, error: text };
}
