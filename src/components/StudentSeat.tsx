import { type BadgeTone, inkOf, ToneShape } from './Badge';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import { ObservedInk, UnobservedInk } from './TimeInks';

export interface SeatSign {
  /** The activity type, which identifies the sign. */
  name: string;
  tone: BadgeTone;
  /** Null for nothing to show. */
  sign: { count: number; isRecent: boolean } | null;
}

/** The lesson so far, in three inks: observed, hints, and neither. */
export interface TimeLine {
  observed: readonly { start: number; length: number }[];
  hints: readonly { start: number; length: number; tone: BadgeTone }[];
}

type StudentSeatProps = {
  name: string;
  /** The full name, since the seat may truncate it. */
  title: string;
  /** Tells the student from others of the same name. */
  distinction?: string | undefined;
  /** The seat's full content, for screen readers. */
  label: string;
  total: number;
  /** Always in the same order. */
  signs: readonly SeatSign[];
  /** Something about the student has not been seen. */
  isToLookAt: boolean;
  /** Nothing is being detected. */
  isUnwatched: boolean;
  /** Why the student's device sees nothing of them. */
  icon?: IconName | undefined;
  /** Shown instead of the signs. */
  note?: string | undefined;
  /** Undefined where devices of students say nothing. */
  line: TimeLine | undefined;
  /** The student's panel is open. */
  isOpen: boolean;
  /** The one seat that the Tab key reaches. */
  isTabStop: boolean;
  onPress: () => void;
};

/** Solid, or an outline; the text keeps its contrast. */
const looks: Record<BadgeTone, { recent: string; old: string }> = {
  neutral: { recent: 'bg-ink text-surface', old: 'text-ink' },
  green: { recent: 'bg-green text-surface', old: 'text-green' },
  red: { recent: 'bg-red text-surface', old: 'text-red' },
  yellow: { recent: 'bg-yellow text-surface', old: 'text-yellow' },
  purple: { recent: 'bg-purple text-surface', old: 'text-purple' },
};

/** A student's signs: the shape and number of each kind. Solid ones are recent. */
export const SignMarks = ({ signs }: Pick<StudentSeatProps, 'signs'>) => (
  <span className="flex h-5 gap-px overflow-hidden">
    {signs.map(
      ({ name, tone, sign }) =>
        sign !== null && (
          <span
            key={name}
            className={classes(
              'flex shrink-0 items-center gap-px rounded-control px-0.5 text-[0.6875rem] font-semibold tabular-nums',
              sign.isRecent ? looks[tone].recent : looks[tone].old,
              // For forced colours, which remove the backgrounds.
              sign.isRecent && 'border border-transparent',
            )}
          >
            <ToneShape tone={tone} />
            <span>{sign.count}</span>
          </span>
        ),
    )}
  </span>
);

/** A student's seat: a button of fixed size, whatever it shows. Names are truncated, never broken inside a word. */
export function StudentSeat(props: StudentSeatProps) {
  const {
    name,
    title,
    distinction,
    label,
    total,
    signs,
    isToLookAt,
    isUnwatched,
    icon,
    note,
    line,
    isOpen,
    isTabStop,
  } = props;
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  // There is room for two lines. The second shows what tells namesakes apart.
  const [upper, lower] = distinction === undefined ? [first, rest.join(' ')] : [name, distinction];
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isOpen || undefined}
      title={title}
      tabIndex={isTabStop ? 0 : -1}
      onClick={props.onPress}
      className={classes(
        'flex h-20 w-full min-w-0 flex-col rounded-control px-1.5 pt-1 pb-0.5 text-left hover:border-control aria-[current]:outline-3 aria-[current]:-outline-offset-1 aria-[current]:outline-focus',
        isToLookAt ? 'border-2 border-ink bg-lit' : 'border',
        isToLookAt && isUnwatched && 'border-dashed',
        !isToLookAt && (isUnwatched ? 'border-dashed border-control bg-surface' : 'border-line bg-canvas'),
      )}
    >
      <span className="flex items-center justify-between gap-1 text-xs font-semibold">
        <bdi className="min-w-0 truncate">{upper}</bdi>
        <span className="flex shrink-0 items-center gap-1 text-muted tabular-nums">
          {icon && <Icon name={icon} className="text-ink" />}
          {total > 0 && <span>{total}</span>}
          {isToLookAt && <span aria-hidden="true" className="size-2.5 rounded-pill border-5 border-ink" />}
        </span>
      </span>
      <bdi className="block h-5 truncate text-xs">{lower}</bdi>
      <span className="mt-auto block w-full">
        {note === undefined ? (
          <SignMarks signs={signs} />
        ) : (
          <span className="line-clamp-2 h-6 text-[0.6875rem]/3 tabular-nums">{note}</span>
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
