import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { WriteAnswer } from '../../src/machines/app/writes';
import { roomMachine } from '../../src/machines/triage/roomMachine';
import type { Room, RoomPlace } from '../../src/services/app/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { failure, nothingNew, refused, unanswered } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (studentId: string, column: number): RoomPlace => ({ studentId, row: 0, column });
const [front, back, middle] = [[at('1', 0)], [at('1', 5)], [at('1', 3)]];
const outdated = { ...nothingNew, left: failure('Another teacher was faster.').problem };

/** The room of section 7, in which Ada sits in the front. */
function opened(draft: Room | null = null) {
  const saveRoom = heldPromise<WriteAnswer, { sectionId: string; room: Room }>();
  const network = heldCallback<{ type: 'network.online' }>();
  const actor = createActor(
    idle(roomMachine).provide({ actors: { saveRoom: saveRoom.logic, watchNetwork: network.logic } }),
    { input: { sectionId: '7', saved: front, draft } },
  ).start();
  const context = () => actor.getSnapshot().context;
  return {
    ...{ saveRoom, network, context, send: actor.send },
    state: () => actor.getSnapshot().value,
    canUndo: () => actor.getSnapshot().can({ type: 'move.undo' }),
    /** The state, where Ada sits, and how often that was sent. */
    seen: () => [actor.getSnapshot().value, context().places[0]?.column, saveRoom.calls.length],
  };
}

/** A teacher who has moved Ada to the back. */
function moving() {
  const room = opened();
  room.send({ type: 'room.arrange', room: { version: 4, places: front } });
  room.send({ type: 'student.move', places: back });
  return room;
}

/** A teacher whose places are on their way. */
function saving() {
  const room = moving();
  room.send({ type: 'room.save' });
  return room;
}

test('places are saved when the teacher says so, with the version that they have begun with', async () => {
  const room = opened();
  expect(room.seen()).toEqual(['viewing', 0, 0]);
  room.send({ type: 'room.arrange', room: { version: 4, places: front } });
  expect(room.seen()).toEqual(['arranging', 0, 0]);
  room.send({ type: 'student.move', places: back });
  expect(room.seen()).toEqual(['arranging', 5, 0]);
  room.send({ type: 'room.save' });
  expect(room.seen()).toEqual(['saving', 5, 1]);
  expect(room.saveRoom.last.input).toEqual({ sectionId: '7', room: { version: 4, places: back } });
  await room.saveRoom.last.answer(nothingNew);
  expect(room.state()).toBe('viewing');
});

test('nothing is sent if nobody has moved', () => {
  const room = moving();
  room.send({ type: 'student.move', places: front });
  room.send({ type: 'room.save' });
  expect(room.seen()).toEqual(['viewing', 0, 0]);
});

test('moves are undone one by one, and cancelled at once', () => {
  const room = moving();
  room.send({ type: 'student.move', places: middle });
  room.send({ type: 'move.undo' });
  expect([room.seen(), room.canUndo()]).toEqual([['arranging', 5, 0], true]);
  room.send({ type: 'move.undo' });
  room.send({ type: 'move.undo' });
  expect([room.seen(), room.canUndo()]).toEqual([['arranging', 0, 0], false]);
  room.send({ type: 'student.move', places: back });
  room.send({ type: 'room.cancel' });
  expect(room.state()).toBe('viewing');
  room.send({ type: 'room.arrange', room: { version: 5, places: middle } });
  expect([room.seen(), room.context().past]).toEqual([['arranging', 3, 0], []]);
});

test('a refusal leaves the places as they are arranged, until the next move', async () => {
  const room = saving();
  await room.saveRoom.last.fail(refused);
  expect([room.seen(), room.context().problem?.sentence]).toEqual([['arranging', 5, 1], 'The server said no.']);
  room.send({ type: 'student.move', places: middle });
  expect(room.context().problem).toBeNull();
  room.send({ type: 'room.save' });
  await room.saveRoom.last.fail(refused);
  room.send({ type: 'move.undo' });
  expect([room.seen(), room.context().problem]).toEqual([['arranging', 5, 2], null]);
});

test('without an answer the same places are sent again after 1, 2 and 4 s', async () => {
  const room = saving();
  for (const [tries, seconds] of [1, 2, 4].entries()) {
    await room.saveRoom.last.fail(unanswered);
    expect(room.seen()).toEqual(['waiting', 5, tries + 1]);
    room.send({ type: 'student.move', places: middle });
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(room.seen()).toEqual(['waiting', 5, tries + 1]);
    vi.advanceTimersByTime(1);
    expect(room.seen()).toEqual(['saving', 5, tries + 2]);
    expect(room.saveRoom.last.input.room).toEqual({ version: 4, places: back });
  }
  await room.saveRoom.last.fail(refused);
  room.send({ type: 'room.save' });
  await room.saveRoom.last.fail(unanswered);
  vi.advanceTimersByTime(1000);
  expect(room.seen()).toEqual(['saving', 5, 6]);
});

test('they are sent at once when the network is back, or the teacher asks', async () => {
  const room = saving();
  await room.saveRoom.last.fail(unanswered);
  room.network.send({ type: 'network.online' });
  expect([room.seen(), room.network.isRunning]).toEqual([['saving', 5, 2], false]);
  await room.saveRoom.last.fail(unanswered);
  room.send({ type: 'room.save' });
  expect(room.seen()).toEqual(['saving', 5, 3]);
  await room.saveRoom.last.fail(unanswered);
  room.send({ type: 'room.cancel' });
  vi.advanceTimersByTime(60_000);
  expect(room.seen()).toEqual(['viewing', 5, 3]);
});

test('another teacher’s arrangement is overwritten only after the teacher was told', async () => {
  const room = saving();
  await room.saveRoom.last.answer(outdated);
  expect(room.seen()).toEqual(['outdated', 5, 1]);
  room.send({ type: 'room.overwrite', version: 5 });
  expect(room.seen()).toEqual(['saving', 5, 2]);
  expect(room.saveRoom.last.input.room).toEqual({ version: 5, places: back });
  await room.saveRoom.last.answer(outdated);
  room.send({ type: 'room.cancel' });
  expect(room.state()).toBe('viewing');
});

test('the page goes on with moves that were not saved when it was left', async () => {
  const room = opened({ version: 3, places: back });
  expect(room.seen()).toEqual(['arranging', 5, 0]);
  room.send({ type: 'room.save' });
  expect(room.saveRoom.last.input.room).toEqual({ version: 3, places: back });
  // They were saved in the meantime.
  expect(opened({ version: 3, places: front }).state()).toBe('viewing');
});
