import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { attendeesIn, excusedIn, watchedIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import type { AttendancePage } from './attendancePage';

const selectAttendance = ({ context }: SnapshotFrom<typeof doorMachine>) => context.attendance;

/** Who attends a section's lesson with a device, who is excused, and how many of its students are watched. */
export function useAttendees({ door, section }: Pick<AttendancePage, 'door' | 'section'>) {
  const attendance = useSelector(door, selectAttendance);
  const watched = useMemo(() => watchedIn(attendance), [attendance]);
  return {
    attendance,
    watched,
    watching: useMemo(
      () =>
        watched && { count: section.students.filter(({ id }) => watched.has(id)).length, of: section.students.length },
      [watched, section],
    ),
    excused: useMemo(() => excusedIn(attendance), [attendance]),
    attendees: useMemo(() => attendeesIn(attendance), [attendance]),
  };
}
