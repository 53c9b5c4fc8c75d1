import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type ArrivalsEvent, arrivalsMachine } from '../../src/machines/arrivalsMachine';
import { heldCallback } from '../support/actors';
import { logAt, logsOf } from '../support/samples';

function started() {
  const watchArrivals = heldCallback<ArrivalsEvent>();
  const told: { sectionId: string; count: number }[] = [];
  const actor = createActor(
    arrivalsMachine.provide({
      actors: { watchArrivals: watchArrivals.logic },
      actions: { tellMissed: (_, missed) => void told.push(missed) },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    told,
    hide: (logIds: string[]) => watchArrivals.send({ type: 'page.hidden', logIds }),
    show: () => watchArrivals.send({ type: 'page.shown' }),
    /** The logs 1 to this one, or these. */
    come: (logs: number | ReturnType<typeof logsOf>) =>
      watchArrivals.send({ type: 'logs.came', logs: typeof logs === 'number' ? logsOf(logs) : logs }),
    count: () => actor.getSnapshot().context.count,
  };
}

test('what comes is counted, and told once for each time that more has come', () => {
  const { come, count, hide, told } = started();
  hide(['1']);
  come(1);
  expect([count(), told]).toEqual([0, []]);
  come(3);
  come(3);
  come(4);
  expect(count()).toBe(3);
  expect(told).toEqual([2, 3].map((missed) => ({ sectionId: '7', count: missed })));
});

test('whoever sees the page misses nothing', () => {
  const { come, count, hide, show, told } = started();
  come(3);
  hide(['3', '2', '1']);
  show();
  come(5);
  expect([count(), told]).toEqual([0, []]);
});

test('what was missed is forgotten once the page is seen, and the next time counts from there', () => {
  const { come, count, hide, show, told } = started();
  hide(['1']);
  come(3);
  show();
  expect(count()).toBe(0);
  hide(['3', '2', '1']);
  come(4);
  expect([count(), told.map((one) => one.count)]).toEqual([1, [2, 1]]);
});

test('everything counts where nothing was before', () => {
  const { come, count, hide } = started();
  hide([]);
  come(7);
  expect(count()).toBe(7);
});

test('a deletion counts for nothing, and takes nothing away', () => {
  const { come, count, hide, told } = started();
  hide(['3', '2', '1']);
  come(5);
  come([logAt(4), logAt(2), logAt(1)]);
  come([]);
  expect([count(), told]).toEqual([2, [{ sectionId: '7', count: 2 }]]);
});

test('where all that was there was deleted, nothing tells what is new', () => {
  const { come, count, hide } = started();
  hide(['2', '1']);
  come([logAt(4), logAt(3)]);
  expect(count()).toBe(0);
});
