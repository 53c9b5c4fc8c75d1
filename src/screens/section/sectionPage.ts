import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { lessonsMachine } from '../../machines/lessons/lessonsMachine';
import type { logsMachine } from '../../machines/logs/logsMachine';
import type { arrivalsMachine } from '../../machines/section/arrivalsMachine';
import type { detectionMachine } from '../../machines/section/detectionMachine';
import type { sectionMachine } from '../../machines/section/sectionMachine';
import { type Cover, createCover, createNumbering, noCover } from '../../model/students/cover';
import { createDistinction, type Namesakes } from '../../model/students/namesakes';
import type { DetectionLog, Section } from '../../services/types';
import { useIsProjecting, useSession, useSystem } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';

/** What the pages of a section share. They are shown only while the section is there. */
export interface SectionPage {
  /** Its students as they are shown; see {@link cover}. */
  section: Section;
  /** Hides who a student is in projector mode, and else tells those of one name apart. */
  cover: Cover;
  arrivals: ActorRefFrom<typeof arrivalsMachine>;
  detection: ActorRefFrom<typeof detectionMachine>;
  lessons: ActorRefFrom<typeof lessonsMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
  sectionActor: ActorRefFrom<typeof sectionMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();

/** By session and section: a number stays the same when the page is left, and when names were shown for a while. */
const numberings = new WeakMap<object, Map<string, ReturnType<typeof createNumbering>>>();

/** How a section's students are shown on its pages, computed once for all of them. */
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

/** The section's logs as they are shown. Screens take them from here alone. */
export function useShownLogs({ logs, cover }: Pick<SectionPage, 'logs' | 'cover'>): readonly DetectionLog[] {
  return cover.logs(useSelector(logs, selectLogs));
}

export const isSameLog = (a: DetectionLog, b: DetectionLog) => a.id === b.id && a.time === b.time;

/** A log as it was fetched last: the address of its screenshot may have changed. Undefined when it is gone. */
export function useLatest(log: DetectionLog): DetectionLog | undefined {
  const { logs, cover } = useSectionPage();
  const latest = useSelector(logs, ({ context }) => context.logs.find((one) => isSameLog(one, log)));
  return latest && cover.log(latest);
}

const selectMissed = ({ context }: SnapshotFrom<typeof arrivalsMachine>) => context.count;

/** `usePageHeading` of a section's page: while nobody sees it, its title counts the detections that come. */
export function useSectionHeading(title: string) {
  const missed = useSelector(useSectionPage().arrivals, selectMissed);
  return usePageHeading(missed > 0 ? `(${missed}) ${title}` : title);
}
