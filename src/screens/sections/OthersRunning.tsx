import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import { classes } from '../../components/classes';
import { TextLink } from '../../components/TextLink';
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

/** Leads to the teacher's other running sections: first of all to where somebody waits at the door. */
export function OthersRunning({ sectionId, className }: { sectionId: string; className: string }) {
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
  const text =
    count > 0
      ? isOne
        ? words.waitIn(count, name)
        : words.waitElsewhere(count)
      : isOne
        ? words.otherRunning(name)
        : words.othersRunning(others.length);
  const link = (
    <TextLink
      to={isOne ? sectionPath(first) : paths.dashboard}
      className={classes(count === 0 && 'py-0! font-normal!')}
    >
      {text}
    </TextLink>
  );
  return (
    <span
      data-second
      data-waiting={count > 0 || undefined}
      className={classes(
        className,
        count > 0 ? '-my-2 truncate py-2' : 'flex h-7 flex-1 flex-wrap overflow-hidden leading-7 whitespace-nowrap',
        count === 0 && '@max-xl/bar:[[data-second]+&]:hidden',
      )}
    >
      {' '}
      {/* Nobody waits for the teacher: whole, or out of view below. */}
      {count === 0 && <span className="h-full" />}
      {link}
    </span>
  );
}
