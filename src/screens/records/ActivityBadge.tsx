import { isActivityKind } from '../../activityKinds';
import { Badge, type BadgeTone, ToneMark } from '../../components/Badge';
import { typeLabelOf } from '../../machines/records/logWords';
import { messages } from '../../messages';
import type { ActivityKind } from '../../services/app/types';

type ActivityTone = Exclude<BadgeTone, 'green'>;

/** Section 3: three known types have a colour. Each has a shape of its own. */
const activityTones = {
  multiple_faces: 'red',
  no_face: 'yellow',
  suspicious_application: 'purple',
  left_page: 'plum',
} satisfies Record<ActivityKind, ActivityTone>;

export const toneOf = (type: string | null): ActivityTone => (isActivityKind(type) ? activityTones[type] : 'neutral');

/** A known type by its label, any other as it came, a missing one as Unknown. */
export const activityName = (type: string | null): string =>
  isActivityKind(type) ? typeLabelOf(type) : (type ?? messages.activities.unknown);

/** Activities in one line: their shapes, and the name of the first. */
export function ActivityLine({ types, isNamed }: { types: readonly (string | null)[]; isNamed: boolean }) {
  const [first = null, ...others] = types;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs">
      <ToneMark tone={toneOf(first)} />
      <span className={isNamed ? 'truncate' : 'sr-only'}>{activityName(first)}</span>
      {others.map((type) => (
        <span key={type} className="flex" title={activityName(type)}>
          <ToneMark tone={toneOf(type)} />
          <span className="sr-only">{activityName(type)}</span>
        </span>
      ))}
    </span>
  );
}

type ActivityBadgeProps = {
  type: string | null;
  /** In another language. */
  name?: string;
};

export const ActivityBadge = ({ type, name = activityName(type) }: ActivityBadgeProps) => (
  <Badge tone={toneOf(type)}>{name}</Badge>
);
