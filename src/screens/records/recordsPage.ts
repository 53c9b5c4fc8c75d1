import { useSelector } from '@xstate/react';
import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import type { logsMachine } from '../../machines/records/logsMachine';
import type { reviewsMachine } from '../../machines/records/reviewsMachine';
import type { DetectionLog } from '../../services/app/types';
import type { ShownSection } from '../students/shownSection';

/** A page of a section, with what was recorded in it. */
export interface RecordsPage extends ShownSection {
  lessons: ActorRefFrom<typeof lessonsMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
  reviews: ActorRefFrom<typeof reviewsMachine>;
}

const useRecordsPage = () => useOutletContext<RecordsPage>();

const selectLogs = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs;

/** Returns the section's logs as displayed. Screens must not read them elsewhere. */
export function useShownLogs({ logs, cover }: Pick<RecordsPage, 'logs' | 'cover'>): readonly DetectionLog[] {
  return cover.logs(useSelector(logs, selectLogs));
}

export const isSameLog = (a: DetectionLog, b: DetectionLog) => a.id === b.id && a.time === b.time;

/** Returns the latest version of a log, whose screenshot may have a new address. Undefined if it was deleted. */
export function useLatest(log: DetectionLog): DetectionLog | undefined {
  const { logs, cover } = useRecordsPage();
  const latest = useSelector(logs, ({ context }) => context.logs.find((one) => isSameLog(one, log)));
  return latest && cover.log(latest);
}
