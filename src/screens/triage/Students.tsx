import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, useDeferredValue, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ToneMark } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { Choice } from '../../components/Choice';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { ItemList } from '../../components/ItemList';
import { ListItem } from '../../components/ListItem';
import { SignMarks, StudentSeat } from '../../components/StudentSeat';
import { ObservedInk, UnobservedInk } from '../../components/TimeInks';
import { useGradually } from '../../components/useGradually';
import { type Episode, signOf } from '../../machines/records/episodes';
import { observedIn, stretchOf } from '../../machines/records/observed';
import { nameOf } from '../../machines/students/namesakes';
import { swapped } from '../../machines/students/seating';
import type { Seat } from '../../machines/triage/seats';
import type { studentPanelMachine } from '../../machines/triage/studentPanelMachine';
import { messages } from '../../messages';
import { addStudentsPath } from '../../paths';
import type { Attendee, Coverage, Section, Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { useIsProjecting } from '../app/system';
import { durationOf, timeOfDay } from '../app/times';
import { useTime } from '../app/useTime';
import { blindIcons, blindStateOf, blindStates, stateWords } from '../attendance/stateWords';
import { activityName, activityTypes, toneOf } from '../records/ActivityBadge';
import { lessonNow } from './useLesson';

const { section: words, lesson: lessonWords, lookNow, door } = messages;

export const layouts = ['tiles', 'list'] as const;
export type Layout = (typeof layouts)[number];
export const orders = ['place', 'need'] as const;
export type Order = (typeof orders)[number];

type StudentsProps = {
  section: Section;
  /** In the chosen order. */
  seats: readonly Seat[];
  periodName: string;
  /** Nothing is being detected. */
  isUnwatched: boolean;
  /** Ids of the students whose devices watch; null if nobody was invited. */
  watched: ReadonlySet<string> | null;
  /** What students' devices do, by the students' ids. */
  attendees: ReadonlyMap<string, Attendee>;
  /** Until when students are excused, by their ids. */
  excused: ReadonlyMap<string, number>;
  /** Who is observed in the running lesson; null if nobody was invited. */
  coverage: Coverage | null;
  layout: Layout;
  order: Order;
  onChooseLayout: (layout: Layout) => void;
  onChooseOrder: (order: Order) => void;
  /** Called with the students' keys in their new order; empty for the order of names. Undefined while names are hidden. */
  onArrange: ((places: readonly string[]) => void) | undefined;
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
  const [isArranging, setArranging] = useState(false);
  const onArrange = shown === 'tiles' && order === 'place' ? props.onArrange : undefined;
  if (seats.length === 0) {
    return (
      <Card title={words.studentsCount(0)}>
        <EmptyState
          icon="students"
          action={
            <ButtonLink variant="primary" to={addStudentsPath(section.id)}>
              {words.addStudents}
            </ButtonLink>
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
        <>
          {onArrange && (
            <Button
              variant="quiet"
              aria-pressed={isArranging}
              onClick={() => setArranging(!isArranging)}
              className="px-3! @max-xl:hidden"
            >
              {isArranging ? lessonWords.arranged : lessonWords.arrange}
            </Button>
          )}
          <Choice label={lessonWords.order} options={namedOrders} chosen={order} onChoose={props.onChooseOrder} />
          <Choice label={lessonWords.layout} options={namedLayouts} chosen={layout} onChoose={props.onChooseLayout} />
        </>
      }
    >
      {shown === 'list' && <StudentList {...props} seats={seats} />}
      {shown === 'tiles' &&
        (isArranging && onArrange ? (
          <ArrangedSeats seats={seats} onArrange={onArrange} />
        ) : (
          <Seats {...props} seats={seats} />
        ))}
      {!(isArranging && onArrange) && (
        <Legend
          periodName={props.periodName}
          hasLines={shown === 'tiles' && props.coverage !== null}
          hasIcons={shown === 'tiles' && props.watched !== null}
        />
      )}
    </Card>
  );
});

const namedOrders = orders.map((order) => [order, lessonWords.orders[order]] as const);
const namedLayouts = layouts.map((layout) => [layout, lessonWords[layout]] as const);

interface LegendProps extends Pick<StudentsProps, 'periodName'> {
  hasLines: boolean;
  /** Devices of students say why they see nothing. */
  hasIcons: boolean;
}

function Legend({ periodName, hasLines, hasIcons }: LegendProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3.5 rounded-xs border-2 border-ink bg-lit" />
        <span>{lessonWords.legend.toLookAt}</span>
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3.5 rounded-xs border border-dashed border-control" />
        <span>{lessonWords.legend.unwatched}</span>
      </span>
      {hasIcons &&
        blindStates.map((state) => (
          <span key={state} className="flex items-center gap-1.5">
            <Icon name={blindIcons[state]} />
            <span>{door.states[state]()}</span>
          </span>
        ))}
      {[
        ...activityTypes.map((type) => [activityName(type), toneOf(type)] as const),
        [lessonWords.other, undefined] as const,
      ].map(([name, tone]) => (
        <span key={name} className="flex items-center gap-1.5">
          <ToneMark tone={tone} />
          <span>{name}</span>
        </span>
      ))}
      <span>{lessonWords.legend.marks(periodName)}</span>
      {hasLines && (
        <span className="flex items-center gap-1.5">
          <svg aria-hidden="true" className="h-1.5 w-12">
            <UnobservedInk y={3} />
            <ObservedInk x="0" width="24" y={3} />
          </svg>
          <span>{lessonWords.legend.line}</span>
        </span>
      )}
    </p>
  );
}

type SeatsProps = Pick<
  StudentsProps,
  'seats' | 'periodName' | 'isUnwatched' | 'watched' | 'attendees' | 'excused' | 'coverage' | 'onOpen' | 'panel'
>;

/** Six seats across, as many as fit on a phone. */
const seatGrid = 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5 @xl:grid-cols-6';

/** Steps of the arrow keys, by the number of seats in a row. */
const steps: Record<string, (across: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (across) => -across,
  ArrowDown: (across) => across,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

function walkSeats(event: KeyboardEvent) {
  const seats = [...event.currentTarget.querySelectorAll('button')];
  const at = seats.findIndex((seat) => seat.matches(':focus'));
  const across = seats.findIndex((seat) => seat.offsetTop !== seats[0]?.offsetTop);
  const step = steps[event.key]?.(across < 0 ? seats.length : across);
  if (at < 0 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = Math.abs(step) === Number.POSITIVE_INFINITY ? (step < 0 ? 0 : seats.length - 1) : at + step;
  seats[next]?.focus();
}

/** One stop of the Tab key; the arrow keys go on from there. */
function Seats({ seats, periodName, isUnwatched, watched, attendees, excused, coverage, onOpen, panel }: SeatsProps) {
  const [lastFocused, setLastFocused] = useState('');
  const shown = useGradually(seats);
  const keys = useMemo(() => seats.map(({ student }) => keyOfStudent(student)), [seats]);
  const tabStop = keys.includes(lastFocused) ? lastFocused : keys[0];
  return (
    <ul aria-label={words.students} onKeyDown={walkSeats} className={seatGrid}>
      {shown.map((seat) => {
        const key = keyOfStudent(seat.student);
        return (
          <li key={seat.student.id} className="offscreen-20 min-w-0" onFocus={() => setLastFocused(key)}>
            <SeatOf
              seat={seat}
              isUnwatched={isUnwatched || watched?.has(seat.student.id) === false}
              blindState={watched === null ? undefined : blindStateOf(attendees.get(seat.student.id))}
              excusedUntil={excused.get(seat.student.id)}
              {...{ periodName, coverage, onOpen, panel }}
              isTabStop={key === tabStop}
            />
          </li>
        );
      })}
    </ul>
  );
}

type ArrangedSeatsProps = Pick<StudentsProps, 'seats'> & { onArrange: (places: readonly string[]) => void };

/** The seats while the teacher moves them to the places of the room. */
function ArrangedSeats({ seats, onArrange }: ArrangedSeatsProps) {
  const [lifted, setLifted] = useState<string>();
  const places = seats.map(({ student }) => keyOfStudent(student));
  const swap = (other: string) => {
    if (lifted !== undefined && lifted !== other) onArrange(swapped(places, lifted, other));
    setLifted(undefined);
  };
  return (
    <>
      <ul aria-label={words.students} onKeyDown={walkSeats} className={seatGrid}>
        {seats.map(({ student }) => {
          const key = keyOfStudent(student);
          return (
            <li key={student.id} className="min-w-0">
              <button
                type="button"
                draggable
                aria-pressed={key === lifted}
                aria-label={lessonWords.moveSeat(nameOf(student))}
                onClick={() => (lifted === undefined ? setLifted(key) : swap(key))}
                onDragStart={() => setLifted(key)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  swap(key);
                }}
                onDragEnd={() => setLifted(undefined)}
                className="flex h-20 w-full cursor-grab items-center justify-center rounded-control border border-dashed border-control p-2 text-xs font-semibold aria-pressed:border-2 aria-pressed:border-solid aria-pressed:bg-primary-soft"
              >
                <bdi className="line-clamp-3 wrap-anywhere">{nameOf(student)}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
        <p>{lessonWords.arrangeHint}</p>
        <Button variant="quiet" onClick={() => onArrange([])} className="min-h-9! px-2!">
          {lessonWords.byName}
        </Button>
      </div>
    </>
  );
}

/** Returns a student's signs, one per known type of episode, and one of the others. */
function signsOf(episodes: readonly Episode[], now: number) {
  const others = episodes.filter(({ activityType }) => !activityTypes.some((type) => type === activityType));
  return [
    ...activityTypes.map((type) => ({
      name: activityName(type),
      tone: toneOf(type),
      sign: signOf(
        episodes.filter(({ activityType }) => activityType === type),
        now,
      ),
    })),
    { name: lessonWords.other, tone: 'neutral' as const, sign: signOf(others, now) },
  ];
}

type Signs = ReturnType<typeof signsOf>;
/** Shared, as most students have no signs. */
const noSigns = signsOf([], 0);
const sameSigns = (some: Signs, others: Signs) =>
  some === others ||
  some.every(
    ({ sign }, place) => sign?.count === others[place]?.sign?.count && sign?.isRecent === others[place]?.sign?.isRecent,
  );

const useSigns = (episodes: readonly Episode[]) =>
  useTime((time) => (episodes.length === 0 ? noSigns : signsOf(episodes, lessonNow(time))), sameSigns);

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

type SeatOfProps = Omit<SeatsProps, 'seats' | 'watched' | 'attendees' | 'excused'> & {
  seat: Seat;
  blindState: ReturnType<typeof blindStateOf>;
  excusedUntil: number | undefined;
  isTabStop: boolean;
};

const SeatOf = memo(function SeatOf(props: SeatOfProps) {
  const { seat, periodName, isUnwatched, blindState, excusedUntil, coverage, isTabStop, onOpen, panel } = props;
  const time = excusedUntil === undefined ? undefined : timeOfDay.format(excusedUntil);
  const { student, episodes, isToLookAt } = seat;
  const signs = useSigns(episodes);
  const isOpen = useSelector(panel, ({ context }) => context.student === keyOfStudent(student));
  const line = useMemo(() => coverage && lineOf(coverage, student, episodes), [coverage, student, episodes]);
  const said = signs.flatMap(({ name, sign }) => (sign === null ? [] : [lessonWords.sign(name, sign.count)]));
  const facts = [
    ...(isToLookAt ? [lessonWords.legend.toLookAt] : []),
    ...(time === undefined ? [] : [messages.excuse.fact(time)]),
    ...(isUnwatched ? [blindState ? door.unwatched(door.states[blindState]()) : lessonWords.legend.unwatched] : []),
    lessonWords.signs(said, periodName),
    ...(signs.some(({ sign }) => sign?.isRecent) ? [lessonWords.recently] : []),
    ...(line ? [line.said] : []),
  ];
  return (
    <StudentSeat
      name={student.name}
      title={nameOf(student)}
      distinction={student.distinction}
      label={lessonWords.seat(nameOf(student), facts)}
      total={episodes.length}
      signs={signs}
      isToLookAt={isToLookAt}
      isUnwatched={isUnwatched || time !== undefined}
      icon={isUnwatched && blindState ? blindIcons[blindState] : undefined}
      note={time === undefined ? undefined : messages.excuse.seat(time)}
      line={line ?? undefined}
      isOpen={isOpen}
      isTabStop={isTabStop}
      onPress={() => onOpen(keyOfStudent(student))}
    />
  );
});

/** The students with their emails and the same marks. */
function StudentList({
  seats,
  watched,
  attendees,
  excused,
  onOpen,
}: Pick<StudentsProps, 'seats' | 'watched' | 'attendees' | 'excused' | 'onOpen'>) {
  const projecting = useIsProjecting();
  const show = useMemo(
    () => (seat: Seat) => (
      <ListedStudent
        key={seat.student.id}
        seat={seat}
        unwatchedWhy={watched === null ? '' : stateWords(attendees.get(seat.student.id), projecting)}
        excusedUntil={excused.get(seat.student.id)}
        onOpen={onOpen}
      />
    ),
    [watched, attendees, excused, onOpen, projecting],
  );
  return <ItemList label={words.students} items={useGradually(seats)} show={show} />;
}

type ListedStudentProps = Pick<SeatOfProps, 'seat' | 'excusedUntil' | 'onOpen'> & {
  /** Empty if the student is watched, or nobody was invited. */
  unwatchedWhy: string;
};

const ListedStudent = memo(function ListedStudent({ seat, unwatchedWhy, excusedUntil, onOpen }: ListedStudentProps) {
  const { student, episodes, isToLookAt } = seat;
  const signs = useSigns(episodes);
  const state =
    excusedUntil !== undefined
      ? messages.excuse.fact(timeOfDay.format(excusedUntil))
      : unwatchedWhy !== '' && messages.door.unwatched(unwatchedWhy);
  return (
    <ListItem
      name={nameOf(student)}
      detail={student.email}
      onOpen={() => onOpen(keyOfStudent(student))}
      action={
        <>
          {state && <span className="max-w-1/3 text-xs text-muted tabular-nums wrap-anywhere">{state}</span>}
          {episodes.length > 0 && (
            <button
              type="button"
              onClick={() => onOpen(keyOfStudent(student))}
              aria-label={lessonWords.seat(nameOf(student), [
                ...(isToLookAt ? [lookNow.title] : []),
                ...signs.flatMap(({ name, sign }) => (sign === null ? [] : [lessonWords.sign(name, sign.count)])),
              ])}
              className="flex min-h-9 items-center gap-2 rounded-control px-2"
            >
              {isToLookAt && <span className="text-xs font-semibold">{lookNow.toLookAtOne}</span>}
              <SignMarks signs={signs} />
            </button>
          )}
        </>
      }
    />
  );
});
