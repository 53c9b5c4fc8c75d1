import type { ReactNode } from 'react';
import { inkOf, shapeOf, ToneMark } from '../../components/Badge';
import { classes } from '../../components/classes';
import { InterruptedInk, ObservedInk, UnobservedInk } from '../../components/TimeInks';
import type { Episode } from '../../machines/records/episodes';
import type { ObservedSpan } from '../../services/app/types';
import { timeOfDay } from '../app/times';
import { toneOf } from '../records/ActivityBadge';

/* A lesson's time, drawn from left to right: on its report with a track for each student, on a student's page for each lesson. */

interface Period {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
}

const percentIn = ({ from, to }: Period, time: number) =>
  Math.min(100, Math.max(0, ((time - from) / Math.max(1, to - from)) * 100));

type AxisProps = Period & {
  ticks: readonly number[];
  className?: string;
  /** In the reader's language. */
  timeOf?: (time: number) => string;
};

/** The times above tracks. */
export const Axis = ({ ticks, className, timeOf = timeOfDay.bare, ...period }: AxisProps) => (
  <svg aria-hidden="true" className={classes('h-5 w-full overflow-visible', className)}>
    {ticks.map((time, place) => {
      const percent = percentIn(period, time);
      return (
        <text
          key={time}
          x={`${percent}%`}
          y="14"
          textAnchor={percent < 8 ? 'start' : percent > 92 ? 'end' : 'middle'}
          className={place % 2 === 0 ? tickStyle : `${tickStyle} max-sm:hidden`}
        >
          {timeOf(time)}
        </text>
      );
    })}
  </svg>
);

type TrackProps = Period & {
  ticks: readonly number[];
  interruptions: readonly ObservedSpan[];
  /** When it was observed; null if it is not known. */
  spans: readonly ObservedSpan[] | null;
  episodes: readonly Pick<Episode, 'key' | 'activityType' | 'first' | 'last'>[];
};

/** One student's lesson, with three inks: observed, an episode, not observed. */
export function Track({ ticks, interruptions, spans, episodes, ...period }: TrackProps) {
  const placeOf = (time: number) => `${percentIn(period, time)}%`;
  const widthOf = ({ from, to }: ObservedSpan) => ({
    x: placeOf(from),
    width: `${Math.max(0, percentIn(period, to) - percentIn(period, from))}%`,
  });
  return (
    <svg aria-hidden="true" className="h-6 w-full overflow-visible print:[zoom:0.65]">
      {interruptions.map((one) => (
        <InterruptedInk key={one.from} {...widthOf(one)} height={24} />
      ))}
      {ticks.map((time) => (
        <line key={time} x1={placeOf(time)} x2={placeOf(time)} y1="0" y2="24" className={gridStyle} />
      ))}
      {spans && <UnobservedInk y={12} />}
      {spans?.map((span) => (
        <ObservedInk key={span.from} {...widthOf(span)} y={12} />
      ))}
      {episodes.map((episode) => (
        <g key={`${episode.key} ${episode.first}`} className={inkOf(toneOf(episode.activityType))}>
          <line
            x1={placeOf(episode.first)}
            x2={placeOf(episode.last)}
            y1="12"
            y2="12"
            stroke="currentColor"
            strokeWidth="3"
          />
          <svg aria-hidden="true" x={placeOf(episode.first)} className="overflow-visible" fill="currentColor">
            <g transform="translate(-5 7)">{shapeOf(toneOf(episode.activityType))}</g>
          </svg>
        </g>
      ))}
    </svg>
  );
}

type LegendProps = {
  isObserved: boolean;
  isInterrupted: boolean;
  types: readonly { value: string; label: string }[];
  words: { observedQuiet: string; notObserved: string; interrupted: string };
};

/** What the inks of tracks mean. */
export const Legend = ({ isObserved, isInterrupted, types, words }: LegendProps) => (
  <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {isObserved && (
      <>
        <Ink name={words.observedQuiet}>
          <ObservedInk x="0" width="24" y={12} />
        </Ink>
        <Ink name={words.notObserved}>
          <UnobservedInk y={12} />
        </Ink>
      </>
    )}
    {isInterrupted && (
      <Ink name={words.interrupted}>
        <InterruptedInk x="0" width="24" height={24} />
      </Ink>
    )}
    {types.map(({ value, label }) => (
      <span key={value} className="flex min-w-0 items-center gap-1.5">
        <ToneMark tone={toneOf(value)} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </span>
    ))}
  </figcaption>
);

function Ink({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <svg aria-hidden="true" className="h-6 w-6">
        {children}
      </svg>
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </span>
  );
}

const tickStyle = 'fill-muted text-xs tabular-nums forced-colors:fill-[CanvasText]';
const gridStyle = 'stroke-line forced-colors:stroke-[GrayText]';
