import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isolated } from '../../machines/app/isolated';
import { missingAmong, type printMachine } from '../../machines/app/printMachine';
import type { LessonReport } from '../../machines/reports/lessonReport';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { secondOfDay } from '../app/times';
import { Screenshot } from '../logs/Screenshot';
import { activityName } from '../records/ActivityBadge';
import { useSectionPage } from '../triage/sectionPage';

const { lessonReport: words, logs: logsWords } = messages;

export type Print = ActorRefFrom<typeof printMachine>;
export const isPreparing = (print: SnapshotFrom<typeof printMachine>) => print.matches('loading');

/** Returns the addresses of the pictures that a report shows. */
export const addressesOf = ({ pictures }: LessonReport) => pictures.flatMap(({ screenshot }) => screenshot ?? []);

type PicturesProps = {
  /** The lesson's logs. */
  logs: readonly DetectionLog[];
  report: LessonReport;
  print: Print;
  onOpen: (log: DetectionLog) => void;
};

/** The pictures of a report, each large on request. */
export function Pictures({ logs, report, print, onOpen }: PicturesProps) {
  const preparing = useSelector(print, isPreparing);
  const addresses = useMemo(() => addressesOf(report), [report]);
  const count = logs.filter(({ screenshot }) => screenshot !== null).length;
  return (
    <>
      <p className="mb-4 text-sm text-muted print:hidden">{words.picturesHint(report.pictures.length, count)}</p>
      <MissingPictures print={print} addresses={addresses} />
      <ul
        aria-label={words.pictures}
        className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-4 print:grid-cols-5 print:gap-3"
      >
        {report.pictures.map((log) => (
          <li key={log.id} className="min-w-0 break-inside-avoid">
            <Picture log={log} onOpen={() => onOpen(log)} print={print} isWanted={preparing} />
          </li>
        ))}
      </ul>
    </>
  );
}

const timeIn = ({ time }: DetectionLog) => (time === null ? logsWords.unknownTime : secondOfDay.format(time));

/** The number of pictures that failed to load. Printed only. */
function MissingPictures({ print, addresses }: { print: Print; addresses: readonly string[] }) {
  const missing = useSelector(print, ({ context }) => missingAmong(context, addresses));
  if (missing === 0) return null;
  return <p className="mb-4 hidden text-sm print:block">{words.picturesMissing(missing, addresses.length)}</p>;
}

type PictureProps = {
  log: DetectionLog;
  print: Print;
  /** Loads pictures even off-screen, for printing. */
  isWanted: boolean;
  onOpen: () => void;
};

function Picture({ log, print, isWanted, onOpen }: PictureProps) {
  const { logs } = useSectionPage();
  return (
    <figure>
      <button
        type="button"
        aria-label={logsWords.showScreenshot(studentOf(log))}
        onClick={onOpen}
        className="block w-full rounded-control"
      >
        {log.screenshot !== null && (
          <Screenshot
            logs={logs}
            address={log.screenshot}
            alt=""
            loading={isWanted ? 'eager' : 'lazy'}
            onSettled={(isLoaded) =>
              log.screenshot !== null && print.send({ type: 'picture.settled', address: log.screenshot, isLoaded })
            }
            className="aspect-4/3 w-full rounded-control bg-sunken object-contain"
          />
        )}
      </button>
      <figcaption className="mt-1 text-xs text-muted wrap-anywhere">
        <span title={studentOf(log)} className="line-clamp-2 print:line-clamp-none">
          {studentOf(log)}
        </span>
        <span className="block">{`${isolated(activityName(log.activityType))} · ${timeIn(log)}`}</span>
      </figcaption>
    </figure>
  );
}
