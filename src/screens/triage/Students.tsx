import { activityKinds } from '@vigil/contract/values';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, useDeferredValue, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ToneMark } from '../../components/Badge';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { Choice } from '../../components/Choice';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { ItemList } from '../../components/ItemList';
import { ListItem } from '../../components/ListItem';
import { SeatMarks, StudentSeat } from '../../components/StudentSeat';
import { ObservedInk, UnobservedInk } from '../../components/TimeInks';
import { useGradually } from '../../components/useGradually';
import { isAway, type Presence, type UnwatchedState, unwatchedStates } from '../../machines/attendance/presence';
import type { Episode } from '../../machines/records/episodes';
import { observedIn, stretchOf } from '../../machines/records/observed';
import { nameOf } from '../../machines/students/namesakes';
import { besideRow } from '../../machines/students/room';
import { isFullTeacher } from '../../machines/students/sharing';
import type { roomMachine } from '../../machines/triage/roomMachine';
import type { Seat } from '../../machines/triage/seats';
import type { studentPanelMachine } from '../../machines/triage/studentPanelMachine';
import { loudestOf, type Mark, marksOf, sameMarks } from '../../machines/triage/urgency';
import { messages } from '../../messages';
import { addStudentsPath } from '../../paths';
import type { Cell, Coverage, RoomPlace, Section, Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { useIsProjecting } from '../app/system';
import { durationOf } from '../app/times';
import { useTime } from '../app/useTime';
import { seatWords, stateIcons, stateMeaning, stateWords } from '../attendance/stateWords';
import { activityName, toneOf } from '../records/ActivityBadge';
import { ArrangedRoom, isArranging, RoomActions } from './ArrangedRoom';
import { InRoom, roomGrid, roomOf } from './InRoom';
import { lessonNow } from './useLesson';

const { section: words, lesson: lessonWords, lookNow, door } = messages;

export const layouts = ['tiles', 'list'] as const;
export type Layout = (typeof layouts)[number];
export const orders = ['name', 'need', 'room'] as const;
export type Order = (typeof orders)[number];

type StudentsProps = {
  section: Section;
  /** In the chosen order. */
  seats: readonly Seat[];
  periodName: string;
  /** Nothing is being detected. */
  isUnwatched: boolean;
  /** Something can be said about the present. */
  isLive: boolean;
  /** What the students do who are not watched, by their ids. */
  presenceOf: (studentId: string) => Presence | null;
  /** Who is observed in the running lesson; null if nobody was invited. */
  coverage: Coverage | null;
  layout: Layout;
  order: Order;
  onChooseLayout: (layout: Layout) => void;
  onChooseOrder: (order: Order) => void;
  /** The students in the order of names. */
  byName: readonly Student[];
  /** Where they sit; null in another order. */
  places: readonly RoomPlace[] | null;
  room: ActorRefFrom<typeof roomMachine>;
  /** Called with the student's key. */
  onOpen: (key: string) => void;
  panel: ActorRefFrom<typeof studentPanelMachine>;
};

/** The section's students with their episodes of the lesson: as seats, or as a list with emails. */
export const Students = memo(function Students(props: StudentsProps) {
  const { section, layout, order } = props;
  // A press in Look now shows there first.
  const seats = useDeferredValue(props.seats);
  // The choice shows at once. Hundreds of students may follow a moment later.
  const shown = useDeferredValue(layout);
  const known = shown === 'tiles' && order === 'room' ? section.room : undefined;
  const arranging = useSelector(props.room, isArranging) && known !== undefined;
  if (seats.length === 0) {
    return (
      <Card title={words.studentsCount(0)}>
        <EmptyState
          icon="students"
          action={
            isFullTeacher(section) && (
              <ButtonLink variant="primary" to={addStudentsPath(section.id)}>
                {words.addStudents}
              </ButtonLink>
            )
          }
        >
          {words.noStudents}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={words.studentsCount(seats.length)}
      dense
      actions={
        arranging ? (
          <RoomActions room={props.room} />
        ) : (
          <>
            <Choice
              label={lessonWords.order}
              options={section.room ? namedOrders : namedOrders.filter(([one]) => one !== 'room')}
              chosen={order}
              onChoose={props.onChooseOrder}
            />
            <Choice label={lessonWords.layout} options={namedLayouts} chosen={layout} onChoose={props.onChooseLayout} />
          </>
        )
      }
    >
      {shown === 'list' && <StudentList {...props} seats={seats} />}
      {shown === 'tiles' &&
        (arranging ? (
          <ArrangedRoom room={props.room} students={props.byName} version={known.version} />
        ) : (
          <Seats
            {...{ seats, places: props.places, presenceOf: props.presenceOf, coverage: props.coverage }}
            {...{ periodName: props.periodName, isUnwatched: props.isUnwatched, isLive: props.isLive }}
            {...{ onOpen: props.onOpen, panel: props.panel }}
            onArrange={known && (() => props.room.send({ type: 'room.arrange', room: known }))}
          />
        ))}
      {!arranging && (
        <Legend
          {...props}
          seats={seats}
          hasLines={shown === 'tiles' && props.coverage !== null}
          hasStates={shown === 'tiles'}
        />
      )}
    </Card>
  );
});

const namedOrders = orders.map((order) => [order, lessonWords.orders[order]] as const);
const namedLayouts = layouts.map((layout) => [layout, lessonWords[layout]] as const);

interface LegendProps extends Pick<StudentsProps, 'seats' | 'periodName' | 'isUnwatched' | 'isLive' | 'presenceOf'> {
  hasLines: boolean;
  /** Seats say why students are not watched. */
  hasStates: boolean;
}

/** Explains the signs. Of the reasons why students are not watched, those that occur. */
function Legend({ seats, periodName, isUnwatched, isLive, presenceOf, hasLines, hasStates }: LegendProps) {
  const states = new Set(hasStates ? seats.map(({ student }) => presenceOf(student.id)?.state) : []);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      {isLive && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3.5 rounded-xs border-2 border-ink bg-lit" />
          <span>{lessonWords.legend.now}</span>
        </span>
      )}
      {[
        ...activityKinds.map((type) => [activityName(type), toneOf(type)] as const),
        [lessonWords.other, undefined] as const,
      ].map(([name, tone]) => (
        <span key={name} className="flex items-center gap-1.5">
          <ToneMark tone={tone} />
          <span>{name}</span>
        </span>
      ))}
      <span>{lessonWords.legend.marks(periodName, isLive)}</span>
      {hasLines && (
        <span className="flex items-center gap-1.5">
          <svg aria-hidden="true" className="h-1.5 w-12">
            <UnobservedInk y={3} />
            <ObservedInk x="0" width="24" y={3} />
          </svg>
          <span>{lessonWords.legend.line}</span>
        </span>
      )}
      {/* At the end: they come and go. */}
      {isUnwatched && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3.5 rounded-xs border border-dashed border-control" />
          <span>{lessonWords.legend.unwatched}</span>
        </span>
      )}
      {unwatchedStates
        .filter((state) => states.has(state))
        .map((state) => (
          <span key={state} className="flex items-center gap-1.5">
            <Icon name={stateIcons[state]} />
            <span>{stateMeaning(state)}</span>
          </span>
        ))}
    </p>
  );
}

type SeatsProps = Pick<
  StudentsProps,
  'seats' | 'places' | 'periodName' | 'isUnwatched' | 'isLive' | 'presenceOf' | 'coverage' | 'onOpen' | 'panel'
> & { onArrange: (() => void) | undefined };

/** Six seats across, as many as fit on a phone. */
const seatGrid = 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5 @xl:grid-cols-6';

/** Where an arrow key leads from one of some seats. */
const steps: Record<string, (seats: readonly Cell[], at: number) => number> = {
  ArrowLeft: (_, at) => at - 1,
  ArrowRight: (_, at) => at + 1,
  ArrowUp: (seats, at) => besideRow(seats, at, -1),
  ArrowDown: (seats, at) => besideRow(seats, at, 1),
  Home: () => 0,
  End: (seats) => seats.length - 1,
};

function walkSeats(event: KeyboardEvent) {
  const seats = [...event.currentTarget.querySelectorAll('button')];
  const at = seats.findIndex((seat) => seat.matches(':focus'));
  const step = steps[event.key];
  if (at < 0 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const cells = seats.map((seat) => {
    const { top, left } = seat.getBoundingClientRect();
    return { row: Math.round(top), column: Math.round(left) };
  });
  seats[step(cells, at)]?.focus();
}

/** One stop of the Tab key; the arrow keys continue from there. */
function Seats({ seats, places, presenceOf, onOpen, onArrange, ...shared }: SeatsProps) {
  const projecting = useIsProjecting();
  const [lastFocused, setLastFocused] = useState('');
  const shown = useGradually(seats);
  const keys = useMemo(() => seats.map(({ student }) => keyOfStudent(student)), [seats]);
  const tabStop = keys.includes(lastFocused) ? lastFocused : keys[0];
  const room = useMemo(() => places && roomOf(places), [places]);
  const list = (
    <ul aria-label={words.students} onKeyDown={walkSeats} className={room ? roomGrid : seatGrid} style={room?.style}>
      {shown.map((seat) => {
        const key = keyOfStudent(seat.student);
        return (
          <li
            key={seat.student.id}
            className="offscreen-20 min-w-0"
            style={room?.cellOf(seat.student.id)}
            onFocus={() => setLastFocused(key)}
          >
            <SeatOf
              {...shared}
              {...stateOf(presenceOf(seat.student.id), projecting)}
              onOpen={onOpen}
              seat={seat}
              isTabStop={key === tabStop}
            />
          </li>
        );
      })}
    </ul>
  );
  return room ? <InRoom onArrange={onArrange}>{list}</InRoom> : list;
}

const nameOfMark = ({ type }: Mark) => (type === null ? lessonWords.other : activityName(type));

/** Returns how loudly a seat shows, and its marks. */
function useMarks({ episodes, unseen }: Seat, isLive: boolean) {
  const marks = useTime((time) => marksOf({ episodes, unseen }, lessonNow(time), isLive), sameMarks);
  return {
    urgency: loudestOf(marks),
    marks: marks.map((mark) => ({ ...mark, name: nameOfMark(mark), tone: toneOf(mark.type) })),
  };
}

/** Returns how much of the lesson a student was observed, as a drawing and as a text. */
function lineOf(coverage: Coverage, student: Student, episodes: readonly Episode[]) {
  const key = keyOfStudent(student);
  const observed = observedIn(coverage, []);
  const time = observed?.timeOf(key) ?? 0;
  return {
    observed: (observed?.spansOf(key) ?? []).map((span) => stretchOf(coverage, span)),
    hints: episodes.map(({ first: from, last: to, activityType }) => ({
      ...stretchOf(coverage, { from, to }),
      tone: toneOf(activityType),
    })),
    said:
      time === 0
        ? lessonWords.unobserved
        : lessonWords.observedShare(durationOf(time), durationOf(coverage.until - coverage.startedAt)),
  };
}

type SeatOfProps = Omit<SeatsProps, 'seats' | 'places' | 'presenceOf' | 'onArrange'> & {
  seat: Seat;
  /** Why the student is not watched; undefined if they are, or nobody was invited. */
  state: UnwatchedState | undefined;
  /** Its word on the seat, and for screen readers. */
  stateWord: string;
  stateSaid: string;
  isTabStop: boolean;
};

const SeatOf = memo(function SeatOf(props: SeatOfProps) {
  const { seat, periodName, isUnwatched, isLive, state, coverage, isTabStop, onOpen, panel } = props;
  const { student, episodes, unseen } = seat;
  const { urgency, marks } = useMarks(seat, isLive);
  const isOpen = useSelector(panel, ({ context }) => context.student === keyOfStudent(student));
  const line = useMemo(() => coverage && lineOf(coverage, student, episodes), [coverage, student, episodes]);
  const said = marks.map(({ name, count }) => lessonWords.sign(name, count));
  const facts = [
    ...(unseen.length > 0 ? [lessonWords.toLookAt] : []),
    ...(urgency === 'now' ? [lessonWords.legend.now] : []),
    ...(state ? [props.stateSaid] : isUnwatched ? [lessonWords.legend.unwatched] : []),
    lessonWords.signs(said, periodName),
    ...(urgency === 'earlier' ? [lessonWords.recently] : []),
    ...(line ? [line.said] : []),
  ];
  return (
    <StudentSeat
      name={student.name}
      number={student.number}
      title={nameOf(student)}
      distinction={student.distinction}
      label={lessonWords.seat(nameOf(student), facts)}
      marks={marks}
      urgency={urgency}
      isAbsent={state ? isAway(state) : isUnwatched}
      state={state && { icon: stateIcons[state], word: props.stateWord, short: door.shortStates[state] }}
      line={line ?? undefined}
      isOpen={isOpen}
      isTabStop={isTabStop}
      onPress={() => onOpen(keyOfStudent(student))}
    />
  );
});

/** Returns texts, so that a poll that changes nothing renders no seat. */
const stateOf = (presence: Presence | null, hidesReason: boolean) => ({
  state: presence?.state,
  stateWord: presence ? seatWords(presence, hidesReason) : '',
  stateSaid: presence ? unwatchedWords(presence, hidesReason) : '',
});

/** Says what a student does, and that they are not watched, unless that is what they are excused from. */
function unwatchedWords(presence: Presence, hidesReason: boolean): string {
  const state = stateWords(presence, hidesReason);
  return presence.state === 'excused' ? state : door.unwatched(state);
}

/** The students with their emails and the same marks. */
function StudentList({
  seats,
  isLive,
  presenceOf,
  onOpen,
}: Pick<StudentsProps, 'seats' | 'isLive' | 'presenceOf' | 'onOpen'>) {
  const projecting = useIsProjecting();
  const show = useMemo(
    () => (seat: Seat) => {
      const presence = presenceOf(seat.student.id);
      const state = presence === null ? '' : unwatchedWords(presence, projecting);
      return <ListedStudent key={seat.student.id} seat={seat} isLive={isLive} state={state} onOpen={onOpen} />;
    },
    [isLive, presenceOf, onOpen, projecting],
  );
  return <ItemList label={words.students} items={useGradually(seats)} show={show} />;
}

type ListedStudentProps = Pick<SeatOfProps, 'seat' | 'isLive' | 'onOpen'> & {
  /** Why the student is not watched; empty if they are, or nobody was invited. */
  state: string;
};

const ListedStudent = memo(function ListedStudent({ seat, isLive, state, onOpen }: ListedStudentProps) {
  const { student, unseen } = seat;
  const { urgency, marks } = useMarks(seat, isLive);
  return (
    <ListItem
      name={nameOf(student)}
      detail={student.email}
      onOpen={() => onOpen(keyOfStudent(student))}
      action={
        <>
          {state !== '' && <span className="max-w-1/3 text-xs text-muted tabular-nums wrap-anywhere">{state}</span>}
          {marks.length > 0 && (
            <button
              type="button"
              onClick={() => onOpen(keyOfStudent(student))}
              aria-label={lessonWords.seat(nameOf(student), [
                ...(unseen.length > 0 ? [lookNow.title] : []),
                ...marks.map(({ name, count }) => lessonWords.sign(name, count)),
              ])}
              className="flex min-h-9 items-center gap-2 rounded-control px-2"
            >
              {urgency !== 'calm' && (
                <span className={urgency === 'now' ? 'text-xs font-semibold' : 'text-xs text-muted'}>
                  {urgency === 'now' ? lessonWords.legend.now : lookNow.toLookAtOne}
                </span>
              )}
              <SeatMarks marks={marks} />
            </button>
          )}
        </>
      }
    />
  );
});
