import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import type { detectionMachine } from '../../machines/lesson/detectionMachine';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import type { logsMachine } from '../../machines/records/logsMachine';
import { type Cover, createCover, createNumbering, noCover } from '../../machines/students/cover';
import { createDistinction, type Namesakes } from '../../machines/students/namesakes';
import type { arrivalsMachine } from '../../machines/triage/arrivalsMachine';
import type { sectionMachine } from '../../machines/triage/sectionMachine';
import type { DetectionLog, Section } from '../../services/app/types';
import { useIsProjecting, useSession, useSystem } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';

/** Shared by the pages of a section, which exist only while the section does. */
export interface SectionPage {
  /** The section with its students as displayed; see {@link cover}. */
  section: Section;
  /** Hides students' identities in projector mode. Otherwise tells namesakes apart. */
  cover: Cover;
  arrivals: ActorRefFrom<typeof arrivalsMachine>;
  detection: ActorRefFrom<typeof detectionMachine>;
  door: ActorRefFrom<typeof doorMachine>;
  lessons: ActorRefFrom<typeof lessonsMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
  sectionActor: ActorRefFrom<typeof sectionMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();

/** By session and section, so that numbers stay the same on other pages and after projector mode was off. */
const numberings = new WeakMap<object, Map<string, ReturnType<typeof createNumbering>>>();

/** Returns the cover of a section's students, computed once for all its pages. */
export function useCover(sectionId: string, namesakes: Namesakes): Cover {
  const session = useSession();
  const { projectorSeed } = useSystem();
  const projecting = useIsProjecting();
  return useMemo(() => {
    if (!projecting) return namesakes.size === 0 ? noCover : createDistinction(namesakes);
    const ofSession = numberings.get(session) ?? new Map<string, ReturnType<typeof createNumbering>>();
    numberings.set(session, ofSession);
    const numbering =
      ofSession.get(sectionId) ?? createNumbering(`${projectorSeed()} ${new Date().toDateString()} ${sectionId}`);
    ofSession.set(sectionId, numbering);
    return createCover(numbering);
  }, [session, projectorSeed, projecting, sectionId, namesakes]);
}

const selectLogs = ({ context }: SnapshotFrom<typeof logsMachine>) => context.logs;

/** Returns the section's logs as displayed. Screens must not read them elsewhere. */
export function useShownLogs({ logs, cover }: Pick<SectionPage, 'logs' | 'cover'>): readonly DetectionLog[] {
  return cover.logs(useSelector(logs, selectLogs));
}

export const isSameLog = (a: DetectionLog, b: DetectionLog) => a.id === b.id && a.time === b.time;

/** Returns the latest version of a log, whose screenshot may have a new address. Undefined if it was deleted. */
export function useLatest(log: DetectionLog): DetectionLog | undefined {
  const { logs, cover } = useSectionPage();
  const latest = useSelector(logs, ({ context }) => context.logs.find((one) => isSameLog(one, log)));
  return latest && cover.log(latest);
}

const selectMissed = ({ context }: SnapshotFrom<typeof arrivalsMachine>) => context.count;

/** `usePageHeading` for a section's page. While the page is hidden, its title counts new detections. */
export function useSectionHeading(title: string) {
  const missed = useSelector(useSectionPage().arrivals, selectMissed);
  return usePageHeading(missed > 0 ? `(${missed}) ${title}` : title);
}
