import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Icon } from '../../components/Icon';
import { waitingIn, watchedIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { messages } from '../../messages';
import { useActionVariant } from '../app/firstAction';
import { useBackCloses } from '../app/useBackCloses';
import { AtTheDoor } from './AtTheDoor';
import type { AttendancePage } from './attendancePage';
import { FilledDoor } from './FilledDoor';
import { Invitation } from './Invitation';

const { door: words } = messages;

type Door = SnapshotFrom<typeof doorMachine>;
type DoorProps = Pick<AttendancePage, 'door' | 'section'>;

const isOpen = (door: Door) => door.matches({ lesson: 'open' }) && !door.matches({ lesson: { open: 'absent' } });
const selectAttendance = ({ context }: Door) => context.attendance;

/** Opens the door of a running lesson: the code for the class, and who waits. Absent where the backend has no door. */
export function InviteButton(props: DoorProps) {
  // The bar outlives the pages of its section, but its dialog does not: a link leads out of it.
  const { pathname } = useLocation();
  return useSelector(props.door, isOpen) ? <OpenDoor key={pathname} {...props} /> : null;
}

function OpenDoor({ door, section }: DoorProps) {
  const [view, setView] = useState<View | null>(null);
  const waiting = waitingIn(useSelector(door, selectAttendance));
  const variant = useActionVariant('admit', waiting > 0);
  const label = waiting === 0 ? words.invite : words.waiting(waiting);
  const show = () => {
    setView('list');
    const { attendance } = door.getSnapshot().context;
    if (attendance === null || attendance.code === null) door.send({ type: 'students.invite' });
  };
  return (
    <>
      <Button variant={variant} aria-label={label} onClick={show} className="@max-4xl/bar:min-w-11 @max-4xl/bar:px-3">
        {/* A narrow bar has no room for the word. */}
        <span className="flex items-center gap-1 @4xl/bar:hidden">
          <Icon name="invite" />
          {waiting > 0 && <span className="tabular-nums">{waiting}</span>}
        </span>
        <span className="@max-4xl/bar:hidden">{label}</span>
      </Button>
      <DoorDialog door={door} section={section} view={view} onView={setView} />
    </>
  );
}

/** Who waits, for the teacher, or the way in, for the class. */
type View = 'list' | 'filled';

type DoorDialogProps = DoorProps & { view: View | null; onView: (view: View | null) => void };

function DoorDialog({ door, section, view, onView }: DoorDialogProps) {
  const close = () => onView(null);
  useBackCloses(view !== null, close);
  return (
    <Dialog open={view !== null} title={words.title} size="large" onClose={close}>
      {view === 'filled' ? (
        <FilledDoor door={door} onShowWaiting={() => onView('list')} />
      ) : (
        <AtTheDoor door={door} section={section} onFill={() => onView('filled')} />
      )}
    </Dialog>
  );
}

/**
 * Holds the dialog that fills the screen with the way into the lesson, around a page that shows this way in small: it stays
 * open when the page has something else to show in that place.
 */
export function useInvitation({ door, section }: DoorProps): { invitation: ReactNode; dialog: ReactNode } {
  const [view, setView] = useState<View | null>(null);
  const isThere = useSelector(door, isOpen);
  const invitation = useMemo(() => <Invitation door={door} onFill={() => setView('filled')} />, [door]);
  return {
    invitation,
    dialog: <DoorDialog door={door} section={section} view={isThere ? view : null} onView={setView} />,
  };
}

/** Returns how many students are watched, once somebody has come. */
export const useWatched = (door: AttendancePage['door']): number | null =>
  useSelector(door, ({ context }) => watchedIn(context.attendance)?.size ?? null);
