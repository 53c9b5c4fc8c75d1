import { Badge, type BadgeTone } from '../../components/Badge';
import { messages } from '../../messages';
import { typeLabelOf } from '../../model/logs/logFilters';

/** Section 3: three known types have a colour. */
export const activityTones: Record<string, BadgeTone> = {
  multiple_faces: 'red',
  no_face: 'yellow',
  suspicious_application: 'purple',
};

const isKnown = (type: string | null): type is string => type !== null && Object.hasOwn(activityTones, type);

/** A known type by its label, any other as it came, a missing one as Unknown. */
export const activityName = (type: string | null): string =>
  isKnown(type) ? typeLabelOf(type) : (type ?? messages.activities.unknown);

export const ActivityBadge = ({ type }: { type: string | null }) => (
  <Badge tone={isKnown(type) ? activityTones[type] : undefined}>{activityName(type)}</Badge>
);
