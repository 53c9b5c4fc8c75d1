import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type ArrivalsEvent, arrivalsMachine, type Missed } from '../../src/machines/records/arrivalsMachine';
import { countNewer, kindsOf } from '../../src/machines/records/logList';
import type { ActivityKind } from '../../src/services/app/types';
import { heldCallback } from '../support/actors';
import { idle } from '../support/idle';
import { logAt, logsOf } from '../support/samples';

function started() {
  const watchArrivals = heldCallback<ArrivalsEvent>();
  const begun: string[] = [];
  const told: Missed[] = [];
  const actor = createActor(
    idle(arrivalsMachine).provide({
      actors: { watchArrivals: watchArrivals.logic },
      actions: {
        tellMissed: (_, missed) => void told.push(missed),
        tellBegun: ({ context }) => void begun.push(context.sectionId),
      },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    told,
    begun,
    begin: () => watchArrivals.send({ type: 'episode.began' }),
    hide: (...logIds: string[]) => watchArrivals.send({ type: 'page.hidden', logIds }),
    show: () => watchArrivals.send({ type: 'page.shown' }),
    come: (count: number, ...kinds: ActivityKind[]) => watchArrivals.send({ type: 'logs.came', count, kinds }),
    count: () => actor.getSnapshot().context.count,
    logIds: () => actor.getSnapshot().context.logIds,
  };
}

test('what comes is counted, and told once for each time that more has come', () => {
  const { come, count, hide, told } = started();
  hide();
  come(0);
  expect([count(), told]).toEqual([0, []]);
  come(2, 'no_face');
  come(2, 'no_face');
  come(3, 'left_page', 'no_face');
  expect(count()).toBe(3);
  expect(told).toEqual([
    { sectionId: '7', count: 2, kinds: ['no_face'] },
    { sectionId: '7', count: 3, kinds: ['left_page', 'no_face'] },
  ]);
});

test('an episode that begins is told, whether or not the page is hidden', () => {
  const { begin, begun, hide, told } = started();
  begin();
  hide();
  begin();
  expect([begun, told]).toEqual([['7', '7'], []]);
});

test('nothing is missed while the page is visible', () => {
  const { come, count, hide, show, told } = started();
  come(3);
  hide();
  show();
  come(2);
  expect([count(), told]).toEqual([0, []]);
});

test('what was missed is forgotten once the page is seen, and the next time counts from there', () => {
  const { come, count, hide, show, told } = started();
  hide();
  come(2);
  show();
  expect(count()).toBe(0);
  hide();
  come(1);
  expect([count(), told.map((one) => one.count)]).toEqual([1, [2, 1]]);
});

test('what was there is what was there when nobody saw the page any more, until it is seen', () => {
  const { hide, logIds, show } = started();
  hide('2', '1');
  hide('3', '2', '1');
  expect(logIds()).toEqual(['2', '1']);
  show();
  expect(logIds()).toEqual([]);
});

test('a deletion counts for nothing, and takes nothing away', () => {
  const { come, count, hide, told } = started();
  hide();
  come(2);
  come(1);
  come(0);
  expect([count(), told]).toEqual([2, [{ sectionId: '7', count: 2, kinds: [] }]]);
});

test('newer is what stands before the newest that was there and still is', () => {
  expect(countNewer(logsOf(4), ['2', '1'])).toBe(2);
  expect(countNewer([logAt(4), logAt(1)], ['2', '1'])).toBe(1);
  // Everything counts where nothing was before.
  expect(countNewer(logsOf(7), [])).toBe(7);
  // Where all that was there was deleted, nothing tells what is new.
  expect(countNewer([logAt(4), logAt(3)], ['2', '1'])).toBe(0);
});

test('each known kind is named once, and no text that an agent has made up', () => {
  const types = ['left_page', 'no_face', 'Yara sat beside Zoe', 'left_page'];
  expect(kindsOf(types.map((activityType, index) => ({ ...logAt(index), activityType })))).toEqual([
    'left_page',
    'no_face',
  ]);
});
