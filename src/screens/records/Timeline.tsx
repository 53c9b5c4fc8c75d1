import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { secondOfDay } from '../app/times';
import { activityName, toneOf } from './ActivityBadge';

const { lesson: words } = messages;

const fills: Record<ReturnType<typeof toneOf>, string> = {
  red: 'fill-red',
  yellow: 'fill-yellow',
  purple: 'fill-purple',
  plum: 'fill-purple',
  neutral: 'fill-muted',
};

type TimelineProps = {
  logs: readonly DetectionLog[];
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** Label of the end. */
  end: string;
};

/** Detections on a time axis, with a line per activity type. */
export function Timeline({ logs, from, to, end }: TimelineProps) {
  const types = [...new Set(logs.map(({ activityType }) => activityType))].sort();
  const length = Math.max(1, to - from);
  const placeOf = (time: number) => `${Math.min(100, Math.max(0, ((time - from) / length) * 100))}%`;
  return (
    <figure aria-label={words.timeline(words.detections(logs.length))} className="rounded-control bg-sunken px-3 py-2">
      <div aria-hidden="true" className="flex min-h-12 flex-col justify-center gap-1">
        {types.map((type) => (
          <div key={type}>
            <p className="text-xs text-muted">{activityName(type)}</p>
            <svg
              aria-hidden="true"
              className={`block h-3 w-full overflow-visible border-b border-line forced-colors:fill-[CanvasText] ${fillOf(type)}`}
            >
              {logs.map(
                ({ id, time, activityType }) =>
                  activityType === type &&
                  time !== null && (
                    <rect key={id} x={placeOf(time)} width="4" height="12" rx="2" transform="translate(-2)" />
                  ),
              )}
            </svg>
          </div>
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-xs text-muted tabular-nums">
        <span>{secondOfDay.format(from)}</span>
        <span>{end}</span>
      </figcaption>
    </figure>
  );
}

const fillOf = (type: string | null) => fills[toneOf(type)];
