import { type BadgeTone, ToneShape } from './Badge';
import { classes } from './classes';
import { initials } from './initials';

type Strength = 'fresh' | 'recent' | 'old';

export interface TileSign {
  /** The activity type, which identifies the sign. */
  name: string;
  tone: BadgeTone;
  /** Null for nothing to show. */
  sign: { count: number; freshness: Strength } | null;
}

type StudentTileProps = {
  name: string;
  /** The full name, since the tile may truncate it. */
  title: string;
  /** Tells the student from others of the same name. */
  distinction?: string | undefined;
  /** The tile's full content, for screen readers. */
  label: string;
  total: number;
  /** Always in the same order, each in its own place. */
  signs: readonly TileSign[];
  onPress: () => void;
};

/** Only the background fades; the text keeps its contrast. */
const looks: Record<BadgeTone, Record<Strength, string>> = {
  neutral: { fresh: 'bg-ink text-surface', recent: 'bg-sunken text-ink', old: 'text-muted' },
  green: { fresh: 'bg-green text-surface', recent: 'bg-green-soft text-green', old: 'text-muted' },
  red: { fresh: 'bg-red text-surface', recent: 'bg-red-soft text-red', old: 'text-muted' },
  yellow: { fresh: 'bg-yellow text-surface', recent: 'bg-yellow-soft text-yellow', old: 'text-muted' },
  purple: { fresh: 'bg-purple text-surface', recent: 'bg-purple-soft text-purple', old: 'text-muted' },
};

/** For forced-colors mode, which removes the backgrounds. */
const borders: Record<Strength, string> = {
  fresh: 'border-2 border-transparent',
  recent: 'border border-dashed border-transparent',
  old: '',
};

/** A student's tile: a button of fixed size, whatever it shows. Names are truncated, never broken inside a word. */
export function StudentTile({ name, title, distinction, label, total, signs, onPress }: StudentTileProps) {
  // The lamp motif of the sign-in page marks a student who needs attention.
  const isLit = signs.some(({ sign }) => sign?.freshness === 'fresh');
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  // There is room for two lines. The second shows what tells namesakes apart.
  const [upper, lower] = distinction === undefined ? [first, rest.join(' ')] : [name, distinction];
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      onClick={onPress}
      className={classes(
        'flex h-32 w-full min-w-0 flex-col rounded-card border p-2 text-left transition-colors hover:border-control',
        isLit ? 'border-lamp bg-lit' : 'border-line bg-canvas',
      )}
    >
      <span className="mb-1 flex items-center justify-between gap-1">
        <span className="flex size-7 shrink-0 items-center justify-center rounded-control bg-primary-soft text-xs font-semibold">
          {initials(name)}
        </span>
        {total > 0 && <span className="text-xs font-semibold text-muted tabular-nums">{total}</span>}
      </span>
      <bdi className="block text-xs font-semibold">
        <span className="block truncate">{upper}</span> <span className="block h-5 truncate">{lower}</span>
      </bdi>
      <span className="mt-auto grid grid-cols-4 gap-0.5">
        {signs.map(({ name: kind, tone, sign }) => (
          <span
            key={kind}
            className={classes(
              'flex h-9 flex-col items-center justify-center rounded-control text-xs leading-4 font-semibold tabular-nums',
              sign !== null && looks[tone][sign.freshness],
              sign !== null && borders[sign.freshness],
            )}
          >
            {sign !== null && (
              <>
                <ToneShape tone={tone} />
                <span>{sign.count}</span>
              </>
            )}
          </span>
        ))}
      </span>
    </button>
  );
}
