import type { CSSProperties, ReactNode } from 'react';
import { Button } from '../../components/Button';
import { tracksOf } from '../../machines/students/room';
import { messages } from '../../messages';
import type { Cell, RoomPlace } from '../../services/app/types';

const { room: words } = messages;

/** The places of a room, wide enough for names. On a phone one is cut at the edge, which shows that the rest scrolls. */
export const roomGrid = 'grid gap-1.5 [--seat:6.25rem] @xl:[--seat:4.5rem]';

/**
 * The front of a room above its places. Those that are wider than the page scroll sideways: names stay readable.
 *
 * @param onArrange opens the arrangement; undefined while the room is being arranged
 */
export function InRoom({ onArrange, children }: { onArrange?: (() => void) | undefined; children: ReactNode }) {
  return (
    <>
      <div className="mb-1 grid min-h-8 grid-cols-[1fr_auto] items-center border-b-2 border-line text-xs text-muted @xl:grid-cols-[1fr_auto_1fr]">
        <p className="@xl:col-start-2">{words.front}</p>
        {onArrange && (
          <Button variant="quiet" onClick={onArrange} className="ml-auto px-2! py-0! wide:pointer-fine:min-h-9!">
            {words.arrange}
          </Button>
        )}
      </div>
      <div className="-m-1 overflow-x-auto p-1">{children}</div>
    </>
  );
}

/** Returns the rows and columns of a room in which students sit, with narrow aisles, and the students’ cells there. */
export function roomOf(places: readonly RoomPlace[]) {
  const rows = tracksOf(places, 'row');
  const columns = tracksOf(places, 'column');
  const style: CSSProperties = {
    gridTemplateRows: rows.isTaken.map((isTaken) => (isTaken ? 'auto' : '1rem')).join(' '),
    gridTemplateColumns: columns.isTaken
      .map((isTaken) => (isTaken ? 'minmax(var(--seat), 1fr)' : 'minmax(0.75rem, 0.25fr)'))
      .join(' '),
  };
  const inGrid = ({ row, column }: Cell): CSSProperties => ({
    gridRow: row - rows.first + 1,
    gridColumn: column - columns.first + 1,
  });
  const cells = new Map(places.map((place) => [place.studentId, inGrid(place)]));
  return { style, cellOf: (studentId: string) => cells.get(studentId) };
}
