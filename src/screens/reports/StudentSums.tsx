import { ToneMark } from '../../components/Badge';
import { classes } from '../../components/classes';
import { TextLink } from '../../components/TextLink';
import { Truncated } from '../../components/Truncated';
import { isolated } from '../../machines/app/isolated';
import type { Observed } from '../../machines/records/observed';
import type { StudentSum, TypeSum } from '../../machines/reports/lessonReport';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { durationOf, secondOfDay } from '../app/times';
import { Answer } from '../logs/Answer';
import { activityName, toneOf } from '../records/ActivityBadge';
import { listTarget } from './Numbers';

const { lessonReport: words, lesson: lessonWords, logs: logsWords } = messages;

/** The bar of fewer episodes does not fill its row. */
const LEAST_SCALE = 8;

/** Returns the address of a student's episodes. @param filters further ones by name; see `LogFilters` */
type PathOf = (studentKey: string, filters?: Readonly<Record<string, string>>) => string;

type StudentSumsProps = {
  /** Of the list, which can be focused. */
  id: string;
  label: string;
  students: readonly StudentSum[];
  hasReviews: boolean;
  /** Returns how long a student was observed, and when they were excused. */
  factsOf: (studentKey: string) => readonly string[];
  pathOf: PathOf;
};

/** Returns how long a student was observed. */
export const observedOf = ({ timeOf, length }: Observed, studentKey: string): string =>
  timeOf(studentKey) === 0 ? words.notObserved : words.observedFor(durationOf(timeOf(studentKey)), durationOf(length));

/** A row for each student of whom something was received: how much of what, how it was reviewed, and the notes. */
export function StudentSums({ id, label, students, hasReviews, factsOf, pathOf }: StudentSumsProps) {
  const scale = Math.max(LEAST_SCALE, ...students.map(({ episodes }) => episodes.length));
  return (
    <>
      {hasReviews && students.some(({ episodes }) => episodes.length > 0) && (
        <p aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 text-xs text-muted print:hidden">
          {(['solid', 'open'] as const).map((look) => (
            <span key={look} className="flex items-center gap-1.5">
              <svg aria-hidden="true" className="h-3 w-6">
                <rect x="1" y="1" width="22" height="10" className={barLooks.neutral[look]} />
              </svg>
              <span>{look === 'solid' ? words.seenBar : words.openBar}</span>
            </span>
          ))}
        </p>
      )}
      <ul id={id} tabIndex={-1} aria-label={label} className={classes('@container divide-y divide-line', listTarget)}>
        {students.map((student) => (
          <li
            key={student.key}
            className="grid gap-x-6 gap-y-1 py-3 text-sm @2xl:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] print:block print:py-0.5 print:text-xs"
          >
            <div className="min-w-0 print:float-left print:*:mr-1.5">
              <Truncated className="block font-semibold print:inline">{student.name}</Truncated>{' '}
              {student.email !== '' && student.email !== student.name && (
                <Truncated className="block text-xs text-muted print:hidden">{student.email}</Truncated>
              )}{' '}
              <StudentFacts facts={factsOf(student.key)} />
              {student.hasLeft && <p className="text-xs text-muted">{words.hasLeft}</p>}
            </div>
            <Sum {...{ student, pathOf, scale, hasReviews }} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Facts about a student, each on a line of its own. */
export const StudentFacts = ({ facts }: { facts: readonly string[] }) =>
  facts.map((fact) => (
    <span key={fact} className="block text-xs text-muted tabular-nums print:inline">{` ${fact}`}</span>
  ));

type SumProps = { student: StudentSum; pathOf: PathOf; scale: number; hasReviews: boolean };

function Sum({
  student: { key, episodes, types, detections, dismissed, notes, answered },
  pathOf,
  scale,
  hasReviews,
}: SumProps) {
  const reviewed = types.reduce((count, type) => count + type.reviewed, 0);
  const reviews = (
    [
      ['seen', words.seen, reviewed],
      ['none', words.open, episodes.length - reviewed],
      ['dismissed', words.dismissedNotCounted, dismissed],
    ] as const
  ).filter(([, , count]) => count > 0);
  return (
    <div className="flex min-w-0 flex-col gap-1 print:block print:*:mr-1.5">
      {types.length > 0 && <EpisodeBar types={types} scale={scale} hasReviews={hasReviews} />}
      {detections > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 print:inline print:*:mr-1.5 print:*:gap-0.5! print:*:inline-flex!">
          <TextLink to={pathOf(key)} className="py-0! tabular-nums">
            {lessonWords.episodes(episodes.length)}
          </TextLink>{' '}
          {types.map(({ value, label, ...count }) => (
            <span key={value} className="flex min-w-0 items-center gap-1.5">
              <ToneMark tone={toneOf(value)} />
              <TextLink to={pathOf(key, { type: value })} className="min-w-0 py-0! font-normal! text-ink!">
                <Sign label={label} count={count.reviewed + count.unreviewed} />
              </TextLink>{' '}
            </span>
          ))}
        </p>
      )}
      {hasReviews && (
        <p className="text-xs text-muted tabular-nums print:inline">
          {reviews.map(([review, textOf, count], place) => (
            <span key={review}>
              {place > 0 && <span>{' · '}</span>}
              <TextLink to={pathOf(key, { review })} className="py-1! font-normal! text-muted!">
                {textOf(count)}
              </TextLink>
            </span>
          ))}
        </p>
      )}
      {notes.length > 0 && <Notes logs={notes} />}
      {answered.map((log) => (
        <Answer key={log.id} log={log} />
      ))}
    </div>
  );
}

/** A kind and its number. On paper, the timeline's legend names the kinds. */
function Sign({ label, count }: { label: string; count: number }) {
  const [before, after = ''] = lessonWords.sign(label, count).split(label);
  return (
    <span className="min-w-0 wrap-anywhere tabular-nums">
      {before !== '' && <span>{before}</span>}
      <span className="print:hidden">{label}</span>
      <span>{after}</span>
    </span>
  );
}

const solid = 'forced-colors:fill-[CanvasText]';
const open = 'forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]';

const barLooks = {
  red: { solid: `fill-red ${solid}`, open: `fill-red-soft stroke-red ${open}` },
  yellow: { solid: `fill-yellow ${solid}`, open: `fill-yellow-soft stroke-yellow ${open}` },
  purple: { solid: `fill-purple ${solid}`, open: `fill-purple-soft stroke-purple ${open}` },
  plum: { solid: `fill-purple ${solid}`, open: `fill-purple-soft stroke-purple ${open}` },
  neutral: { solid: `fill-muted ${solid}`, open: `fill-sunken stroke-muted ${open}` },
};

const gapStyle = 'stroke-surface forced-colors:stroke-[Canvas]';

type EpisodeBarProps = { types: readonly TypeSum[]; scale: number; hasReviews: boolean };

/** One segment for each activity; its reviewed share is solid. Decorative: the text below says the same. */
function EpisodeBar({ types, scale, hasReviews }: EpisodeBarProps) {
  const parts = types.flatMap(({ value, reviewed, unreviewed }) => {
    const looks = barLooks[toneOf(value)];
    return [
      { key: `${value} reviewed`, count: reviewed, look: looks.solid },
      { key: `${value} open`, count: unreviewed, look: hasReviews ? looks.open : looks.solid },
    ].filter(({ count }) => count > 0);
  });
  let end = 0;
  return (
    <svg aria-hidden="true" className="my-1 block h-3 w-full overflow-visible print:hidden">
      {parts.map(({ key, count, look }) => {
        const start = end;
        end += count;
        const x = `${(start / scale) * 100}%`;
        return (
          <g key={key}>
            <rect x={x} y="1" width={`${(count / scale) * 100}%`} height="10" className={look} />
            {start > 0 && <line x1={x} x2={x} y1="0" y2="12" strokeWidth="3" className={gapStyle} />}
          </g>
        );
      })}
    </svg>
  );
}

function Notes({ logs }: { logs: readonly DetectionLog[] }) {
  return (
    <ul aria-label={words.notes} className="mt-1 flex flex-col gap-1 border-l-2 border-line pl-3">
      {logs.map(({ id, time, activityType, review }) => (
        <li key={id}>
          <p className="text-xs text-muted tabular-nums">
            {[
              time === null ? logsWords.unknownTime : secondOfDay.format(time),
              isolated(activityName(activityType)),
              ...(review?.state === 'dismissed' ? [lessonWords.dismissed] : []),
            ].join(' · ')}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{review?.note}</p>
        </li>
      ))}
    </ul>
  );
}
