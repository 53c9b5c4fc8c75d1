import type { ReactNode } from 'react';
import { type BadgeTone, inkOf, ToneShape } from './Badge';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import { ObservedInk, UnobservedInk } from './TimeInks';

/** What happens now is filled, what was not reviewed lately has an outline, and anything else is quiet. */
type Loudness = 'now' | 'earlier' | 'calm';

export interface SeatMark {
  /** The activity type, which identifies the mark. */
  name: string;
  tone: BadgeTone;
  count: number;
  urgency: Loudness;
}

/** The lesson so far, in three inks: observed, hints, and neither. */
export interface TimeLine {
  observed: readonly { start: number; length: number }[];
  hints: readonly { start: number; length: number; tone: BadgeTone }[];
}

type SeatNameProps = {
  name: string;
  /** Tells the student from others of the same name. */
  distinction?: string | undefined;
  /** Stands for a hidden name. */
  number?: number | undefined;
  /** At the end of the first line. */
  dot?: ReactNode;
  /** A third line is free. */
  hasRoom?: boolean | undefined;
};

type StudentSeatProps = Omit<SeatNameProps, 'dot' | 'hasRoom'> & {
  /** The full name, since the seat may truncate it. */
  title: string;
  /** The seat's full content, for screen readers. */
  label: string;
  /** In the order of their importance: those without room are not shown. */
  marks: readonly SeatMark[];
  urgency: Loudness;
  /** The student is not here, or nothing is being detected. */
  isAbsent: boolean;
  /** Why the student is not watched: a sign and its word, which is short beside marks. */
  state?: { icon: IconName; word: string; short: string } | undefined;
  /** Undefined where devices of students say nothing. */
  line: TimeLine | undefined;
  /** The student's panel is open. */
  isOpen: boolean;
  /** The one seat that the Tab key reaches. */
  isTabStop: boolean;
  onPress: () => void;
};

/** The letters for which every seat has room. */
const LONG_WORD = 9;

/** The text keeps its contrast. */
const fills: Record<BadgeTone, string> = {
  neutral: 'bg-ink text-surface',
  green: 'bg-green text-surface',
  red: 'bg-red text-surface',
  yellow: 'bg-yellow text-surface',
  purple: 'bg-purple text-surface',
  plum: 'bg-purple text-surface',
};

const looks: Record<Loudness, (tone: BadgeTone) => string> = {
  // The border is for forced colours, which remove the background.
  now: (tone) => `border-transparent ${fills[tone]}`,
  earlier: (tone) => `border-current ${tone === 'neutral' ? 'text-ink' : inkOf(tone)}`,
  calm: () => 'border-transparent text-muted',
};

/** A student's marks: the shape of each kind, and how many there were of more than one. Those without room are left out. */
export const SeatMarks = ({ marks }: Pick<StudentSeatProps, 'marks'>) => (
  <span className="flex h-5 flex-wrap gap-x-0.5 overflow-hidden @3xl:h-6 @3xl:gap-x-1">
    {marks.map(({ name, tone, count, urgency }) => (
      <span
        key={name}
        data-urgency={urgency}
        className={classes(
          'flex h-full shrink-0 items-center gap-0.5 rounded-control border px-0.5 text-sm/4 font-semibold tabular-nums @3xl:px-1 @3xl:text-base/5',
          looks[urgency](tone),
        )}
      >
        <ToneShape tone={tone} className="size-3.5 @3xl:size-4" />
        {count > 1 && <span>{count}</span>}
      </span>
    ))}
  </span>
);

/** A word that few seats have room for is smaller. */
const fitted = (text: string) =>
  text.split(/[\s-]+/u).some(({ length }) => length > LONG_WORD) && 'tracking-tight @3xl:text-xs';

/** A name in lines that are truncated, never broken inside a word. A number in its place is large. */
export function SeatName({ name, distinction, number, dot, hasRoom = false }: SeatNameProps) {
  if (number !== undefined) {
    return (
      <span className="flex justify-between text-xl tabular-nums @3xl:text-2xl">
        <span>{number}</span>
        {dot}
      </span>
    );
  }
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  // The second line shows what tells namesakes apart.
  const [upper, lower] = distinction === undefined ? [first, rest.join(' ')] : [name, distinction];
  return (
    <span className="flex min-h-8 w-full min-w-0 flex-col text-xs/4 @3xl:text-sm">
      <span className="flex min-w-0 justify-between gap-1">
        <bdi className={classes('min-w-0 truncate font-semibold', fitted(upper))}>{upper}</bdi>
        {dot}
      </span>
      <bdi className={classes(hasRoom ? 'line-clamp-2 text-ellipsis break-normal' : 'truncate', fitted(lower))}>
        {lower}
      </bdi>
    </span>
  );
}

const LoudDot = () => (
  <span aria-hidden="true" className="mt-0.5 -mb-0.5 size-3.5 shrink-0 rounded-pill border-7 border-ink" />
);

/** The size of a seat, whatever it shows. Seats fill a large window. */
export const seatSize = 'h-20 @3xl:h-24 high:@3xl:h-30';

/** A student's seat: a button of fixed size. */
export function StudentSeat(props: StudentSeatProps) {
  const { title, label, marks, urgency, isAbsent, state, line, isOpen, isTabStop } = props;
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isOpen || undefined}
      title={title}
      tabIndex={isTabStop ? 0 : -1}
      data-urgency={urgency}
      onClick={props.onPress}
      className={classes(
        'flex w-full min-w-0 flex-col rounded-control px-1.5 pt-0.5 text-left hover:border-control aria-[current]:outline-3 aria-[current]:-outline-offset-1 aria-[current]:outline-focus @3xl:px-2 @3xl:pt-1 @3xl:pb-0.5',
        seatSize,
        urgency === 'now' ? 'border-2 border-ink bg-lit' : 'border',
        urgency !== 'now' && (isAbsent ? 'border-dashed border-control bg-surface' : 'border-line bg-canvas'),
      )}
    >
      <SeatName {...props} dot={urgency === 'now' && <LoudDot />} hasRoom={marks.length === 0 && state === undefined} />
      <span className="mt-auto flex w-full min-w-0 flex-col">
        {marks.length > 0 && <SeatMarks marks={marks} />}
        {state && (
          <span className="flex min-w-0 items-start gap-0.5 text-[0.75rem]/4 tabular-nums @3xl:text-xs/5">
            <Icon name={state.icon} className="size-4" />
            {marks.length > 0 ? (
              <span className="truncate">{state.short}</span>
            ) : (
              <span className="line-clamp-2 min-w-0 break-normal">{state.word}</span>
            )}
          </span>
        )}
      </span>
      {line && <LineOfTime line={line} />}
    </button>
  );
}

/** Along the seat's lower edge. A short hint is as wide as a mark must be to be seen. */
const LineOfTime = ({ line }: { line: TimeLine }) => (
  <svg aria-hidden="true" data-line className="mt-px block h-1.5 w-full shrink-0 overflow-hidden">
    <UnobservedInk y={3} />
    {line.observed.map(({ start, length }) => (
      <ObservedInk key={start} x={`${start}%`} width={`${length}%`} y={3} />
    ))}
    {line.hints.map(({ start, length, tone }) => (
      <rect
        key={`${start} ${tone}`}
        x={`${Math.min(start, 96)}%`}
        width={`${Math.max(length, 4)}%`}
        height="6"
        fill="currentColor"
        className={inkOf(tone)}
      />
    ))}
  </svg>
);
