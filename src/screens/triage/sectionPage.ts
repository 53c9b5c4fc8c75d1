import { useOutletContext } from 'react-router-dom';
import type { LessonReader } from '../../machines/triage/lesson';
import type { AttendancePage } from '../attendance/attendancePage';

/** A page of a section, with what is to look at in it. */
export interface SectionPage extends AttendancePage {
  lessonReader: LessonReader;
}

export const useSectionPage = () => useOutletContext<SectionPage>();
