import { useSelector } from '@xstate/react';
import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { arrivalsMachine } from '../../machines/arrivalsMachine';
import type { detectionMachine } from '../../machines/detectionMachine';
import type { lessonsMachine } from '../../machines/lessonsMachine';
import type { logsMachine } from '../../machines/logsMachine';
import type { lookNowMachine } from '../../machines/lookNowMachine';
import type { Section } from '../../services/types';
import { usePageHeading } from './usePageHeading';

/** What the pages of a section share. They are shown only while the section is there. */
export interface SectionPage {
  section: Section;
  arrivals: ActorRefFrom<typeof arrivalsMachine>;
  detection: ActorRefFrom<typeof detectionMachine>;
  lessons: ActorRefFrom<typeof lessonsMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
  lookNow: ActorRefFrom<typeof lookNowMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();

const selectMissed = ({ context }: SnapshotFrom<typeof arrivalsMachine>) => context.count;

/** `usePageHeading` of a section's page: while nobody sees it, its title counts the detections that come. */
export function useSectionHeading(title: string) {
  const missed = useSelector(useSectionPage().arrivals, selectMissed);
  return usePageHeading(missed > 0 ? `(${missed}) ${title}` : title);
}
