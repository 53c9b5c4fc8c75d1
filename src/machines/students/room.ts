import type { Cell, RoomPlace } from '../../services/app/types';

/* Where the students of a section sit. Cells without a student are gaps, and columns without one are aisles. */

/** The size of a room (`api/openapi.yaml`). */
const SIZE = { rows: 64, columns: 16 };
/** Seats in a row before anybody has arranged the room. */
const ACROSS = 6;

/** Returns a cell as a text. */
export const textOf = ({ row, column }: Cell): string => `${row} ${column}`;

const before = (a: Cell, b: Cell) => a.row - b.row || a.column - b.column;

/** Returns the columns in which somebody sits; those of an empty room if nobody does. */
const columnsOf = (places: readonly Cell[]) =>
  places.length === 0
    ? Array.from({ length: ACROSS }, (_, column) => column)
    : [...new Set(places.map(({ column }) => column))].toSorted((a, b) => a - b);

/** Returns the free cells: those behind the last seat that are in no aisle, and then the other ones. */
function freeCells(places: readonly Cell[]): readonly Cell[] {
  const last = places.at(-1) ?? { row: 0, column: -1 };
  const columns = columnsOf(places);
  const taken = new Set(places.map(textOf));
  const all = Array.from({ length: SIZE.rows * SIZE.columns }, (_, index) => ({
    row: Math.floor(index / SIZE.columns),
    column: index % SIZE.columns,
  })).filter((cell) => !taken.has(textOf(cell)));
  const isNext = (cell: Cell) => before(cell, last) > 0 && columns.includes(cell.column);
  return [...all.filter(isNext), ...all.filter((cell) => !isNext(cell))];
}

/**
 * Returns a place for each student, from the front left. Those without one get the next free cells in their order. Who is gone leaves a gap.
 *
 * @param studentIds in the order of names
 */
export function placesFor(studentIds: readonly string[], places: readonly RoomPlace[]): readonly RoomPlace[] {
  const ids = new Set(studentIds);
  const kept = places.filter(({ studentId }) => ids.has(studentId)).toSorted(before);
  const placed = new Set(kept.map(({ studentId }) => studentId));
  const waiting = studentIds.filter((studentId) => !placed.has(studentId));
  if (waiting.length === 0) return kept;
  const free = freeCells(kept);
  const added = waiting.flatMap((studentId, index) => {
    const cell = free[index];
    return cell === undefined ? [] : [{ studentId, ...cell }];
  });
  return [...kept, ...added].toSorted(before);
}

/** Returns the places after a student has moved to a cell. Who sits there takes the student’s place. */
export function moved(places: readonly RoomPlace[], studentId: string, to: Cell): readonly RoomPlace[] {
  const from = places.find((place) => place.studentId === studentId);
  if (from === undefined) return places;
  return places.map((place) => {
    if (place === from) return { studentId, row: to.row, column: to.column };
    return textOf(place) === textOf(to) ? { ...place, row: from.row, column: from.column } : place;
  });
}

/** Returns whether two lists have the same places. */
export function samePlaces(some: readonly RoomPlace[], others: readonly RoomPlace[]): boolean {
  const all = (places: readonly RoomPlace[]) => places.map((place) => `${place.studentId} ${textOf(place)}`).toSorted();
  return all(some).join() === all(others).join();
}

/** Returns the cell a step away, within the room. */
export const stepFrom = ({ row, column }: Cell, [down, right]: readonly [number, number]): Cell => ({
  row: Math.min(Math.max(row + down, 0), SIZE.rows - 1),
  column: Math.min(Math.max(column + right, 0), SIZE.columns - 1),
});

/** Returns the cells to arrange students in: one row and one column more than are taken. */
export function cellsFor(places: readonly Cell[]): readonly Cell[] {
  const most = (of: 'row' | 'column') => places.reduce((highest, place) => Math.max(highest, place[of]), -1);
  const rows = Math.min(most('row') + 2, SIZE.rows);
  const columns = Math.min(Math.max(most('column') + 2, ACROSS), SIZE.columns);
  return Array.from({ length: rows * columns }, (_, index) => ({
    row: Math.floor(index / columns),
    column: index % columns,
  }));
}

/** Returns whether somebody sits in each row or column, from the first to the last one in use. */
export function tracksOf(
  places: readonly Cell[],
  of: 'row' | 'column',
): { first: number; isTaken: readonly boolean[] } {
  const taken = new Set(places.map((place) => place[of]));
  const first = Math.min(...taken);
  return {
    first,
    isTaken: Array.from({ length: Math.max(...taken) - first + 1 }, (_, index) => taken.has(first + index)),
  };
}

/** Returns the index of the seat in the next row, or the one before, that is nearest to a seat; itself at the end of the room. */
export function besideRow(places: readonly Cell[], at: number, down: 1 | -1): number {
  const here = places[at];
  if (here === undefined) return at;
  const beyond = places.filter(({ row }) => (row - here.row) * down > 0);
  const row = beyond.reduce(
    (nearest, place) => (Math.abs(place.row - here.row) < Math.abs(nearest - here.row) ? place.row : nearest),
    beyond[0]?.row ?? -1,
  );
  const distance = ({ column }: Cell) => Math.abs(column - here.column);
  const [nearest] = beyond.filter((place) => place.row === row).toSorted((a, b) => distance(a) - distance(b));
  return nearest === undefined ? at : places.indexOf(nearest);
}
