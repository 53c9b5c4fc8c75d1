import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { detectionMachine } from '../../machines/detectionMachine';
import type { lessonsMachine } from '../../machines/lessonsMachine';
import type { logsMachine } from '../../machines/logsMachine';
import type { lookNowMachine } from '../../machines/lookNowMachine';
import type { Section } from '../../services/types';

/** What the pages of a section share. They are shown only while the section is there. */
export interface SectionPage {
  section: Section;
  detection: ActorRefFrom<typeof detectionMachine>;
  lessons: ActorRefFrom<typeof lessonsMachine>;
  logs: ActorRefFrom<typeof logsMachine>;
  lookNow: ActorRefFrom<typeof lookNowMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();
