import { useSelector } from '@xstate/react';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Announced } from '../../components/Announced';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { classes } from '../../components/classes';
import { SeatName, seatSize } from '../../components/StudentSeat';
import { nameOf } from '../../machines/students/namesakes';
import { cellsFor, moved, placesFor, samePlaces, stepFrom, textOf } from '../../machines/students/room';
import { roomMachine } from '../../machines/triage/roomMachine';
import { messages } from '../../messages';
import type { Cell, RoomPlace, Section, Student } from '../../services/app/types';
import { useActionVariant } from '../app/firstAction';
import { ProblemText } from '../app/ProblemText';
import { useScreenActor, useSystem } from '../app/system';
import { useHeldPage } from '../app/useHeldPage';
import { useOpen } from '../app/useOpen';
import { InRoom, roomGrid } from './InRoom';

const { room: words } = messages;

type RoomActor = ActorRefFrom<typeof roomMachine>;

const select = (room: SnapshotFrom<typeof roomMachine>) => room;
const selectContext = ({ context }: SnapshotFrom<typeof roomMachine>) => context;
/** Returns whether a room is being arranged. */
export const isArranging = (room: SnapshotFrom<typeof roomMachine>) => !room.matches('viewing');

/** Returns whether seats have changed that are not saved. */
const isUnsaved = (room: SnapshotFrom<typeof roomMachine>) =>
  isArranging(room) && !samePlaces(room.context.places, room.context.saved);

/** The chart of a section's room. It goes on with moves that were not saved when the page was left. */
export function useRoom({ id, room: known }: Section): RoomActor {
  const { drafts } = useSystem();
  const [before] = useState(() => drafts.own().rooms.get(id));
  const room = useScreenActor(roomMachine, {
    input: { sectionId: id, saved: known?.places ?? [], draft: (known && before) ?? null },
  });
  const { version, places } = useSelector(room, selectContext);
  const arranging = useSelector(room, isArranging);
  useEffect(() => {
    if (arranging) drafts.own().rooms.set(id, { version, places });
    else drafts.own().rooms.delete(id);
  }, [drafts, id, arranging, version, places]);
  useHeldPage(useSelector(room, isUnsaved));
  return room;
}

/** Undo, Cancel and Save while a room is being arranged. Cancel asks before it drops changes. */
export function RoomActions({ room }: { room: RoomActor }) {
  const state = useSelector(room, select);
  const unsaved = useSelector(room, isUnsaved);
  const discard = useOpen();
  const variant = useActionVariant('save', !state.matches('outdated'));
  const cancel = () => room.send({ type: 'room.cancel' });
  if (state.matches('outdated')) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-disabled={!state.can({ type: 'move.undo' })}
        onClick={() => room.send({ type: 'move.undo' })}
        className="px-3!"
      >
        {words.undo}
      </Button>
      <Button variant="secondary" onClick={unsaved ? discard.open : cancel} className="px-3!">
        {words.cancel}
      </Button>
      <Button
        variant={variant}
        busy={state.matches('saving')}
        onClick={() => room.send({ type: 'room.save' })}
        className="px-3!"
      >
        {state.matches('waiting') ? words.retry : words.save}
      </Button>
      <ConfirmDialog
        open={discard.isOpen && unsaved}
        title={words.discardTitle}
        cancel={words.keepArranging}
        onCancel={discard.close}
        confirm={words.discard}
        onConfirm={cancel}
      >
        {words.discardHint}
      </ConfirmDialog>
    </>
  );
}

type ArrangedRoomProps = {
  room: RoomActor;
  /** In the order of names. */
  students: readonly Student[];
  /** The version that is saved. */
  version: number;
};

/** The places of a room while a teacher moves students to them, by dragging, pressing or keys. */
export function ArrangedRoom({ room, students, version }: ArrangedRoomProps) {
  const state = useSelector(room, select);
  const { places: draft, problem } = state.context;
  const places = useMemo(
    () =>
      placesFor(
        students.map(({ id }) => id),
        draft,
      ),
    [students, draft],
  );
  return (
    <>
      {state.matches('outdated') ? (
        <div role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-sm">
          <p className="min-w-0 flex-1 basis-64">{words.outdated}</p>
          <Button variant="secondary" onClick={() => room.send({ type: 'room.overwrite', version })} className="px-3!">
            {words.overwrite}
          </Button>
          <Button variant="secondary" onClick={() => room.send({ type: 'room.cancel' })} className="px-3!">
            {words.takeTheirs}
          </Button>
        </div>
      ) : (
        <p
          role={problem || state.matches('waiting') ? 'alert' : undefined}
          className="mb-2 text-sm whitespace-pre-line"
        >
          {problem ? <ProblemText {...problem} /> : state.matches('waiting') ? words.waiting : words.hint}
        </p>
      )}
      <Plan
        students={students}
        places={places}
        isInert={!state.matches('arranging')}
        onMove={(moved) => room.send({ type: 'student.move', places: moved })}
        onUndo={() => room.send({ type: 'move.undo' })}
      />
      <p className="mt-2 text-xs text-muted @max-sm:hidden">{words.keys}</p>
    </>
  );
}

const arrows: Record<string, readonly [down: number, right: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Pixels that a press may move before it is a drag. */
const SLACK = 6;

const cellText = ({ row, column }: Cell) => words.cell(row + 1, column + 1);
const placeIn = ({ row, column }: Cell): CSSProperties => ({ gridRow: row + 1, gridColumn: column + 1 });

interface PlanProps {
  students: readonly Student[];
  places: readonly RoomPlace[];
  isInert: boolean;
  onMove: (places: readonly RoomPlace[]) => void;
  onUndo: () => void;
}

/**
 * One stop of the Tab key. The arrow keys walk from cell to cell, and carry the student who is picked up. What is carried is only
 * drawn: putting it down is the move, so that nobody who is passed changes places.
 */
function Plan({ students, places: settled, isInert, onMove, onUndo }: PlanProps) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const [carried, setCarried] = useState<{ id: string; to: Cell } | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const lifted = carried?.id ?? null;
  const byId = useMemo(() => new Map(students.map((student) => [student.id, student])), [students]);
  const places = useMemo(() => (carried ? moved(settled, carried.id, carried.to) : settled), [settled, carried]);
  const placeOf = useMemo(() => new Map(places.map((place) => [place.studentId, place])), [places]);
  const byCell = useMemo(() => new Map(places.map((place) => [textOf(place), place])), [places]);
  const cells = cellsFor(places);
  const named = (id: string) => {
    const student = byId.get(id);
    return student === undefined ? '' : nameOf(student);
  };
  const tabStop = cells.some((cell) => textOf(cell) === focused) ? focused : places[0] && textOf(places[0]);
  const settledAt = (id: string) => settled.find(({ studentId }) => studentId === id);
  /** Returns who sits at a cell, apart from the student who comes there. */
  const sitterAt = (to: Cell, id: string) =>
    settled.find((place) => textOf(place) === textOf(to) && place.studentId !== id)?.studentId;

  const lift = (id: string) => {
    const place = settledAt(id);
    if (place === undefined) return;
    setCarried({ id, to: place });
    setSaid(words.lifted(named(id)));
  };
  const carry = (id: string, to: Cell) => {
    const sitter = sitterAt(to, id);
    setCarried({ id, to });
    setFocused(textOf(to));
    setSaid(
      sitter === undefined ? words.moved(named(id), cellText(to)) : words.takes(named(id), cellText(to), named(sitter)),
    );
  };
  const putDown = (id: string, to: Cell) => {
    const from = settledAt(id);
    setCarried(null);
    if (from === undefined || isInert) return;
    const sitter = sitterAt(to, id);
    setSaid(
      sitter === undefined
        ? words.putDown(named(id), cellText(to))
        : words.swapped(named(id), cellText(to), named(sitter)),
    );
    if (textOf(from) === textOf(to)) return;
    onMove(moved(settled, id, to));
    setFocused(textOf(to));
  };
  const putBack = (id: string) => {
    const from = settledAt(id);
    setCarried(null);
    if (from === undefined) return;
    setFocused(textOf(from));
    setSaid(words.putBack(named(id), cellText(from)));
  };
  const press = (cell: Cell) => {
    if (isInert) return;
    const there = byCell.get(textOf(cell));
    if (carried) putDown(carried.id, cell);
    else if (there) lift(there.studentId);
  };
  const drag = useDrag({ lifted, isInert, onDrop: putDown, onStart: () => setCarried(null) });

  const walk = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const undoes = key === 'z' && (ctrlKey || metaKey);
    if (carried && (key === 'Escape' || undoes)) {
      event.preventDefault();
      return putBack(carried.id);
    }
    if (undoes) {
      event.preventDefault();
      setSaid(words.undone);
      return onUndo();
    }
    const step = arrows[key];
    if (step === undefined || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    if (carried) return carry(carried.id, stepFrom(carried.to, step));
    const at = cells.find((cell) => textOf(cell) === tabStop);
    const next = at && textOf(stepFrom(at, step));
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  /** Save saves what is shown. */
  const leave = ({ relatedTarget }: FocusEvent) => {
    const stays = relatedTarget instanceof Node && grid.current?.contains(relatedTarget);
    if (carried && !stays && document.hasFocus()) putDown(carried.id, carried.to);
  };

  const cellButton = (cell: Cell) => ({
    type: 'button' as const,
    style: placeIn(cell),
    tabIndex: textOf(cell) === tabStop ? 0 : -1,
    'data-cell': textOf(cell),
    onFocus: () => setFocused(textOf(cell)),
    onClick: (event: MouseEvent) => drag.isOf(event) || press(cell),
  });
  const columns = [...new Set(cells.map(({ column }) => column))];
  const taken = new Set(places.map(({ column }) => column));
  return (
    <InRoom>
      <fieldset
        ref={grid}
        aria-label={words.arrange}
        aria-disabled={isInert || undefined}
        onKeyDown={walk}
        onBlur={leave}
        {...drag.handlers}
        className={classes(roomGrid, isInert && 'opacity-60')}
        style={{
          ...{ userSelect: 'none', WebkitUserSelect: 'none' },
          gridTemplateColumns: columns
            // Leaves the room to the names.
            .map((column) => (taken.has(column) ? 'minmax(var(--seat), 1fr)' : 'minmax(2.75rem, 0.5fr)'))
            .join(' '),
        }}
      >
        {cells
          .filter((cell) => !byCell.has(textOf(cell)))
          .map((cell) => (
            <button
              key={textOf(cell)}
              {...cellButton(cell)}
              aria-label={words.free(cellText(cell))}
              aria-disabled={lifted === null || undefined}
              className="min-h-11 min-w-0 rounded-control border border-dashed border-line data-[target]:border-primary data-[target]:bg-primary-soft"
            />
          ))}
        {students.map((student) => {
          const place = placeOf.get(student.id);
          return (
            place && (
              <button
                key={student.id}
                {...cellButton(place)}
                data-student={student.id}
                aria-pressed={student.id === lifted}
                aria-label={words.seat(nameOf(student), cellText(place))}
                title={nameOf(student)}
                className={classes(
                  'relative flex min-w-0 cursor-grab items-center rounded-control border border-control bg-canvas p-1.5 text-left aria-pressed:touch-none aria-pressed:border-2 aria-pressed:border-primary aria-pressed:bg-primary-soft data-[target]:border-primary data-[target]:bg-primary-soft',
                  seatSize,
                )}
              >
                <SeatName name={student.name} distinction={student.distinction} />
              </button>
            )
          );
        })}
      </fieldset>
      <Announced>{said}</Announced>
    </InRoom>
  );
}

interface DragOptions {
  /** Who is picked up. A finger drags only them, and scrolls everywhere else. */
  lifted: string | null;
  isInert: boolean;
  onStart: () => void;
  onDrop: (studentId: string, to: Cell) => void;
}

/** Drags seats by pointer. What moves meanwhile is only drawn: the drop is the move. */
function useDrag({ lifted, isInert, onStart, onDrop }: DragOptions) {
  const dragged = useRef<{
    seat: HTMLElement;
    id: string;
    x: number;
    y: number;
    target: Element | null;
    isMoving: boolean;
  }>(null);
  /** Until the click that follows, however long a slow device draws the drop before it. */
  const hasEnded = useRef(false);
  const end = () => {
    const drag = dragged.current;
    dragged.current = null;
    if (drag === null) return null;
    Object.assign(drag.seat.style, { translate: '', zIndex: '', cursor: '' });
    drag.target?.removeAttribute('data-target');
    return drag;
  };
  return {
    /** Returns whether a click ends a drag, and is no press. */
    isOf({ detail }: MouseEvent) {
      const isClick = hasEnded.current && detail > 0;
      hasEnded.current = false;
      return isClick;
    },
    handlers: {
      /** Selects no text. The press still moves the focus. */
      onMouseDown(event: MouseEvent) {
        event.preventDefault();
        if (event.target instanceof Element) event.target.closest('button')?.focus({ preventScroll: true });
      },
      onPointerDown(event: PointerEvent) {
        hasEnded.current = false;
        const seat = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-student]') : null;
        const id = seat?.dataset.student;
        if (seat === null || id === undefined || isInert || event.button !== 0 || !event.isPrimary) return;
        if (event.pointerType !== 'mouse' && id !== lifted) return;
        dragged.current = { seat, id, x: event.clientX, y: event.clientY, target: null, isMoving: false };
      },
      onPointerMove({ clientX, clientY, pointerId }: PointerEvent) {
        const drag = dragged.current;
        if (drag === null) return;
        const [x, y] = [clientX - drag.x, clientY - drag.y];
        if (!drag.isMoving) {
          if (Math.hypot(x, y) < SLACK) return;
          drag.isMoving = true;
          drag.seat.setPointerCapture(pointerId);
          Object.assign(drag.seat.style, { zIndex: '1', cursor: 'grabbing' });
        }
        drag.seat.style.translate = `${x}px ${y}px`;
        const under = document.elementsFromPoint(clientX, clientY).map((one) => one.closest('[data-cell]'));
        const target = under.find((one) => one !== null && one !== drag.seat) ?? null;
        if (target === drag.target) return;
        drag.target?.removeAttribute('data-target');
        target?.setAttribute('data-target', '');
        drag.target = target;
      },
      onPointerUp() {
        const drag = end();
        if (!drag?.isMoving) return;
        hasEnded.current = true;
        onStart();
        const [row, column] = (drag.target?.getAttribute('data-cell') ?? '').split(' ').map(Number);
        if (row !== undefined && column !== undefined && drag.target) onDrop(drag.id, { row, column });
      },
      onPointerCancel: end,
    },
  };
}
