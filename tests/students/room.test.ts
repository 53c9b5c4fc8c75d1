import { expect, test } from 'vitest';
import {
  besideRow,
  cellsFor,
  moved,
  placesFor,
  samePlaces,
  stepFrom,
  textOf,
  tracksOf,
} from '../../src/machines/students/room';

const at = (studentId: string, row: number, column: number) => ({ studentId, row, column });
/** Draws a room: a dot is a gap. */
function drawn(places: readonly ReturnType<typeof at>[]) {
  const [rows, columns] = (['row', 'column'] as const).map((of) => Math.max(...places.map((place) => place[of])) + 1);
  const sign = (row: number, column: number) =>
    places.find((place) => textOf(place) === `${row} ${column}`)?.studentId ?? '.';
  return Array.from({ length: rows! }, (_, row) =>
    Array.from({ length: columns! }, (_, column) => sign(row, column))
      .join('')
      .replace(/\.+$/, ''),
  );
}
const students = (count: number) => Array.from({ length: count }, (_, index) => 'abcdefghijklmnop'[index]!);

test('before anybody has arranged the room, six sit in a row, in the order of their names', () => {
  expect(drawn(placesFor(students(8), []))).toEqual(['abcdef', 'gh']);
  expect(placesFor([], [])).toEqual([]);
});

test('new students get the next free cells behind the last one, and no aisle', () => {
  const room = [at('a', 0, 0), at('b', 0, 3), at('c', 1, 0)];
  expect(drawn(placesFor(students(6), room))).toEqual(['a..b', 'c..d', 'e..f']);
});

test('who is gone leaves a gap, which nobody fills', () => {
  const room = [at('a', 0, 0), at('b', 0, 1), at('c', 0, 2), at('d', 1, 0), at('e', 1, 1)];
  expect(drawn(placesFor(['a', 'c', 'd', 'e', 'f'], room))).toEqual(['a.c', 'def']);
});

test('everybody has a place, also in a room whose last row is taken', () => {
  const room = [at('a', 63, 0)];
  const places = placesFor(students(3), room);
  expect(places.map(({ row, column }) => [row, column])).toEqual([
    [0, 0],
    [0, 1],
    [63, 0],
  ]);
  const many = Array.from({ length: 1000 }, (_, index) => String(index));
  expect(new Set(placesFor(many, []).map(textOf)).size).toBe(1000);
});

test('a student moves to a free cell, or swaps with who sits there', () => {
  const room = [at('a', 0, 0), at('b', 0, 1)];
  expect(moved(room, 'a', { row: 2, column: 3 })).toEqual([at('a', 2, 3), at('b', 0, 1)]);
  expect(moved(room, 'a', { row: 0, column: 1 })).toEqual([at('a', 0, 1), at('b', 0, 0)]);
  expect(moved(room, 'a', { row: 0, column: 0 })).toEqual(room);
  expect(moved(room, 'gone', { row: 0, column: 0 })).toBe(room);
});

test('places are the same in any order', () => {
  expect(samePlaces([at('a', 0, 0), at('b', 0, 1)], [at('b', 0, 1), at('a', 0, 0)])).toBe(true);
  expect(samePlaces([at('a', 0, 0)], [at('a', 0, 1)])).toBe(false);
  expect(samePlaces([at('a', 0, 0)], [])).toBe(false);
});

test('a step ends at the walls', () => {
  expect(stepFrom({ row: 0, column: 0 }, [-1, 0])).toEqual({ row: 0, column: 0 });
  expect(stepFrom({ row: 63, column: 15 }, [1, 1])).toEqual({ row: 63, column: 15 });
  expect(stepFrom({ row: 1, column: 1 }, [1, -1])).toEqual({ row: 2, column: 0 });
});

test('there are a row and a column more to arrange students in, up to the walls', () => {
  const last = (...places: ReturnType<typeof at>[]) => cellsFor(places).at(-1);
  expect(last(at('a', 0, 0))).toEqual({ row: 1, column: 5 });
  expect(last(at('a', 2, 7))).toEqual({ row: 3, column: 8 });
  expect(last(at('a', 63, 15))).toEqual({ row: 63, column: 15 });
});

test('rows and columns are shown from the first to the last in use, with the aisles between', () => {
  const room = [at('a', 1, 2), at('b', 1, 5), at('c', 3, 2)];
  expect(tracksOf(room, 'column')).toEqual({ first: 2, isTaken: [true, false, false, true] });
  expect(tracksOf(room, 'row')).toEqual({ first: 1, isTaken: [true, false, true] });
});

test('up and down lead to the nearest seat of the next row with one', () => {
  const room = [at('a', 0, 0), at('b', 0, 4), at('c', 3, 1), at('d', 3, 4), at('e', 5, 0)];
  expect([besideRow(room, 0, 1), besideRow(room, 1, 1), besideRow(room, 2, 1), besideRow(room, 3, -1)]).toEqual([
    2, 3, 4, 1,
  ]);
  expect([besideRow(room, 4, 1), besideRow(room, 0, -1), besideRow(room, 9, 1)]).toEqual([4, 0, 9]);
});
