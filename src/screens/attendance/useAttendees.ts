import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { watchedIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { presencesIn } from '../../machines/attendance/presence';
import type { AttendancePage } from './attendancePage';

const selectAttendance = ({ context }: SnapshotFrom<typeof doorMachine>) => context.attendance;

/** What the students of a section's lesson do, and how many of them are watched. */
export function useAttendees({ door, section }: Pick<AttendancePage, 'door' | 'section'>) {
  const attendance = useSelector(door, selectAttendance);
  const watched = useMemo(() => watchedIn(attendance), [attendance]);
  return {
    attendance,
    watching: useMemo(
      () =>
        watched && { count: section.students.filter(({ id }) => watched.has(id)).length, of: section.students.length },
      [watched, section],
    ),
    presenceOf: useMemo(() => presencesIn(attendance), [attendance]),
  };
}
