import type { Observed } from '../../machines/records/observed';
import { type LessonReport, type StudentSum, slicesOf, ticksOf } from '../../machines/reports/lessonReport';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { Interruption, Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { timeOfDay } from '../app/times';
import { observedOf } from './StudentSums';
import { Axis, Legend, Track } from './Track';

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
  const ticks = ticksOf(from, to);
  return (
    <>
      <figure
        aria-label={lessonWords.timeline(lessonWords.episodes(report.episodes))}
        className="print:break-inside-auto!"
      >
        <Legend
          isObserved={observed !== null}
          isInterrupted={interruptions.length > 0}
          types={report.types}
          words={{
            observedQuiet: words.observedQuiet,
            notObserved: words.notObserved,
            interrupted: words.interruptedInk,
          }}
        />
        <div aria-hidden="true">
          <div className={rowStyle}>
            <Axis {...{ from, to, ticks }} className="col-start-1 sm:col-start-2" />
          </div>
          {students.map(({ key, name, episodes }) => (
            <div key={key} className={`${rowStyle} break-inside-avoid border-t border-line max-sm:pt-1`}>
              <span dir="auto" title={name} className="min-w-0 truncate text-start text-xs print:leading-4">
                {name}
              </span>
              <Track
                {...{ from, to, ticks, interruptions, episodes }}
                spans={observed === null ? null : observed.spansOf(key)}
              />
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

const rowStyle = 'grid items-center gap-x-3 px-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]';

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
