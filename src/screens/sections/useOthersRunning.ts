import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import { followRunning } from '../../machines/session/running';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { selectSection } from '../../machines/session/sessionSetup';
import { messages } from '../../messages';
import { paths, sectionPath } from '../../paths';
import { useSession } from '../app/system';

const { detection: words } = messages;

const nameOf =
  (id: string | undefined) =>
  ({ context }: SnapshotFrom<typeof sessionMachine>) =>
    id === undefined ? '' : (selectSection(context, id)?.name ?? '');

/**
 * Returns what leads to the teacher's other running sections, if any: first of all to where somebody waits at the door, which
 * is urgent.
 */
export function useOthersRunning(sectionId: string): { to: string; text: string; isUrgent: boolean } | null {
  const session = useSession();
  const [running] = useState(() => followRunning(session));
  const { ids, waiting } = useSyncExternalStore(running.subscribe, running.get);
  const others = ids.filter((id) => id !== sectionId);
  const doors = waiting.filter(({ id }) => id !== sectionId);
  const [first] = doors.length > 0 ? doors.map(({ id }) => id) : others;
  const name = useSelector(session, nameOf(first));
  if (first === undefined) return null;
  const count = doors.reduce((sum, door) => sum + door.count, 0);
  const isOne = (doors.length > 0 ? doors : others).length === 1;
  return {
    to: isOne ? sectionPath(first) : paths.dashboard,
    text:
      count > 0
        ? isOne
          ? words.waitIn(count, name)
          : words.waitElsewhere(count)
        : isOne
          ? words.otherRunning(name)
          : words.othersRunning(others.length),
    isUrgent: count > 0,
  };
}
