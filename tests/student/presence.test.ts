import { expect, test } from 'vitest';
import { createPresence } from '../../student/src/machines/presence';
import type { PageMemory } from '../../student/src/services/tabStorage';

const memory: PageMemory = {
  ...{ owner: 't1', alive: 40_000, epoch: { epoch: 'e1', at: 10_000 }, print: 7, watched: null },
  periods: [{ told: 'watching', from: 12_000, to: 40_000 }],
};

test('a page goes on with what the last one knew once the student joins, and with nothing when they join again', () => {
  const presence = createPresence();
  presence.recall(memory);
  expect([presence.epoch(), presence.lastAlive()]).toEqual([null, null]);
  presence.begin();
  expect([presence.epoch(), presence.lastAlive()]).toEqual([memory.epoch, 40_000]);
  expect(presence.knownAt(50_000)).toMatchObject({ alive: 40_000, print: 7, periods: memory.periods });
  presence.begin();
  expect([presence.epoch(), presence.lastAlive()]).toEqual([null, null]);
});

test('a picture that is looked at is alive, and still if it is the one before again', () => {
  const presence = createPresence();
  presence.recall(memory);
  presence.begin();
  expect(presence.look(7)).toBe(true);
  expect(presence.lastAlive()).toBeNull();
  expect([presence.look(8), presence.look(8)]).toEqual([false, true]);
  expect(presence.knownAt(60_000)).toMatchObject({ alive: 60_000, print: 8 });
});

test('a heartbeat accounts for what the server has not heard of, without the time that the device slept', () => {
  const presence = createPresence();
  presence.begin();
  presence.note('watching', 0);
  expect(presence.pastAt(1_000)).toEqual([]);
  presence.answer({ epoch: 'e1', at: 1_000 });
  presence.miss(5_000, 90_000);
  const past = presence.pastAt(95_000).map(({ elapsed_ms, ended_elapsed_ms }) => [elapsed_ms, ended_elapsed_ms]);
  expect(past).toEqual([
    [-1_000, 4_000],
    [89_000, 94_000],
  ]);
  presence.forget();
  expect([presence.epoch(), presence.pastAt(95_000)]).toEqual([null, []]);
});
