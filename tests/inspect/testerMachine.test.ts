import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { PanelMessage } from '../../src/recorder/tester/protocol';
import type { WalkablePath } from '../../src/recorder/tester/recordedPath';
import { testerMachine } from '../../src/screens/inspect/testerMachine';

const path: WalkablePath = {
  ...{ id: 'lamp-abcde', name: 'switch.press', steps: [] },
  start: { address: '/', storage: {}, now: 0, answers: {}, acts: [], see: [] },
};
const page = {
  ...{ type: 'page.told' as const, page: 'p1', path: path.id, waiting: [], isHolding: true },
  ...{ isConnected: false, isPassing: false, lines: ['Lamp'] },
};

function start(paths: WalkablePath[] | Error) {
  const sent: PanelMessage[] = [];
  const actor = createActor(
    testerMachine.provide({
      actors: {
        talkToPages: fromCallback(({ receive }) =>
          receive((event) => void (event.type === 'message.send' && sent.push(event.message))),
        ),
        loadPaths: fromPromise(async () => {
          if (paths instanceof Error) throw paths;
          return paths;
        }),
      },
    }),
  ).start();
  return { actor, sent, told: () => actor.getSnapshot().context };
}

test('a chart is chosen, a path opened, its acts ticked, and left', async () => {
  const { actor, told } = start([path]);
  actor.send({ type: 'chart.choose', chart: 'lamp' });
  expect(actor.getSnapshot().value).toBe('loading');
  await expect.poll(() => actor.getSnapshot().value).toBe('choosing');
  expect(told().paths).toEqual([path]);
  actor.send({ type: 'path.open', path });
  actor.send({ type: 'page.heard', message: page });
  actor.send({ type: 'act.tick', done: 1 });
  expect(actor.getSnapshot().value).toBe('walking');
  expect(told()).toMatchObject({ path, done: 1, page });
  actor.send({ type: 'path.leave' });
  expect(actor.getSnapshot().value).toBe('choosing');
  expect(told().path).toBeNull();
});

test('a page that refuses says why, until something else is wanted of it; a page that left is forgotten', () => {
  const { actor, sent, told } = start([]);
  actor.send({ type: 'page.heard', message: page });
  actor.send({ type: 'page.heard', message: { type: 'page.refused', page: 'p1', why: 'No call waits.' } });
  expect(told().problem).toBe('No call waits.');
  const message: PanelMessage = { type: 'hold.wanted', page: 'p1', isHolding: true };
  actor.send({ type: 'message.send', message });
  expect([told().problem, sent]).toEqual([null, [message]]);
  actor.send({ type: 'page.heard', message: { type: 'page.left', page: 'p2' } });
  expect(told().page).toEqual(page);
  actor.send({ type: 'page.heard', message: { type: 'page.left', page: 'p1' } });
  expect(told().page).toBeNull();
});

test('paths that cannot be loaded are a problem, and another chart can be chosen', async () => {
  const { actor, told } = start(new Error('offline'));
  actor.send({ type: 'chart.choose', chart: 'lamp' });
  await expect.poll(() => told().problem).toBe('Error: offline');
  expect(actor.getSnapshot().value).toBe('choosing');
});
