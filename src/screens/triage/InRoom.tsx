import type { CSSProperties, ReactNode } from 'react';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { useBeyond } from '../../components/useBeyond';
import { tracksOf } from '../../machines/students/room';
import { messages } from '../../messages';
import type { Cell, RoomPlace } from '../../services/app/types';

const { room: words } = messages;

/** The places of a room, wide enough for names. */
export const roomGrid = 'grid gap-1.5 [--seat:5.5rem] @xl:[--seat:4.5rem]';

const edge = 'pointer-events-none absolute inset-y-0 w-8 from-surface to-transparent';

/**
 * The front of a room above its places. Those that are wider than the page scroll sideways, so that names stay readable, and the
 * edge where there are more fades.
 *
 * @param onArrange opens the arrangement; undefined while the room is being arranged
 */
export function InRoom({ onArrange, children }: { onArrange?: (() => void) | undefined; children: ReactNode }) {
  const { scroller, beyond } = useBeyond();
  return (
    <>
      <div className="mb-1 grid min-h-8 grid-cols-[1fr_auto] items-center border-b-2 border-line text-xs text-muted @xl:grid-cols-[1fr_auto_1fr]">
        <p className="@xl:col-start-2">
          <span>{words.front}</span>
          {(beyond.left || beyond.right) && <span className="block">{words.more}</span>}
        </p>
        {onArrange && (
          <Button variant="quiet" onClick={onArrange} className="ml-auto px-2! py-0! wide:pointer-fine:min-h-9!">
            {words.arrange}
          </Button>
        )}
      </div>
      <div className="relative -mx-1">
        <div ref={scroller} className="-my-1 overflow-x-auto p-1">
          {children}
        </div>
        {beyond.left && <div aria-hidden="true" className={classes(edge, 'left-0 bg-linear-to-r')} />}
        {beyond.right && <div aria-hidden="true" className={classes(edge, 'right-0 bg-linear-to-l')} />}
      </div>
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
