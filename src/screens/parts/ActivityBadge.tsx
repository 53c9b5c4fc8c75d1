import { Badge, type BadgeTone } from '../../components/Badge';
import { typeLabelOf } from '../../machines/logFilters';
import { messages } from '../../messages';

const tones: Record<string, BadgeTone> = {
  multiple_faces: 'red',
  no_face: 'yellow',
  suspicious_application: 'purple',
};

/** Section 3: three known types by their label and colour, any other as it came, a missing one as Unknown. */
export function ActivityBadge({ type }: { type: string | null }) {
  if (type === null || !Object.hasOwn(tones, type)) return <Badge>{type ?? messages.activities.unknown}</Badge>;
  return <Badge tone={tones[type]}>{typeLabelOf(type)}</Badge>;
}
