import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameEnds } from '../../src/machines/app/sameEnds';
import { createIndexer, indexLogs } from '../../src/machines/logs/logFilters';
import { answered } from '../../src/machines/records/logList';
import type { DetectionLog, LogsAnswer } from '../../src/services/app/types';
import { aLog, allOf, logAt, logsOf } from '../support/samples';

const newer = (logs: DetectionLog[], deletedIds: string[] = []): LogsAnswer => ({
  kind: 'newer',
  logs,
  deletedIds,
  newer: null,
});

const newestFirst = (one: DetectionLog, other: DetectionLog) => (other.time ?? -1) - (one.time ?? -1);

/** Few ids and times, so that they meet. */
const anyLog = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map(String),
  time: fc.option(fc.integer({ min: 1, max: 8 })),
  details: fc.constantFrom('', 'Gone'),
});
const anyList = fc
  .uniqueArray(anyLog, { selector: ({ id }) => id, maxLength: 12 })
  .map((list) => list.map(aLog).sort(newestFirst));
const anyAnswer = fc.tuple(anyList, fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 4 }));

describe('what is newer', () => {
  test('leaves of each log what was said last, newest first, and the others as they are', () => {
    fc.assert(
      fc.property(anyList, fc.array(anyAnswer, { maxLength: 4 }), (first, answers) => {
        let logs = answered([], allOf(first));
        const indexOf = createIndexer();
        indexOf(logs);
        for (const [told, deletedIds] of answers) {
          const before = logs;
          logs = answered(before, newer(told, deletedIds));
          const expected = new Map(before.map((log) => [log.id, log]));
          for (const log of told) expected.set(log.id, log);
          for (const id of deletedIds) expected.delete(id);
          expect(logs.toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(
            [...expected.values()].sort((one, other) => Number(one.id) - Number(other.id)),
          );
          expect(logs).toEqual(logs.toSorted(newestFirst));
          const { first, last } = sameEnds(before, logs);
          expect(first + last).toBeLessThanOrEqual(Math.min(before.length, logs.length));
          for (let place = 0; place < first; place += 1) expect(logs[place]).toBe(before[place]);
          for (let place = 1; place <= last; place += 1) expect(logs.at(-place)).toBe(before.at(-place));
          expect(indexOf(logs)).toEqual({ ...indexLogs(logs), kinds: expect.anything(), entries: expect.anything() });
        }
      }),
    );
  });

  test('that says nothing new leaves the very same list', () => {
    const logs = answered([], allOf(logsOf(3)));
    expect(answered(logs, newer([logAt(2)], ['9']))).toBe(logs);
  });

  test('is another log where anything of it was corrected', () => {
    const [log = logAt(1)] = logsOf(1);
    const corrected: Partial<DetectionLog>[] = [
      { studentName: 'Grace' },
      { studentEmail: 'grace@students.example' },
      { activityType: 'no_face' },
      { details: 'Gone' },
      { screenshot: null },
      { sessionId: '99' },
      { source: 'camera-2' },
      { answer: 'My pen' },
    ];
    for (const change of corrected) {
      const now = { ...log, screenshot: 'https://pictures.example/1.png', ...change };
      const before = { ...log, screenshot: 'https://pictures.example/1.png' };
      for (const answer of [newer([now]), allOf([now])]) expect(answered([before], answer)).toEqual([now]);
    }
  });

  test('costs what came: of 100,000 logs a handful is looked at', () => {
    const touched = new Set<string>();
    const logs = answered([], allOf(logsOf(100_000).map((log) => watched(log, touched))));
    const indexOf = createIndexer();
    indexOf(logs);
    touched.clear();
    const came = Array.from({ length: 10 }, (_, index) => logAt(100_010 - index));
    const after = answered(logs, newer([...came, { ...logAt(70_000), details: 'Corrected' }], ['30000']));
    expect(after).toHaveLength(100_009);
    // A search in halves for each of them.
    expect(touched.size).toBeLessThanOrEqual(12 * 17);
    touched.clear();
    const top = answered(after, newer([logAt(100_011)]));
    indexOf(after);
    const { logs: indexed } = indexOf(top);
    expect(indexed).toBe(top);
    expect(indexed[0]?.id).toBe('100011');
  });

  test('is added to the index by looking at what came alone', () => {
    const touched = new Set<string>();
    const logs = answered([], allOf(logsOf(100_000).map((log) => watched(log, touched))));
    const indexOf = createIndexer();
    const before = indexOf(logs);
    const after = answered(logs, newer([logAt(100_001)]));
    touched.clear();
    // Whoever went through both lists would come upon it.
    logs[50_000] = logAt(1);
    expect(sameEnds(logs, after)).toMatchObject({ first: 0, last: 100_000 });
    const index = indexOf(after);
    expect(touched).toEqual(new Set());
    expect(index.types).toEqual([{ value: 'no_face', label: 'No Face Detected', count: 100_001 }]);
    expect(index.days[0]?.count).toBe((before.days[0]?.count ?? 0) + 1);
    // A list without additions stays the same object, so nothing re-renders.
    expect(index.days.slice(1).every((day, place) => day === before.days[place + 1])).toBe(true);
  });
});

/** A log that notes when it is looked at. */
const watched = (log: DetectionLog, touched: Set<string>): DetectionLog =>
  new Proxy(log, {
    get(target, key, receiver) {
      touched.add(target.id);
      return Reflect.get(target, key, receiver);
    },
  });
