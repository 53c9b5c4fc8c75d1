import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { sectionMachine } from '../../machines/triage/sectionMachine';
import type { AttendancePage } from '../attendance/attendancePage';

/** A page of a section, with what is to look at in it. */
export interface SectionPage extends AttendancePage {
  sectionActor: ActorRefFrom<typeof sectionMachine>;
}

export const useSectionPage = () => useOutletContext<SectionPage>();
