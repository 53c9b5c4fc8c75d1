import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fetched, logsMachine } from '../../src/machines/logs/logsMachine';
import { type DetectionEvent, detectionMachine } from '../../src/machines/section/detectionMachine';
import { type SessionNews, sectionMachine } from '../../src/machines/section/sectionMachine';
import { ProblemError } from '../../src/model/app/problem';
import type { LogsAnswer, StatusAnswer } from '../../src/services/types';
import { besidesDetection, heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { allOf, notFound, refused, sessionExpired, status, unanswered } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the session knows when a page of the section is opened. */
interface Known {
  isListed: boolean;
  isActive: boolean | null;
}

function started({ isListed, isActive }: Known = { isListed: false, isActive: null }) {
  const fetchStatus = heldPromise<StatusAnswer, { sectionId: string }>();
  const stopDetection = heldPromise<void, { sectionId: string }>();
  const fetchLogs = heldPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>();
  const { actor, reports, stop } = startUnderParent(
    sectionMachine.provide({
      actors: {
        ...besidesDetection,
        detection: detectionMachine.provide({
          actors: {
            fetchStatus: fetchStatus.logic,
            stopDetection: stopDetection.logic,
            watchPage: heldCallback<DetectionEvent>().logic,
            watchLessons: heldCallback<DetectionEvent>().logic,
            logs: logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }),
          },
          actions: { showNotice: () => {} },
        }),
      },
    }),
    { sectionId: '7', isListed, isActive },
  );
  return {
    actor,
    fetchStatus,
    stopDetection,
    fetchLogs,
    reports,
    leave: stop,
    tell: (news: SessionNews) => actor.send(news),
    stopSession: () => actor.getSnapshot().children.detection?.send({ type: 'stop.submit' }),
    retry: () => actor.send({ type: 'section.retry' }),
    state: () => actor.getSnapshot().value,
    problem: () => actor.getSnapshot().context.problem,
    session: () => {
      const session = actor.getSnapshot().children.detection?.getSnapshot().value.session;
      return typeof session === 'object' ? Object.keys(session)[0] : session;
    },
  };
}

const listed = () => started({ isListed: true, isActive: null });

const found: SessionNews = { type: 'section.found' };
const missing: SessionNews = { type: 'section.missing' };
const failed = (problem = refused.problem): SessionNews => ({ type: 'sections.failed', problem });
const askForList = { type: 'sections.refresh' };

describe('4 detection starts from what was said last,', () => {
  test.each<[string, SessionNews[], unknown]>([
    ['by a start', [{ type: 'live.detectionStarted' }], 'active'],
    ['by a status', [{ type: 'live.statusUpdated', isActive: true }], 'active'],
    [
      'by the last of several',
      [{ type: 'live.detectionStarted' }, { type: 'live.statusUpdated', isActive: false }],
      'inactive',
    ],
    ['before the channel opened anew, which says nothing any more', [{ type: 'live.opened' }], 'unknown'],
    ['before a start or stop of which nobody knows what became', [{ type: 'outcome.doubted' }], 'unknown'],
  ])('also while the section was being looked for: %s', (_, news, expected) => {
    const { session, tell } = started({ isListed: false, isActive: false });
    for (const one of news) tell(one);
    tell(found);
    expect(session()).toEqual(expected);
  });

  test('also by what it learnt itself before the section was missing for a while', async () => {
    const { fetchStatus, session, tell } = started({ isListed: true, isActive: false });
    await fetchStatus.last.answer(status(true));
    tell(missing);
    tell(found);
    expect(session()).toBe('active');
  });

  test.each<[SessionNews, boolean, string]>([
    [{ type: 'live.detectionStarted' }, false, 'active'],
    [{ type: 'live.statusUpdated', isActive: true }, false, 'active'],
    [{ type: 'live.statusUpdated', isActive: false }, true, 'inactive'],
  ])('also by what the live channel said before the section was missing for a while: %o', (news, before, expected) => {
    const { session, tell } = started({ isListed: true, isActive: before });
    for (const one of [news, missing, found]) tell(one);
    expect(session()).toBe(expected);
  });

  test('and says nothing for certain once nobody knows what became of a start or stop', () => {
    const { session, tell } = started({ isListed: true, isActive: true });
    tell({ type: 'outcome.doubted' });
    expect(session()).toBe('unknown');
  });

  test('from nothing when nobody knows what became of a stop', async () => {
    const { session, stopDetection, stopSession, tell } = started({ isListed: true, isActive: true });
    stopSession();
    await stopDetection.last.fail(unanswered);
    tell(missing);
    tell(found);
    expect(session()).toBe('unknown');
  });
});

describe('8 section page', () => {
  test('is there at once when the list has the section already', () => {
    const { fetchStatus, reports, state } = listed();
    expect(state()).toBe('present');
    expect(fetchStatus.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
    expect(reports).not.toContainEqual(askForList);
  });

  test('what the teacher has looked at, and what she missed, is of the section and lives as long as its pages', () => {
    const { actor } = listed();
    const { arrivals, lookNow } = actor.getSnapshot().children;
    expect([arrivals, lookNow].map((child) => child?.getSnapshot().status)).toEqual(['active', 'active']);
    expect([arrivals, lookNow].map((child) => child?.getSnapshot().context.sectionId)).toEqual(['7', '7']);
  });

  test('when what is recorded has changed, its logs are fetched again', async () => {
    const { fetchLogs, tell } = listed();
    await fetchLogs.last.answer(allOf([], Date.now()));
    tell({ type: 'records.changed' });
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('waits for the list otherwise, and asks nothing of a section before it is known to be there', () => {
    const { actor, fetchLogs, fetchStatus, state, tell } = started();
    expect(state()).toBe('finding');
    expect(fetchStatus.calls).toEqual([]);
    tell(found);
    expect(state()).toBe('present');
    expect(fetchStatus.calls).toHaveLength(1);
    expect(fetchLogs.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', newer: null }]);
    expect(actor.system.get('detection')).toBe(actor.getSnapshot().children.detection);
  });

  test('a section that is not in the list is not found, until it is', () => {
    const { fetchStatus, state, tell } = started();
    tell(missing);
    expect(state()).toBe('notFound');
    expect(fetchStatus.calls).toEqual([]);
    tell(found);
    expect(state()).toBe('present');
  });

  test('a list that cannot be fetched is told in the section’s words, and Retry asks for it again', () => {
    const { problem, reports, retry, state, tell } = started();
    const refusal = new ProblemError({ sentence: 'Failed to fetch sections.', hint: 'No answer.', kind: 'unanswered' });
    tell(failed(refusal.problem));
    expect(state()).toBe('failed');
    expect(problem()).toEqual({
      sentence: 'Failed to fetch section details.',
      hint: 'No answer.',
      kind: 'unanswered',
    });
    expect(reports).toEqual([]);
    retry();
    expect(reports).toEqual([askForList]);
    expect(state()).toBe('finding');
    tell(found);
    expect(state()).toBe('present');
  });

  test('an expired session and an error of our own are told in their own words', () => {
    for (const news of [sessionExpired.problem, { sentence: 'Something went wrong.', kind: 'defect' } as const]) {
      const { problem, tell } = started();
      tell(failed(news));
      expect(problem()).toEqual(news);
    }
  });

  test('a list that comes after a failure all the same decides', () => {
    for (const news of [found, missing]) {
      const { state, tell } = started();
      tell(failed());
      tell(news);
      expect(state()).toBe(news === found ? 'present' : 'notFound');
    }
  });

  test('a list that cannot be fetched takes nothing away from a section that is there', () => {
    const { fetchStatus, state, tell } = listed();
    tell(failed());
    tell(found);
    expect(state()).toBe('present');
    expect(fetchStatus.calls).toHaveLength(1);
    expect(fetchStatus.last.signal.aborted).toBe(false);
  });
});

describe('4 a section that is deleted, here or elsewhere', () => {
  test('is gone, and nothing of it is polled any more', async () => {
    const { fetchStatus, state, tell } = listed();
    tell(missing);
    expect(state()).toBe('gone');
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is there again when the list has it again', () => {
    const { fetchStatus, state, tell } = started();
    tell(found);
    tell(missing);
    tell(found);
    expect(state()).toBe('present');
    expect(fetchStatus.calls).toHaveLength(2);
  });

  test('a poll that finds no such section lets the list decide', async () => {
    const { fetchStatus, reports, state } = listed();
    await fetchStatus.last.fail(notFound);
    expect(reports).toContainEqual(askForList);
    expect(state()).toBe('present');
  });
});

describe('4 detection', () => {
  test('lives exactly as long as a page of the section is open', () => {
    const { fetchStatus, leave } = listed();
    leave();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([true, false])('begins with what the session knows of it: active %j', (isActive) => {
    const { session } = started({ isListed: true, isActive });
    expect(session()).toBe(isActive ? 'active' : 'inactive');
  });

  test('is told what the live channel says', async () => {
    const { fetchLogs, fetchStatus, session, tell } = listed();
    tell({ type: 'live.detectionStarted' });
    expect(session()).toBe('active');
    tell({ type: 'live.statusUpdated', isActive: false });
    expect(session()).toBe('inactive');
    await fetchLogs.last.answer(allOf([], 0));
    const before = fetchLogs.calls.length;
    tell({ type: 'live.logsAnnounced' });
    expect(fetchLogs.calls).toHaveLength(before + 1);
    tell({ type: 'live.opened' });
    expect(fetchStatus.calls).toHaveLength(2);
  });

  test('what it learns is told to the session, with the section’s id', async () => {
    const { fetchStatus, reports } = listed();
    await fetchStatus.last.answer(status(true));
    expect(reports).toEqual([
      { type: 'status.doubted', sectionId: '7' },
      { type: 'status.confirmed', sectionId: '7', status: status(true) },
    ]);
  });
});
