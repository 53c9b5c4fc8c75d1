import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { useIsOffline } from '../live/ChannelTrouble';
import type { AttendancePage } from './attendancePage';

const isChanging = (door: SnapshotFrom<typeof doorMachine>) => door.matches({ lesson: { open: 'changing' } });

/**
 * Returns whether a change at the door is under way, and what a button is in the meantime: without a connection the change is
 * sent later, so that nothing spins.
 */
export function useChanging(door: AttendancePage['door']) {
  const changing = useSelector(door, isChanging);
  const isOffline = useIsOffline();
  return { changing, held: { busy: changing && !isOffline, 'aria-disabled': changing || undefined } };
}
