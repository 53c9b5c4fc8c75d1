import type { KeyboardEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import type { logsMachine } from '../../machines/logs/logsMachine';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/types';
import { secondOfDay } from '../app/times';
import { useTime } from '../app/useTime';
import { Timeline } from '../lessons/Timeline';
import { lessonNow } from '../lessons/useLesson';
import { ActivityBadge, activityName } from '../logs/ActivityBadge';
import { Screenshot } from '../logs/Screenshot';
import { NewRows } from '../section/StillRows';

const { lesson: words, lookNow: lookNowWords } = messages;

export interface Viewed {
  name: string;
  email: string;
  /** The visible logs of the period, newest first. */
  logs: readonly DetectionLog[];
  total: number;
  /** Number of logs since the opening. */
  newCount: number;
}

type StudentViewProps = {
  /** Null while closed. */
  viewed: Viewed | null;
  periodName: string;
  /** The time of the lesson's first detection; null before it. */
  from: number | null;
  onShowNew: () => void;
  /** Undefined for the first or last student. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  logs: ActorRefFrom<typeof logsMachine>;
  onClose: () => void;
};

/** One student's lesson: a timeline, and each detection with its picture. */
export function StudentView(props: StudentViewProps) {
  const { viewed, onPrevious, onNext } = props;
  const step = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') onPrevious?.();
    if (event.key === 'ArrowRight') onNext?.();
  };
  return (
    <Dialog open={viewed !== null} size="wide" title={viewed?.name ?? ''} onClose={props.onClose} onKeyDown={step}>
      {viewed && (
        <div className="flex flex-col gap-4">
          <div className="-mt-4 flex items-center justify-between gap-3">
            <p className="min-w-0 text-sm wrap-anywhere text-muted">{viewed.email}</p>
            <div className="flex shrink-0">
              <IconButton
                data-autofocus
                icon="chevronLeft"
                label={words.previous}
                aria-disabled={onPrevious === undefined || undefined}
                onClick={onPrevious}
                className="aria-disabled:opacity-40"
              />
              <IconButton
                icon="chevronRight"
                label={words.next}
                aria-disabled={onNext === undefined || undefined}
                onClick={onNext}
                className="aria-disabled:opacity-40"
              />
            </div>
          </div>
          <TimelineToNow logs={viewed.logs} from={props.from} />
          {viewed.total === 0 ? (
            <p className="py-8 text-center text-muted">{`${words.nothing} ${props.periodName}.`}</p>
          ) : (
            <>
              <NewRows count={viewed.newCount} onShow={props.onShowNew} />
              <ul aria-label={words.detections(viewed.total)} className="divide-y divide-line">
                {viewed.logs.map((log) => (
                  <Detection key={log.id} log={log} name={viewed.name} logs={props.logs} />
                ))}
              </ul>
              {viewed.logs.length < viewed.total && (
                <p className="text-xs text-muted">{words.newest(viewed.logs.length, viewed.total)}</p>
              )}
            </>
          )}
          <p className="text-xs text-muted max-sm:hidden">{words.keys}</p>
        </div>
      )}
    </Dialog>
  );
}

/** Ends at the current time. */
function TimelineToNow({ logs, from }: Pick<Viewed, 'logs'> & Pick<StudentViewProps, 'from'>) {
  const now = useTime(lessonNow);
  return <Timeline logs={logs} from={from ?? now} to={now} end={lookNowWords.now} />;
}

type DetectionProps = { log: DetectionLog; name: string; logs: ActorRefFrom<typeof logsMachine> };

function Detection({ log, name, logs }: DetectionProps) {
  const time = log.time === null ? messages.logs.unknownTime : secondOfDay.format(log.time);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 sm:flex-nowrap">
      <p className="w-24 shrink-0 text-sm tabular-nums">{time}</p>
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap gap-2">
          <ActivityBadge type={log.activityType} />
          {log.review && <Badge>{log.review.state === 'seen' ? lookNowWords.seen : words.dismissed}</Badge>}
        </p>
        {log.details !== '' && <p className="mt-1 wrap-anywhere">{log.details}</p>}
        {log.review && log.review.note !== '' && <p className="mt-1 text-muted wrap-anywhere">{log.review.note}</p>}
      </div>
      {log.screenshot !== null && (
        <Screenshot
          logs={logs}
          address={log.screenshot}
          alt={words.pictureOf(name, `${time}, ${activityName(log.activityType)}`)}
          loading="lazy"
          className="aspect-4/3 w-full rounded-control bg-sunken object-contain sm:w-56"
        />
      )}
    </li>
  );
}
