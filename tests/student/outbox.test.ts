import { expect, test } from 'vitest';
import type { Outcome, SentReport } from '../../student/src/services/attendApi';
import { createOutbox } from '../../student/src/services/outbox';
import { isLeftOver, type KeptReport } from '../../student/src/services/reportStore';
import type { OutboxOrder } from '../../student/src/services/types';

/** A browser with a store that outlives its pages. Each page has a monotonic clock of its own, from zero. */
function browser() {
  const stored = new Map<string, KeptReport>();
  let [ids, pictures, alive]: [number, number, number | null] = [0, 0, null];
  return {
    stored,
    closeAt(at: number) {
      alive = at;
    },
    page(epoch: string, epochAt: number, owner = 't1') {
      const page = { now: epochAt };
      const outbox = createOutbox({
        owner,
        store: {
          load: async (one) => [...stored.values()].filter((report) => report.owner === one),
          put: async (report) => void stored.set(report.id, report),
          delete: async (one) => {
            for (const { id, owner } of [...stored.values()]) if (owner === one) stored.delete(id);
          },
          sweep: async () => {},
        },
        now: () => page.now,
        epoch: () => ({ epoch, at: epochAt }),
        newId: () => `r${++ids}`,
        lastAlive: () => alive,
        picture: () => `picture ${++pictures}`,
      });
      return { ...outbox, page };
    },
  };
}

const started = (at: number): OutboxOrder => ({
  ...{ type: 'episode.started', kind: 'left_page', at, withPicture: false, isIgnored: false },
});
const pictured = (at: number): OutboxOrder => ({
  ...{ type: 'episode.started', kind: 'no_face', at, withPicture: true, isIgnored: false },
});
const ended = (at: number): OutboxOrder => ({ type: 'episode.ended', kind: 'left_page', at });

/** A server that records everything, and what it was sent. */
function server(isPictureDropped = false) {
  const sent: SentReport[][] = [];
  return {
    sent,
    async call(events: SentReport[]) {
      sent.push(events);
      return new Map(events.map(({ id }): [string, Outcome] => [id, { status: 'sent', isPictureDropped }]));
    },
  };
}

test('a report has its start and its end as offsets from the heartbeat, and the same id for both', async () => {
  const outbox = browser().page('e1', 100_000);
  const { call, sent } = server();
  outbox.take(started(99_000));
  await outbox.send(call);
  outbox.take(ended(111_400));
  await outbox.send(call);
  await outbox.send(call);
  const first = {
    id: 'r1',
    activity_type: 'left_page',
    epoch: 'e1',
    elapsed_ms: -1_000,
  };
  expect(sent).toEqual([[first], [{ ...first, ended_elapsed_ms: 11_400 }]]);
});

test('what the teacher has switched off is not even kept', async () => {
  const outbox = browser().page('e1', 100_000);
  const { call, sent } = server();
  const order = { type: 'episode.started', kind: 'no_face', at: 99_000, withPicture: true, isIgnored: true } as const;
  outbox.take(order);
  outbox.take({ type: 'episode.ended', kind: 'no_face', at: 111_400 });
  await outbox.send(call);
  expect(sent).toEqual([]);
  outbox.take({ ...order, isIgnored: false });
  await outbox.send(call);
  expect(sent).toHaveLength(1);
});

test('what could not be sent is sent later under the same ids, also by the page after a reload', async () => {
  const tab = browser();
  const before = tab.page('e1', 100_000);
  before.take(started(105_000));
  before.take(ended(108_000));
  await expect(before.send(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');

  const after = tab.page('e2', 900_000);
  const { call, sent } = server();
  await after.restore([]);
  await after.send(call);
  expect(sent).toEqual([
    [expect.objectContaining({ id: 'r1', epoch: 'e1', elapsed_ms: 5_000, ended_elapsed_ms: 8_000 })],
  ]);
});

test('an episode that went on when the page was closed ended then', async () => {
  const tab = browser();
  const before = tab.page('e1', 100_000);
  before.take(started(105_000));
  await before.send(server().call);
  tab.closeAt(119_000);

  const after = tab.page('e2', 5_000_000);
  const { call, sent } = server();
  await after.restore([]);
  await after.send(call);
  expect(sent).toEqual([[expect.objectContaining({ id: 'r1', epoch: 'e1', ended_elapsed_ms: 19_000 })]]);
});

test('an episode goes on over a reload, until the next page says so or does not watch', async () => {
  for (const [order, endedElapsedMs] of [
    [ended(125_000), 25_000],
    [{ type: 'episodes.close' }, 19_000],
  ] as const) {
    const tab = browser();
    const before = tab.page('e1', 100_000);
    before.take(started(105_000));
    await before.send(server().call);
    tab.closeAt(119_000);
    const after = tab.page('e2', 121_000);
    const { call, sent } = server();
    await after.restore(['left_page']);
    await after.send(call);
    expect(sent).toEqual([]);
    after.take(order);
    await after.send(call);
    expect(sent).toEqual([[expect.objectContaining({ id: 'r1', ended_elapsed_ms: endedElapsedMs })]]);
  }
});

test('a pause ends what goes on', () => {
  const outbox = browser().page('e1', 0);
  const lasted: (number | null)[][] = [];
  outbox.subscribe((reports) => lasted.push(reports.map(({ lastedMs }) => lastedMs)));
  outbox.take(started(1_000));
  outbox.page.now = 6_000;
  outbox.take({ type: 'episodes.close' });
  expect(lasted).toEqual([[null], [5_000]]);
});

test('a report that changes while it is sent is sent again', async () => {
  const outbox = browser().page('e1', 0);
  const { call, sent } = server();
  outbox.take(started(1_000));
  await outbox.send(async (events) => {
    outbox.take(ended(9_000));
    return call(events);
  });
  await outbox.send(call);
  expect(sent.map(([event]) => event?.ended_elapsed_ms)).toEqual([undefined, 9_000]);
});

test('a tab sends only its own, and deletes only its own when its lesson ends', async () => {
  const both = browser();
  const other = both.page('e1', 0, 't2');
  other.take(started(0));
  const mine = both.page('e1', 0);
  const { call, sent } = server();
  await mine.restore([]);
  await mine.send(call);
  expect(sent).toEqual([]);
  await mine.clear();
  expect([...both.stored.values()].map(({ owner }) => owner)).toEqual(['t2']);
});

test('an answer without a result for each report is no answer', async () => {
  const outbox = browser().page('e1', 0);
  outbox.take(started(0));
  await expect(outbox.send(async () => new Map())).rejects.toThrow('failed');
});

test.each<[title: string, owner: string, hours: number, held: string[] | null, isLeft: boolean]>([
  ['of the own ticket', 't1', 1, [], false],
  ['of a ticket that another tab holds', 't2', 1, ['t2'], false],
  ['of a ticket that no tab holds', 't2', 1, ['t3'], true],
  ['of another ticket, in a browser that does not say who holds it', 't2', 23, null, false],
  ['of yesterday, of the own ticket', 't1', 25, ['t1'], true],
])('a page that is opened deletes what closed tabs have left: a report %s', (_, owner, hours, held, isLeft) => {
  const now = Date.UTC(2026, 10, 26);
  const report: KeptReport = {
    ...{
      id: 'r1',
      owner,
      kind: 'no_face',
      epoch: 'e1',
      epochAt: 0,
      elapsedMs: 0,
      endedElapsedMs: null,
      status: 'kept',
    },
    startedAt: now - hours * 3_600_000,
  };
  expect(isLeftOver(report, { own: 't1', held: held && new Set(held), now })).toBe(isLeft);
});

test('a picture is sent with its report, and is deleted here once the server has answered', async () => {
  const tab = browser();
  const { take, send, subscribe } = tab.page('e1', 0);
  const shown: boolean[][] = [];
  subscribe((reports) => shown.push(reports.map(({ hasPicture }) => hasPicture)));
  take(pictured(5_000));
  await expect(send(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect([...tab.stored.values()].map(({ picture }) => picture)).toEqual(['picture 1']);
  const { call, sent } = server();
  await send(call);
  take({ type: 'episode.ended', kind: 'no_face', at: 9_000 });
  await send(call);
  expect(sent.map(([event]) => event?.screenshot)).toEqual(['picture 1', undefined]);
  expect(JSON.stringify([...tab.stored.values()])).not.toContain('picture 1');
  expect(shown.at(-1)).toEqual([true]);
  take(pictured(20_000));
  await send(server(true).call);
  expect(shown.at(-1)).toEqual([true, false]);
});

test('a no to pictures deletes those that are not sent yet, and their reports are sent', async () => {
  const tab = browser();
  const outbox = tab.page('e1', 0);
  outbox.take(pictured(5_000));
  outbox.take({ type: 'pictures.drop' });
  expect(JSON.stringify([...tab.stored.values()])).not.toContain('picture 1');
  const { call, sent } = server();
  await outbox.send(call);
  expect(sent.map(([event]) => [event?.activity_type, event?.screenshot])).toEqual([['no_face', undefined]]);
});

test('a call has at most ten pictures, which fit into what the server reads', async () => {
  const outbox = browser().page('e1', 0);
  for (let count = 0; count < 12; count += 1) outbox.take(pictured(count * 1_000));
  outbox.take(started(13_000));
  const { call, sent } = server();
  for (let round = 0; round < 3; round += 1) await outbox.send(call);
  expect(sent.map((events) => events.length)).toEqual([11, 2]);
});
