import { LIVE_BURST_MS, LIVE_BURST_SIZE } from '../../constants';
import type { LiveNews, StatusAnswer } from '../app/types';

type LiveMessage = Extract<LiveNews, { type: 'live.message' }>;

/** Merges a status into the next one, which may leave out what has not changed. The agents' state is never left out. */
function mergedStatus(earlier: StatusAnswer, later: StatusAnswer): StatusAnswer {
  const said = Object.entries(later).filter(([, value]) => value !== undefined);
  return { ...earlier, ...Object.fromEntries(said), agents: later.agents };
}

/**
 * Adds a message to those that matter of a section's status: the last, after the last one that said the opposite, so that a
 * start or an end in between is not missed.
 */
function withStatus(earlier: readonly LiveMessage[], message: LiveMessage): LiveMessage[] {
  const before = earlier.at(-1);
  if (before?.status.isActive !== message.status.isActive) return [...earlier.slice(-1), message];
  const status = mergedStatus(before.status, message.status);
  return [...earlier.slice(0, -1), { ...message, status, isStart: before.isStart || message.isStart }];
}

/** Returns what matters of these messages: the last of each kind about each section. */
export function latestOf(all: readonly LiveNews[]): LiveNews[] {
  const statuses = new Map<string, LiveMessage[]>();
  const others = new Map<string, LiveNews>();
  for (const news of all) {
    if (news.type === 'live.message') {
      const { sectionId } = news;
      statuses.set(sectionId, withStatus(statuses.get(sectionId) ?? [], news));
    } else others.set(JSON.stringify(news), news);
  }
  return [...statuses.values(), ...others.values()].flat();
}

/**
 * Passes on live messages: at once, unless very many come, as each of them takes the page about a millisecond. Then those of a
 * tenth of a second are passed on together, and only the latest of each kind about each section.
 *
 * @param read parses a message, if it is understood
 */
export function createBursts<Message>(
  read: (message: Message) => LiveNews | undefined,
  passOn: (news: LiveNews) => void,
) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  /** In the order in which each came last. Parsing those that are equal would take longer than all else. */
  const held = new Set<Message>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Passes on what is held, in one task, so that React renders it once. */
  const release = () => {
    clearTimeout(timer);
    const all = [...held].flatMap((message) => read(message) ?? []);
    if (held.size > 0) startedAt = performance.now();
    held.clear();
    for (const news of latestOf(all)) passOn(news);
  };

  return {
    add(message: Message) {
      const isOver = performance.now() - startedAt >= LIVE_BURST_MS;
      if (held.size === 0 && isOver) [startedAt, count] = [performance.now(), 0];
      count += 1;
      if (count <= LIVE_BURST_SIZE) {
        const news = read(message);
        if (news) passOn(news);
        return;
      }
      if (held.size === 0) timer = setTimeout(release, LIVE_BURST_MS);
      held.delete(message);
      held.add(message);
      // The browser delays timers of hidden or busy pages.
      if (isOver) release();
    },
    release,
    /** Drops what is held. */
    end() {
      clearTimeout(timer);
      held.clear();
    },
  };
}
