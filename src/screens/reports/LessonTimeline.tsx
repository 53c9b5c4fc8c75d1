import type { ReactNode } from 'react';
import { inkOf, shapeOf, ToneMark } from '../../components/Badge';
import { InterruptedInk, ObservedInk, UnobservedInk } from '../../components/TimeInks';
import type { Observed } from '../../machines/records/observed';
import { type LessonReport, type StudentSum, slicesOf, ticksOf } from '../../machines/reports/lessonReport';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { Interruption, Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { timeOfDay } from '../app/times';
import { toneOf } from '../records/ActivityBadge';
import { observedOf } from './StudentSums';

const { lessonReport: words, lesson: lessonWords, logs: logsWords } = messages;

type LessonTimelineProps = {
  report: LessonReport;
  /** Null if devices of students say nothing. */
  observed: Observed | null;
  interruptions: readonly Interruption[];
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
};

/**
 * A lesson's episodes on a time axis with a row for each student, and as a table for screen readers. If it is known who was
 * observed, each student has a row with three inks: observed, an episode, not observed.
 */
export function LessonTimeline({ report, observed, interruptions, from, to }: LessonTimelineProps) {
  const students: readonly Row[] = observed
    ? [...report.students, ...report.silent.map(quietRow)]
    : report.students.filter(({ episodes }) => episodes.length > 0);
  const length = Math.max(1, to - from);
  const percentOf = (time: number) => Math.min(100, Math.max(0, ((time - from) / length) * 100));
  const placeOf = (time: number) => `${percentOf(time)}%`;
  const spanOf = (span: { from: number; to: number }) => ({
    x: placeOf(span.from),
    width: `${Math.max(0, percentOf(span.to) - percentOf(span.from))}%`,
  });
  const ticks = ticksOf(from, to).map((time) => ({ time, percent: percentOf(time) }));
  return (
    <>
      <figure aria-label={lessonWords.timeline(lessonWords.episodes(report.episodes))}>
        <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {observed && (
            <>
              <Ink name={words.observedQuiet}>
                <ObservedInk x="0" width="24" y={12} />
              </Ink>
              <Ink name={words.notObserved}>
                <UnobservedInk y={12} />
              </Ink>
            </>
          )}
          {interruptions.length > 0 && (
            <Ink name={words.interruptedInk}>
              <InterruptedInk x="0" width="24" height={24} />
            </Ink>
          )}
          {report.types.map(({ value, label }) => (
            <span key={value} className="flex min-w-0 items-center gap-1.5">
              <ToneMark tone={toneOf(value)} />
              <span className="min-w-0 wrap-anywhere">{label}</span>
            </span>
          ))}
        </figcaption>
        <div aria-hidden="true">
          <div className={rowStyle}>
            <svg aria-hidden="true" className="col-start-1 h-5 w-full overflow-visible sm:col-start-2">
              {ticks.map(({ time, percent }, place) => (
                <text
                  key={time}
                  x={`${percent}%`}
                  y="14"
                  textAnchor={percent < 8 ? 'start' : percent > 92 ? 'end' : 'middle'}
                  className={place % 2 === 0 ? tickStyle : `${tickStyle} max-sm:hidden`}
                >
                  {timeOfDay.bare(time)}
                </text>
              ))}
            </svg>
          </div>
          {students.map(({ key, name, episodes }) => (
            <div key={key} className={`${rowStyle} border-t border-line max-sm:pt-1`}>
              <span dir="auto" title={name} className="min-w-0 truncate text-left text-xs">
                {name}
              </span>
              <svg aria-hidden="true" className="h-6 w-full overflow-visible print:[zoom:0.7]">
                {interruptions.map((one) => (
                  <InterruptedInk key={one.from} {...spanOf(one)} height={24} />
                ))}
                {ticks.map(({ time, percent }) => (
                  <line key={time} x1={`${percent}%`} x2={`${percent}%`} y1="0" y2="24" className={gridStyle} />
                ))}
                {observed && <UnobservedInk y={12} />}
                {observed?.spansOf(key).map((span) => (
                  <ObservedInk key={span.from} {...spanOf(span)} y={12} />
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
            </div>
          ))}
        </div>
      </figure>
      <TimelineTable students={students} observed={observed} from={from} to={to} />
    </>
  );
}

type Row = Pick<StudentSum, 'key' | 'name' | 'episodes'>;

const quietRow = (student: Student): Row => ({ key: keyOfStudent(student), name: nameOf(student), episodes: [] });

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

const rowStyle = 'grid items-center gap-x-3 px-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]';
const tickStyle = 'fill-muted text-xs tabular-nums forced-colors:fill-[CanvasText]';
const gridStyle = 'stroke-line forced-colors:stroke-[GrayText]';

type TimelineTableProps = { students: readonly Row[]; observed: Observed | null; from: number; to: number };

function TimelineTable({ students, observed, from, to }: TimelineTableProps) {
  const slices = slicesOf(students, from, to);
  return (
    <div className="sr-only">
      <table>
        <caption>{words.timelineOf}</caption>
        <thead>
          <tr>
            <th scope="col">{logsWords.student}</th>
            {observed && <th scope="col">{words.observedColumn}</th>}
            {slices.map((slice) => (
              <th key={slice.from} scope="col">
                {timeOfDay.formatRange(slice.from, slice.to)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students.map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {observed && <td>{observedOf(observed, key)}</td>}
              {slices.map((slice) => (
                <td key={slice.from}>{slice.counts[key] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
