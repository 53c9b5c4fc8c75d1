import { expect, test } from 'vitest';
import { createLedger } from '../../student/src/machines/ledger';

const epoch = { epoch: 'e1', at: 10_000 };
const period = (state: string, elapsed_ms: number, ended_elapsed_ms: number) => ({
  ...{ state, epoch: 'e1', elapsed_ms, ended_elapsed_ms },
});

test('nothing is told of the past while one state goes on and heartbeats are answered within 30 s', () => {
  const ledger = createLedger();
  ledger.note('watching', 5_000);
  ledger.answer(10_000);
  expect(ledger.pastSince(null, 20_000)).toEqual([]);
  expect(ledger.pastSince(epoch, 40_000)).toEqual([]);
  expect(ledger.pastSince(epoch, 40_001)).toEqual([period('watching', -5_000, 30_001)]);
});

test('what happened offline or asleep is told in order, until a heartbeat is answered', () => {
  const ledger = createLedger();
  ledger.note('watching', 5_000);
  ledger.note('watching', 15_000);
  ledger.miss(20_000, 25_000);
  ledger.note('paused', 30_000);
  ledger.note('waiting', 40_000);
  ledger.note('watching', 50_000);
  expect(ledger.pastSince(epoch, 60_000)).toEqual([
    period('watching', -5_000, 10_000),
    period('watching', 15_000, 20_000),
    period('paused', 20_000, 30_000),
    period('watching', 40_000, 50_000),
  ]);
  ledger.answer(60_000);
  expect(ledger.pastSince({ epoch: 'e2', at: 60_000 }, 80_000)).toEqual([]);
});

test('a state that began before the last heartbeat is told as of then, by at most 20 s', () => {
  const ledger = createLedger();
  ledger.note('watching', -60_000);
  ledger.answer(10_000);
  ledger.note('no_picture', 2_000);
  expect(ledger.pastSince(epoch, 12_000)).toEqual([
    period('watching', -20_000, -8_000),
    period('no_picture', -8_000, 2_000),
  ]);
});

test('at most 200 periods are told, the last ones', () => {
  const ledger = createLedger();
  for (let second = 0; second < 300; second += 1) ledger.note(second % 2 === 0 ? 'dark' : 'watching', second * 1_000);
  const past = ledger.pastSince({ epoch: 'e1', at: 0 }, 300_000);
  expect(past).toHaveLength(200);
  expect(past.at(-1)).toEqual(period('watching', 299_000, 300_000));
});

test('a page that is loaded again accounts for what the last one did, and not for the time between', () => {
  const before = createLedger();
  before.note('watching', 5_000);
  before.answer(10_000);
  const after = createLedger(before.endedAt(16_000));
  after.note('waiting', 18_000);
  expect(after.pastSince(epoch, 20_000)).toEqual([period('watching', -5_000, 6_000)]);
});
