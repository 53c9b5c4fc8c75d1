import { useOutletContext } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import type { detectionMachine } from '../../machines/lesson/detectionMachine';
import type { RecordsPage } from '../records/recordsPage';

/** A page of a section, with its running lesson and those who attend it. */
export interface AttendancePage extends RecordsPage {
  detection: ActorRefFrom<typeof detectionMachine>;
  door: ActorRefFrom<typeof doorMachine>;
}

export const useAttendancePage = () => useOutletContext<AttendancePage>();
